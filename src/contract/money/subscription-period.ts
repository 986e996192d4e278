/** When a subscription runs, by the calendar in UTC: what the server decides and the sheets say beforehand. */
export interface Period {
  /** Its day of the month is the one that renewals keep: 31 Jan, 28 Feb, 31 Mar. */
  startRecurringDate: Date;
  /** Renewed at the start of the last day, so that there is a day to do it in before access ends. */
  nextRecurringDate: Date;
  /** The end of the last day. */
  expiredAt: Date;
}

/** What has been paid for before; null parts for who never was. */
export interface SubscriptionTerm {
  startRecurringDate: Date | null;
  expiredAt: Date | null;
  /** False for trials and gifts: their end is the first day of what is paid. */
  isRecurring: boolean;
}

const DAY_MS = 24 * 3600 * 1000;

/**
 * The period that a payment made now buys: from now or, while an earlier one runs, from its end. Nobody loses days by
 * paying early. Wire contract 2.22; months by the calendar instead of 30 days are ours.
 */
export function nextPeriod(before: SubscriptionTerm, { now, months }: { now: Date; months: number }): Period {
  const runsUntil = before.expiredAt && before.expiredAt > now ? before.expiredAt : null;
  const start = runsUntil && before.isRecurring ? (before.startRecurringDate ?? runsUntil) : (runsUntil ?? now);
  const expiredAt = endOfDay(addMonths(runsUntil ?? now, months, start.getUTCDate()));
  return { startRecurringDate: start, nextRecurringDate: startOfDay(expiredAt), expiredAt };
}

/** The end of a free period of some days. */
export const endOfTrial = (now: Date, days: number): Date => endOfDay(new Date(now.getTime() + days * DAY_MS));

/** Whole days that are left of a paid period, and that it has in all. */
export function countDays(
  expiredAt: Date,
  { now, months }: { now: Date; months: number },
): { left: number; whole: number } {
  const whole = Math.round(
    (startOfDay(expiredAt).getTime() - addMonths(expiredAt, -months, expiredAt.getUTCDate()).getTime()) / DAY_MS,
  );
  const left = Math.floor((expiredAt.getTime() + 1 - now.getTime()) / DAY_MS);
  return { whole, left: Math.min(whole, Math.max(0, left)) };
}

/** When a running subscription renews. */
export const getRenewalDate = (expiredAt: Date): Date => startOfDay(expiredAt);

/** The same day some months later, or the month's last one where it is shorter. */
function addMonths(from: Date, months: number, day: number): Date {
  const [year, month] = [from.getUTCFullYear(), from.getUTCMonth() + months];
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(day, lastDay)));
}

function startOfDay(moment: Date): Date {
  return new Date(Math.floor(moment.getTime() / DAY_MS) * DAY_MS);
}

function endOfDay(moment: Date): Date {
  return new Date(startOfDay(moment).getTime() + DAY_MS - 1);
}

/** What is known of a subscription that may still run. Dates as ISO text. */
interface Running {
  subscriptionType: string;
  expiredAt: string;
  startRecurringDate?: string | null;
}

/**
 * When a subscription bought now is charged next, as ISO text: worked out as the server does it, from the end of what
 * still runs. A backend that counts a month as thirty days may charge a day or two sooner.
 */
export function getNextChargeDate(
  plan: 'monthly' | 'yearly',
  { now, current }: { now: Date; current?: Running | null },
): string {
  const term = {
    startRecurringDate: current?.startRecurringDate ? new Date(current.startRecurringDate) : null,
    expiredAt: current ? new Date(current.expiredAt) : null,
    isRecurring: current?.subscriptionType === 'monthly' || current?.subscriptionType === 'yearly',
  };
  return nextPeriod(term, { now, months: plan === 'yearly' ? 12 : 1 }).nextRecurringDate.toISOString();
}
