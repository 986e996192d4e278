import { getYearlyBounds, type SubscriptionBounds } from '@contract/money/subscription-bounds';
import { formatMoney } from '@/lib/format-money';

type TypedPrices = Record<'monthly' | 'yearly', string>;

export const hasPriceOutOfRange = ({ monthly, yearly }: TypedPrices, bounds: SubscriptionBounds): boolean =>
  isOutOfRange(monthly, bounds) || isOutOfRange(yearly, getYearlyBounds(bounds));

/** Also true for a text that is not a number. */
export const isOutOfRange = (price: string, bounds: SubscriptionBounds): boolean =>
  !(Number(price) >= bounds.minimumSubscriptionPrice && Number(price) <= bounds.maximumSubscriptionPrice);

export const isYearDearer = ({ monthly, yearly }: TypedPrices): boolean => Number(yearly) > 12 * Number(monthly);

export const describeTwelveMonths = ({ monthly }: Pick<TypedPrices, 'monthly'>): string =>
  `Twelve months cost ${formatMoney(12 * Number(monthly))}, which is less.`;

export const describeBounds = ({ minimumSubscriptionPrice, maximumSubscriptionPrice }: SubscriptionBounds): string =>
  `Between ${formatMoney(minimumSubscriptionPrice)} and ${formatMoney(maximumSubscriptionPrice)}.`;
