import { AppError } from '../../../errors';
import type { SiteSettings } from '../../site/settings/settings-service';

/** Dollars, until a creator says otherwise; kept inside the site's bounds. Decision. */
const MONTHLY = 9.99;
const YEARLY = 99.99;

type Bounds = Pick<SiteSettings, 'minimumSubscriptionPrice' | 'maximumSubscriptionPrice'>;

/**
 * Prices in dollars; the creator's own, inside the site's bounds. Decisions 1.
 *
 * @throws AppError PRICE_OUT_OF_BOUNDS that names the bounds.
 */
export function assertPrices(prices: readonly (number | undefined)[], bounds: Bounds): void {
  const { minimumSubscriptionPrice: least, maximumSubscriptionPrice: most } = bounds;
  if (prices.every((price) => price === undefined || (price >= least && price <= most))) return;
  throw new AppError('PRICE_OUT_OF_BOUNDS', { message: `A subscription costs between ${least} and ${most}.` });
}

/** What a new creator's subscription costs. */
export function defaultPrices({ minimumSubscriptionPrice, maximumSubscriptionPrice }: Bounds) {
  const clamp = (price: number) => Math.min(Math.max(price, minimumSubscriptionPrice), maximumSubscriptionPrice);
  return { monthlyPrice: clamp(MONTHLY), yearlyPrice: clamp(YEARLY) };
}
