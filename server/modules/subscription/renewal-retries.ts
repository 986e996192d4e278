const DAY_MS = 24 * 3600 * 1000;
/** Days to the next try after the first, second and third failure: three retries over 7 days. Decisions 1. */
const WAIT_DAYS = [1, 2, 4];

export interface AfterFailure {
  /** `deactivated` when all retries are used up. */
  status: 'past_due' | 'deactivated';
  renewalAttempts: number;
  nextRecurringDate: Date | null;
}

/** What becomes of a subscription whose renewal failed, for the `failures`-th time in a row. */
export function afterFailure(failures: number, now: Date): AfterFailure {
  const days = WAIT_DAYS[failures - 1];
  if (days === undefined) return { status: 'deactivated', renewalAttempts: failures, nextRecurringDate: null };
  const nextRecurringDate = new Date(now.getTime() + days * DAY_MS);
  return { status: 'past_due', renewalAttempts: failures, nextRecurringDate };
}
