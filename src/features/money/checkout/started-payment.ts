import { startedPaymentStore, type StoredPayment } from '@/services/storage';
import { listProductIds, type Purchase } from './purchase';
import type { StartedAttempt, CheckoutIntent } from './checkout-intent';

/** Older payments are not recovered; the payer can find them in the payment history. */
const MAX_AGE_MS = 15 * 60_000;

interface StartedPayment extends StartedAttempt {
  userId: string;
  intent: CheckoutIntent;
  /** Milliseconds since 1970. */
  startedAt: number;
  isLeft: boolean;
}

const INTENT_KINDS = ['unlock', 'order', 'tip', 'subscribe', 'topUp', 'platform'] satisfies CheckoutIntent['kind'][];
const PURCHASE_KINDS: readonly unknown[] = [
  ...INTENT_KINDS,
  ...(['trial', 'unlockByCard', 'orderByCard', 'product'] as const),
] satisfies Purchase['kind'][];

const MAX_RECORDS = 10;

function listRecentPayments(now: number): StartedPayment[] {
  const isKnown = ({ startedAt, intent, attempt }: StoredPayment) =>
    INTENT_KINDS.some((kind) => kind === intent['kind']) &&
    attempt.every(({ kind }) => PURCHASE_KINDS.includes(kind)) &&
    attempt.length > 0 &&
    now - startedAt <= MAX_AGE_MS;
  return (startedPaymentStore.read() ?? []).filter(isKnown) as unknown as StartedPayment[];
}

/** Recorded before the call, to recover the outcome after a reload or on the next press. ux.md CO-3, promises M-18. */
export function recordStartedPayment(
  { intent, attempt, ...started }: Omit<StartedPayment, 'startedAt'>,
  now: number,
): void {
  const others = (startedPaymentStore.read() ?? []).filter(({ key }) => key !== started.key);
  const record = {
    ...started,
    startedAt: now,
    intent: withoutDetails(intent),
    attempt: attempt.map((purchase) => ({ ...purchase })),
  };
  startedPaymentStore.write([...others, record].slice(-MAX_RECORDS));
}

export function deleteStartedPayment(key: string): void {
  const notes = startedPaymentStore.read() ?? [];
  const others = notes.filter((one) => one.key !== key);
  if (others.length > 0) startedPaymentStore.write(others);
  else if (notes.length > 0) startedPaymentStore.remove();
}

/** The sheet was closed without an outcome: it reopens on the next press for the same target, but not after a reload. */
export function markPaymentLeft(key: string): void {
  const notes = startedPaymentStore.read() ?? [];
  if (notes.some((one) => one.key === key))
    startedPaymentStore.write(notes.map((one) => (one.key === key ? { ...one, isLeft: true } : one)));
}

export const findInterruptedPayment = (userId: string, now: number): StartedPayment | undefined =>
  listRecentPayments(now).findLast((one) => one.userId === userId && !one.isLeft);

export const findUnfinishedPayment = (
  intent: CheckoutIntent,
  userId: string,
  now: number,
): StartedPayment | undefined =>
  listRecentPayments(now).findLast((one) => one.userId === userId && hasSameTarget(one, intent));

function hasSameTarget({ intent: one, attempt }: StartedPayment, other: CheckoutIntent): boolean {
  if (other.kind === 'order') {
    // One product in common is enough for the same target.
    const begun = attempt.flatMap(listProductIds);
    return other.lines.some(({ productId }) => begun.includes(productId));
  }
  return one.kind === other.kind && findTargetId(one) === findTargetId(other);
}

function findTargetId(intent: CheckoutIntent): string {
  if (intent.kind === 'unlock') return intent.item.id;
  return intent.kind === 'tip' || intent.kind === 'subscribe' ? intent.performer._id : '';
}

/** The sheet fetches the creator again; until then, its header needs only these fields. */
function withoutDetails(intent: CheckoutIntent): Record<string, unknown> {
  if (intent.kind !== 'subscribe') return { ...intent };
  const { _id, name, username, avatar } = intent.performer;
  return { ...intent, performer: { _id, name, username, avatar } };
}
