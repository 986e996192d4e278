import type { PayoutRestReason } from '@contract/base/payout-rest';

/** The last change of a creator's payout account. */
export interface PayoutAccountChange {
  payoutAccountChangedAt: Date | null;
  /** Null if the creator's account is gone. */
  isFirstPayoutAccount: boolean | null;
}

export interface PayoutRest {
  until: Date;
  reason: PayoutRestReason;
}

export const PAYOUT_REST_HOURS = 24;
const REST_MS = PAYOUT_REST_HOURS * 3600 * 1000;

/**
 * Payouts are paused for a day after the payout account was added or changed, so that a hijacker cannot empty it immediately.
 *
 * @returns null if payouts are not paused
 */
export function getPayoutRest(change: PayoutAccountChange, now: Date): PayoutRest | null {
  const { payoutAccountChangedAt: changedAt, isFirstPayoutAccount } = change;
  const until = changedAt && new Date(changedAt.getTime() + REST_MS);
  return until && until > now ? { until, reason: isFirstPayoutAccount ? 'added' : 'changed' } : null;
}
