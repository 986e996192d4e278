const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;
/** Days to the next try after the first, second and third failure: three retries over 7 days. Decisions 1. */
const WAIT_DAYS = [1, 2, 4];
/** Delay of a renewal whose payment could not even be created, through no fault of the payer. */
const POSTPONE_MS = HOUR_MS;

export interface AfterFailure {
  /** `deactivated` when all retries are used up. */
  status: 'past_due' | 'deactivated';
  renewalAttempts: number;
  nextRecurringDate: Date | null;
}

/** State of a subscription after its renewal failed for the `failures`-th time in a row. */
export function getFailedState(failures: number, now: Date): AfterFailure {
  const days = WAIT_DAYS[failures - 1];
  if (days === undefined) return { status: 'deactivated', renewalAttempts: failures, nextRecurringDate: null };
  const nextRecurringDate = new Date(now.getTime() + days * DAY_MS);
  return { status: 'past_due', renewalAttempts: failures, nextRecurringDate };
}

/** State of a postponed renewal. It keeps its attempts, and shows as a retry where its paid time ends before the new date. */
export function getPostponedState(expiredAt: Date | null, now: Date): { status?: 'past_due'; nextRecurringDate: Date } {
  const nextRecurringDate = new Date(now.getTime() + POSTPONE_MS);
  const isPaidUntilThen = expiredAt !== null && expiredAt > nextRecurringDate;
  return isPaidUntilThen ? { nextRecurringDate } : { status: 'past_due', nextRecurringDate };
}

/**
 * State of a cancelled subscription that renews again. Its attempts stay: each is one payment with a key of its own, and a
 * counter that restarted would name payments that exist already, so that none would be made. One whose renewal failed before
 * is a retry, due now. Promises M-20.
 *
 * @param renewsAt date of renewal of the paid period; null for trials and gifts, which end instead.
 */
export function getResumedState(
  { renewalAttempts, renewsAt }: { renewalAttempts: number; renewsAt: Date | null },
  now: Date,
): { status: 'active' | 'past_due'; nextRecurringDate: Date | null } {
  if (renewsAt !== null && renewalAttempts > 0) return { status: 'past_due', nextRecurringDate: now };
  return { status: 'active', nextRecurringDate: renewsAt };
}
