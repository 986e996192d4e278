import { startedPaymentStore, type StoredPayment } from '@/services/storage';
import type { Purchase } from './purchase';
import type { StartedAttempt, CheckoutIntent } from './checkout-intent';

/** Milliseconds after which a payment that was begun is left to the list of payments. */
const forgetAfterMs = 15 * 60_000;

interface StartedPayment extends StartedAttempt {
  userId: string;
  intent: CheckoutIntent;
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Its payer closed the sheet. */
  isLeft: boolean;
}

const intentKinds = ['unlock', 'tip', 'subscribe', 'topUp', 'platform'] satisfies CheckoutIntent['kind'][];
const purchaseKinds: readonly unknown[] = [...intentKinds, 'trial'] satisfies Purchase['kind'][];

/** Payments of this tab that are noted at most: nobody waits for the end of more. */
const mostNotes = 10;

/** Those of which the end may still be asked for. @param now milliseconds since 1970. */
function readNotes(now: number): StartedPayment[] {
  const isKnown = ({ startedAt, intent, attempt }: StoredPayment) =>
    intentKinds.some((kind) => kind === intent['kind']) &&
    attempt.every(({ kind }) => purchaseKinds.includes(kind)) &&
    attempt.length > 0 &&
    now - startedAt <= forgetAfterMs;
  return (startedPaymentStore.read() ?? []).filter(isKnown) as unknown as StartedPayment[];
}

/**
 * Notes a payment before its call leaves, so that a page loaded again in the middle finds out from the books how it ended, and so
 * does the next press for the same. ux.md CO-3, promises M-18.
 */
export function notePayment({ intent, attempt, ...started }: Omit<StartedPayment, 'startedAt'>, now: number): void {
  const others = (startedPaymentStore.read() ?? []).filter(({ key }) => key !== started.key);
  const note = {
    ...started,
    startedAt: now,
    intent: withoutDetails(intent),
    attempt: attempt.map((purchase) => ({ ...purchase })),
  };
  startedPaymentStore.write([...others, note].slice(-mostNotes));
}

/** The end of an attempt was seen, or its payer has given it up. @param key of the sheet that it was begun in. */
export function forgetPayment(key: string): void {
  const notes = startedPaymentStore.read() ?? [];
  const others = notes.filter((one) => one.key !== key);
  if (others.length > 0) startedPaymentStore.write(others);
  else if (notes.length > 0) startedPaymentStore.remove();
}

/** Its payer closed the sheet before its end was seen: it does not come back by itself, only with the next press for the same. */
export function leavePayment(key: string): void {
  const notes = startedPaymentStore.read() ?? [];
  if (notes.some((one) => one.key === key))
    startedPaymentStore.write(notes.map((one) => (one.key === key ? { ...one, isLeft: true } : one)));
}

/** The payment that was under way when the page was loaded again. */
export const findInterrupted = (userId: string, now: number): StartedPayment | undefined =>
  readNotes(now).findLast((one) => one.userId === userId && !one.isLeft);

/** A payment for the same whose end was not seen. */
export const findUnended = (intent: CheckoutIntent, userId: string, now: number): StartedPayment | undefined =>
  readNotes(now).findLast((one) => one.userId === userId && isForSame(one.intent, intent));

/** Whether two sheets are for the same, whatever is chosen in them. */
function isForSame(one: CheckoutIntent, other: CheckoutIntent): boolean {
  return one.kind === other.kind && subjectOf(one) === subjectOf(other);
}

function subjectOf(intent: CheckoutIntent): string {
  if (intent.kind === 'unlock') return intent.item.id;
  return intent.kind === 'tip' || intent.kind === 'subscribe' ? intent.performer._id : '';
}

/** A creator's whole profile is asked for again; the few words of the sheet's head are enough. */
function withoutDetails(intent: CheckoutIntent): Record<string, unknown> {
  if (intent.kind !== 'subscribe') return { ...intent };
  const { _id, name, username, avatar } = intent.performer;
  return { ...intent, performer: { _id, name, username, avatar } };
}
