import { cents, fromCents, type Cents } from '@contract/base/money';
import { AppError } from '../../../errors';
import { quote, type PaymentPlan } from '../payment/payment-service';
import type { PerformerRow } from '../../identity/people/people-service';
import type { SiteSettings } from '../../site/settings/site-settings';
import { hasAccess } from './subscription-policy';
import type { SubscriptionRow } from './subscription-repository';

/** A payment of nothing, for trials. */
export const FREE_PLAN = {
  quote: quote({ original: cents(0), off: 0, taxRate: 0 }),
  coupon: null,
  card: null,
  taxLocation: null,
} satisfies Partial<PaymentPlan>;

/**
 * A trial is for who has no access now and never had one, where site and creator offer it. Decisions 1.
 *
 * @throws AppError FREE_SUBSCRIPTION_UNAVAILABLE, FREE_SUBSCRIPTION_USED, ALREADY_SUBSCRIBED.
 */
export function assertTrial(
  row: SubscriptionRow | null,
  performer: PerformerRow,
  { site, now }: { site: SiteSettings; now: Date },
): void {
  if (!site.freeSubscriptionEnabled || !performer.isFreeSubscription)
    throw new AppError('FREE_SUBSCRIPTION_UNAVAILABLE');
  if (row?.usedFreeSubscription) throw new AppError('FREE_SUBSCRIPTION_USED');
  if (hasAccess(row, now)) throw new AppError('ALREADY_SUBSCRIBED');
}

/**
 * A trial goes to somebody who can be told from others: by an email address they proved, or a card. Otherwise one person
 * has as many trials as addresses they can think of. Promises M-19.
 *
 * @throws AppError EMAIL_NOT_VERIFIED
 */
export function assertKnown({ hasVerifiedEmail, hasCard }: { hasVerifiedEmail: boolean; hasCard: boolean }): void {
  if (hasVerifiedEmail || hasCard) return;
  throw new AppError('EMAIL_NOT_VERIFIED', {
    message: 'Verify your email or add a card to start a free trial. Your card is not charged for it.',
  });
}

/** @throws AppError PRICE_OUT_OF_BOUNDS when a creator's price is no longer one the site allows. */
export function assertInBounds(price: Cents, site: SiteSettings): void {
  const dollars = fromCents(price);
  if (dollars < site.minimumSubscriptionPrice || dollars > site.maximumSubscriptionPrice) {
    throw new AppError('PRICE_OUT_OF_BOUNDS', { details: { dollars } });
  }
}
