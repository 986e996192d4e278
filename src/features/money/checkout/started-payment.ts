import { startedPaymentStore } from '@/services/storage';
import type { Purchase } from './purchase';
import type { StartedAttempt, CheckoutIntent } from './intent-feature';

/** Milliseconds after which a payment that was begun is left to the list of payments. */
const forgetAfterMs = 15 * 60_000;

interface StartedPayment extends StartedAttempt {
  userId: string;
  intent: CheckoutIntent;
  /** Its payer closed the sheet. */
  isLeft: boolean;
}

const intentKinds = ['unlock', 'tip', 'subscribe', 'topUp', 'platform'] satisfies CheckoutIntent['kind'][];
const purchaseKinds: readonly unknown[] = [...intentKinds, 'trial'] satisfies Purchase['kind'][];

/**
 * Notes a payment before its call leaves, so that a page loaded again in the middle finds out from the books how it ended.
 * ux.md CO-3, promises M-18.
 */
export function notePayment({ intent, attempt, ...started }: Omit<StartedPayment, 'isLeft'>, now: number): void {
  startedPaymentStore.write({
    ...started,
    isLeft: false,
    startedAt: now,
    intent: withoutDetails(intent),
    attempt: attempt.map((purchase) => ({ ...purchase })),
  });
}

/** Its end was seen. @param key of the sheet that it was begun in; another one's is left alone. */
export function forgetPayment(key?: string): void {
  if (key === undefined || startedPaymentStore.read()?.key === key) startedPaymentStore.remove();
}

/** Its payer closed the sheet before its end was seen: it does not come back by itself, only with the next press for the same. */
export function leavePayment(): void {
  const started = startedPaymentStore.read();
  if (started) startedPaymentStore.write({ ...started, isLeft: true });
}

/** Whether two sheets are for the same, whatever is chosen in them. */
export function isForSame(one: CheckoutIntent, other: CheckoutIntent): boolean {
  return one.kind === other.kind && subjectOf(one) === subjectOf(other);
}

function subjectOf(intent: CheckoutIntent): string {
  if (intent.kind === 'unlock') return intent.item.id;
  return intent.kind === 'tip' || intent.kind === 'subscribe' ? intent.performer._id : '';
}

/** The payment that was under way in this tab. @param now milliseconds since 1970. */
export function readStartedPayment(now: number): StartedPayment | undefined {
  const found = startedPaymentStore.read();
  if (!found) return undefined;
  const { startedAt, ...started } = found;
  const { intent, attempt } = started;
  const isKnown = intentKinds.some((kind) => kind === intent['kind']);
  const areKnown = attempt.every(({ kind }) => purchaseKinds.includes(kind));
  if (!isKnown || !areKnown || attempt.length === 0 || now - startedAt > forgetAfterMs) {
    forgetPayment();
    return undefined;
  }
  return started as unknown as StartedPayment;
}

/** A creator's whole profile is asked for again; the few words of the sheet's head are enough. */
function withoutDetails(intent: CheckoutIntent): Record<string, unknown> {
  if (intent.kind !== 'subscribe') return { ...intent };
  const { _id, name, username, avatar } = intent.performer;
  return { ...intent, performer: { _id, name, username, avatar } };
}
