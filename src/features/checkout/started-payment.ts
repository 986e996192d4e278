import { startedPaymentStore } from '@/services/storage';
import type { Purchase } from './purchase';
import type { StartedAttempt, Wish } from './wish-slice';

/** Milliseconds after which a payment that was begun is left to the list of payments. */
const forgetAfterMs = 15 * 60_000;

interface StartedPayment extends StartedAttempt {
  userId: string;
  wish: Wish;
}

const wishKinds: readonly unknown[] = ['unlock', 'tip', 'subscribe', 'topUp', 'platform'] satisfies Wish['kind'][];
const purchaseKinds: readonly unknown[] = [
  'unlock',
  'tip',
  'subscribe',
  'trial',
  'topUp',
  'platform',
] satisfies Purchase['kind'][];

/**
 * Notes a payment before its call leaves, so that a page loaded again in the middle finds out how it ended: the same call
 * with the same key tells, and never charges twice; where keys are not honoured, the books tell. ux.md CO-3, promises M-18.
 */
export function notePayment({ userId, key, wish, attempt, before }: StartedPayment, now: number): void {
  startedPaymentStore.write({
    userId,
    startedAt: now,
    key,
    wish: withoutDetails(wish),
    attempt: attempt.map((purchase) => ({ ...purchase })),
    before,
  });
}

/** Its end was seen, or its payer has left it. */
export const forgetPayment = (): void => startedPaymentStore.remove();

/** The payment that was under way in this tab. @param now milliseconds since 1970. */
export function readStartedPayment(now: number): StartedPayment | undefined {
  const found = startedPaymentStore.read();
  if (!found) return undefined;
  const { userId, startedAt, key, wish, attempt, before } = found;
  const isKnown = wishKinds.includes(wish['kind']) && attempt.every(({ kind }) => purchaseKinds.includes(kind));
  if (!isKnown || attempt.length === 0 || now - startedAt > forgetAfterMs) {
    forgetPayment();
    return undefined;
  }
  return { userId, key, wish: wish as unknown as Wish, attempt: attempt as unknown as Purchase[], before };
}

/** A creator's whole profile is asked for again; the few words of the sheet's head are enough. */
function withoutDetails(wish: Wish): Record<string, unknown> {
  if (wish.kind !== 'subscribe') return { ...wish };
  const { _id, name, username, avatar } = wish.performer;
  return { ...wish, performer: { _id, name, username, avatar } };
}
