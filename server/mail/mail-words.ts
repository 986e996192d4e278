import { fromCents, type Cents } from '@contract/base/money';

const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** A sum as people read it: `$8.50`. */
export const moneyText = (amount: Cents): string => money.format(fromCents(amount));

/** A day as people read it, in UTC: `21 December 2026`. */
export const dayText = (at: Date): string => day.format(at);
