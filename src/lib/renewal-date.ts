import { nextPeriod } from '@contract/subscription-period';

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
export function renewalDate(
  plan: 'monthly' | 'yearly',
  { now, current }: { now: Date; current?: Running | null },
): string {
  const standing = {
    startRecurringDate: current?.startRecurringDate ? new Date(current.startRecurringDate) : null,
    expiredAt: current ? new Date(current.expiredAt) : null,
    isRecurring: current?.subscriptionType === 'monthly' || current?.subscriptionType === 'yearly',
  };
  return nextPeriod(standing, { now, months: plan === 'yearly' ? 12 : 1 }).nextRecurringDate.toISOString();
}
