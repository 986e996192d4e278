import type { QuietHours } from '../../../db/schema/accounts';

/** @returns whether it is between the two times on the account's own clock; across midnight if `from` is later than `to` */
export function isQuiet(hours: QuietHours | null, now: Date): boolean {
  if (!hours) return false;
  const { from, to, timeZone } = hours;
  const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone } as const;
  const time = new Intl.DateTimeFormat('en-GB', options).format(now);
  return from <= to ? from <= time && time < to : time >= from || time < to;
}
