import type { EndpointData } from '@contract/schemas';
import { formatDay } from '@/lib/dates';

export type Subscriber = EndpointData<'searchPerformerSubscriptions'>['data'][number];

const tiers: Record<Subscriber['subscriptionType'], string> = {
  monthly: 'Monthly',
  yearly: 'Yearly',
  free: 'Free trial',
  system: 'Gift',
};

export const getTier = ({ subscriptionType }: Pick<Subscriber, 'subscriptionType'>): string => tiers[subscriptionType];

/** If the backend sends no `isActive`, compares dates. @param now milliseconds since 1970. */
export const hasTimeLeft = ({ isActive, expiredAt }: Subscriber, now: number): boolean =>
  isActive ?? Date.parse(expiredAt) > now;

export function getStatus(row: Subscriber, now: number): { text: string; tone: 'success' | 'warn' | 'plain' } {
  if (row.blockedUser) return { text: 'Blocked', tone: 'plain' };
  if (!hasTimeLeft(row, now)) return { text: 'Ended', tone: 'plain' };
  if (row.status === 'past_due') return { text: 'Payment failed', tone: 'warn' };
  if (row.status === 'active' && row.subscriptionType !== 'free') return { text: 'Active', tone: 'success' };
  return row.status === 'active' ? { text: 'Trial', tone: 'success' } : { text: 'Ending', tone: 'warn' };
}

/** Such as `Renews on 22 December`, `Ends on 3 May`, `Ended on 3 May`. */
export function describeNextPayment(row: Subscriber, now: number, timeZone: string | undefined): string {
  // As in emails: paid access ends with a day of UTC.
  const end = formatDay(row.expiredAt, { now, timeZone: 'UTC' });
  if (!hasTimeLeft(row, now)) return `Ended on ${end}`;
  return row.nextRecurringDate ? `Renews on ${formatDay(row.nextRecurringDate, { now, timeZone })}` : `Ends on ${end}`;
}
