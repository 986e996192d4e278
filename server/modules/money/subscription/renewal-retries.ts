const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Days until the next try after the first, second and third failure: three retries over 7 days. Decisions 1. */
const WAIT_DAYS = [1, 2, 4];
/** Delay for a renewal whose payment could not be created, through no fault of the payer. */
const POSTPONE_MS = HOUR_MS;

export interface AfterFailure {
  /** `deactivated` after the last retry. */
  status: 'past_due' | 'deactivated';
  renewalAttempts: number;
  nextRecurringDate: Date | null;
}

/** @param failures number of failures in a row */
export function getFailedState(failures: number, now: Date): AfterFailure {
  const days = WAIT_DAYS[failures - 1];
  if (days === undefined) return { status: 'deactivated', renewalAttempts: failures, nextRecurringDate: null };
  const nextRecurringDate = new Date(now.getTime() + days * DAY_MS);
  return { status: 'past_due', renewalAttempts: failures, nextRecurringDate };
}

/** Does not count as an attempt. If the paid period ends before the new date, the subscription becomes `past_due`. */
export function getPostponedState(expiredAt: Date | null, now: Date): { status?: 'past_due'; nextRecurringDate: Date } {
  const nextRecurringDate = new Date(now.getTime() + POSTPONE_MS);
  const isPaidUntilThen = expiredAt !== null && expiredAt > nextRecurringDate;
  return isPaidUntilThen ? { nextRecurringDate } : { status: 'past_due', nextRecurringDate };
}

/**
 * State of a canceled subscription that is resumed. Attempts are not reset: the number is part of the payment's key, so reset
 * attempts would repeat used keys and no payment would be made. If the renewal failed before, a retry is due now. Promises
 * M-20.
 *
 * @param renewsAt when the paid period renews; null for trials and gifts, which end instead.
 */
export function getResumedState(
  { renewalAttempts, renewsAt }: { renewalAttempts: number; renewsAt: Date | null },
  now: Date,
): { status: 'active' | 'past_due'; nextRecurringDate: Date | null } {
  if (renewsAt !== null && renewalAttempts > 0) return { status: 'past_due', nextRecurringDate: now };
  return { status: 'active', nextRecurringDate: renewsAt };
}
