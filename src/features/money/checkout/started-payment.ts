import { startedPaymentStore } from '@/services/storage';
import type { Purchase } from './purchase';
import type { StartedAttempt, CheckoutIntent } from './intent-feature';

/** Milliseconds after which a payment that was begun is left to the list of payments. */
const forgetAfterMs = 15 * 60_000;

interface StartedPayment extends StartedAttempt {
  userId: string;
  intent: CheckoutIntent;
}

const intentKinds = ['unlock', 'tip', 'subscribe', 'topUp', 'platform'] satisfies CheckoutIntent['kind'][];
const purchaseKinds: readonly unknown[] = [...intentKinds, 'trial'] satisfies Purchase['kind'][];

/**
 * Notes a payment before its call leaves, so that a page loaded again in the middle finds out how it ended: the same call
 * with the same key tells, and never charges twice; where keys are not honoured, the books tell. ux.md CO-3, promises M-18.
 */
export function notePayment({ intent, attempt, ...started }: StartedPayment, now: number): void {
  startedPaymentStore.write({
    ...started,
    startedAt: now,
    intent: withoutDetails(intent),
    attempt: attempt.map((purchase) => ({ ...purchase })),
  });
}

/** Its end was seen, or its payer has left it. */
export const forgetPayment = (): void => startedPaymentStore.remove();

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
