/** Dates of a subscription, by the UTC calendar. Shared by the server and by dialogs that announce dates in advance. */
export interface Period {
  /** Renewals keep its day of the month: 31 Jan, 28 Feb, 31 Mar. */
  startRecurringDate: Date;
  /** On the last day, so that there are hours to renew before access ends. */
  nextRecurringDate: Date;
  expiredAt: Date;
}

/** Time paid for so far; fields are null if there was none. */
export interface SubscriptionTerm {
  startRecurringDate: Date | null;
  expiredAt: Date | null;
  /** False for trials and gifts: their end is the first day of the paid time. */
  isRecurring: boolean;
}

const DAY_MS = 24 * 3600 * 1000;

/**
 * The period that a payment buys now: from now, or from the end of the running period, so that paying early loses no days. Wire
 * contract 2.22; calendar months instead of 30 days are our decision.
 */
export function nextPeriod(before: SubscriptionTerm, { now, months }: { now: Date; months: number }): Period {
  const runsUntil = before.expiredAt && before.expiredAt > now ? before.expiredAt : null;
  const start = runsUntil && before.isRecurring ? (before.startRecurringDate ?? runsUntil) : (runsUntil ?? now);
  const expiredAt = endOfDay(addMonths(runsUntil ?? now, months, start.getUTCDate()));
  return { startRecurringDate: start, nextRecurringDate: getRenewalDate(expiredAt), expiredAt };
}

export const endOfTrial = (now: Date, days: number): Date => endOfDay(new Date(now.getTime() + days * DAY_MS));

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

/** It is one date from Hawaii (UTC−10) to New Zealand (UTC+13): the site says the day of the visitor, emails that of UTC. */
const RENEWAL_HOUR_MS = 10 * 3600 * 1000;

export const getRenewalDate = (expiredAt: Date): Date => new Date(startOfDay(expiredAt).getTime() + RENEWAL_HOUR_MS);

/** Adds months; the result has this day of the month, or is the last day of a shorter month. */
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

/** A subscription that may still run. Dates as ISO text. */
interface Running {
  subscriptionType: string;
  expiredAt: string;
  startRecurringDate?: string | null;
}

/**
 * Next charge of a subscription bought now, as ISO text. Calculated like on the server: from the end of the running one. A
 * backend that counts a month as thirty days may charge a day or two earlier.
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
