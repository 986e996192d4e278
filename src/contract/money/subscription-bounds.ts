import { getMaxAmount, roundDollars } from '../base/money';

/** In major units. */
export interface SubscriptionBounds {
  minimumSubscriptionPrice: number;
  maximumSubscriptionPrice: number;
}

/** The settings bound a month; a year costs at most as much as twelve of the most expensive months. */
export const getYearlyBounds = ({
  minimumSubscriptionPrice,
  maximumSubscriptionPrice,
}: SubscriptionBounds): SubscriptionBounds => ({
  minimumSubscriptionPrice,
  maximumSubscriptionPrice: Math.min(roundDollars(12 * maximumSubscriptionPrice), getMaxAmount()),
});
