import { formatMoney } from '@/lib/format-money';

interface PriceBounds {
  minimumSubscriptionPrice: number;
  maximumSubscriptionPrice: number;
}

type TypedPrices = Record<'monthly' | 'yearly', string>;

/** Also true for a text that is not a number. */
export const isOutOfRange = (price: string, bounds: PriceBounds): boolean =>
  !(Number(price) >= bounds.minimumSubscriptionPrice && Number(price) <= bounds.maximumSubscriptionPrice);

export const isYearDearer = ({ monthly, yearly }: TypedPrices): boolean => Number(yearly) > 12 * Number(monthly);

export const describeTwelveMonths = ({ monthly }: Pick<TypedPrices, 'monthly'>): string =>
  `Twelve months cost ${formatMoney(12 * Number(monthly))}, which is less.`;
