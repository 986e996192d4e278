import { cents, fromCents, type Cents } from '@contract/base/money';
import { getYearlyBounds, type SubscriptionBounds } from '@contract/money/subscription-bounds';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { assertAllowed, isUser } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import type { PeopleService, PerformerRow } from '../../identity/people/people-service';
import type { SettingsService, SiteSettings } from '../../site/settings/settings-service';
import type { CardService } from '../payment/card-service';
import type { CheckoutService } from '../payment/checkout-service';
import { quote, type PaymentPlan, type PaymentService } from '../payment/payment-service';
import type { PaymentEligibility } from '../payment-eligibility/payment-eligibility-service';
import type { MoneyCaller } from '../wallet/charge-wallet';
import { hasAccess, isSubscribed } from './subscription-policy';
import type { SubscriptionRepository, SubscriptionRow } from './subscription-repository';
import { trialCardRepository } from './trial-card-repository';

interface SubscribeDeps extends Pick<ServerContext, 'clock'> {
  people: Pick<PeopleService, 'find'>;
  settings: Pick<SettingsService, 'read'>;
  payment: Pick<PaymentService, 'start'>;
  card: Pick<CardService, 'findForRenewal' | 'listFingerprints'>;
  checkout: CheckoutService;
  eligibility: Pick<PaymentEligibility, 'open'>;
  repository: Pick<SubscriptionRepository, 'findPair'>;
}

const FREE_PLAN = {
  quote: quote({ original: cents(0), off: 0, taxRate: 0 }),
  coupon: null,
  card: null,
  taxLocation: null,
} satisfies Partial<PaymentPlan>;

/**
 * Subscribes to a creator by card, or for a free trial. Paying during a trial, or a paid period that was canceled, extends it.
 *
 * @param caller.country checked against blocked countries, and used for tax.
 * @throws AppError ALREADY_SUBSCRIBED, EMAIL_NOT_VERIFIED for a trial, FREE_SUBSCRIPTION_USED, FREE_SUBSCRIPTION_UNAVAILABLE,
 * PRICE_OUT_OF_BOUNDS, ENTITY_NOT_FOUND, and those of a checkout
 */
export async function subscribeToCreator(
  deps: SubscribeDeps,
  { actor, key, country }: MoneyCaller,
  body: EndpointPart<'subscribePerformer', 'body'>,
): Promise<EndpointReply<'subscribePerformer'>> {
  assertAllowed(isUser(actor));
  const { settings, payment, checkout, eligibility, people, repository, clock } = deps;
  const { performerId, type } = body;
  if (type !== 'free') checkout.assertCardNamed(body);
  const [site, taxation] = await Promise.all([settings.read(), checkout.readTaxation(body, country)]);
  return payment.start({
    actor,
    route: 'subscribePerformer',
    key,
    input: body,
    reference: { target: 'performer', targetId: performerId },
    async plan(tx, transactionId) {
      await eligibility.open(tx, { payerId: actor.id, sellerId: performerId, site, country });
      const { account, performer: found } = requireFound(await people.find(performerId, tx));
      const performer = requireFound(found);
      const row = await repository.findPair(actor.id, performerId, tx);
      const now = clock.now();
      const creatorName = account.name || account.username || 'a creator';
      const common = { userId: actor.id, target: 'performer', targetId: performerId, performerId } as const;
      if (type === 'free') {
        assertTrial(row, performer, { site, now });
        await assertIdentifiable(deps, actor.id, tx);
        await recordTrialCards(deps, { userId: actor.id, performerId, transactionId }, tx);
        return { ...common, type: 'free_subscription', name: `Free trial of ${creatorName}`, ...FREE_PLAN };
      }
      if (isSubscribed(row, now)) throw new AppError('ALREADY_SUBSCRIBED');
      const original = type === 'yearly' ? performer.yearlyPrice : performer.monthlyPrice;
      assertInBounds(original, type === 'yearly' ? getYearlyBounds(site) : site);
      const price = { userId: actor.id, transactionId, original, taxation, body, recurs: true };
      const name = `${type === 'yearly' ? 'Yearly' : 'Monthly'} subscription to ${creatorName}`;
      return { ...common, type: `${type}_subscription`, name, ...(await checkout.price(tx, price)) };
    },
  });
}

/**
 * Checks that site and creator offer trials, and that the fan has no access now and had no trial before. Decisions 1.
 *
 * @throws AppError FREE_SUBSCRIPTION_UNAVAILABLE, FREE_SUBSCRIPTION_USED, ALREADY_SUBSCRIBED
 */
function assertTrial(
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
 * Requires a verified email or a card: else each invented address would get a trial. Promises M-19.
 *
 * @throws EMAIL_NOT_VERIFIED
 */
async function assertIdentifiable({ people, card }: SubscribeDeps, userId: string, tx: Tx): Promise<void> {
  const { verifiedEmail } = requireFound(await people.find(userId, tx)).account;
  if (verifiedEmail || (await card.findForRenewal(userId, null, tx))) return;
  throw new AppError('EMAIL_NOT_VERIFIED', {
    message: 'Verify your email or add a card to start a free trial. Your card is not charged for it.',
  });
}

/**
 * Allows one trial per card and creator, whichever account saved the card. While the payer is locked, the card cannot be
 * removed. Promises M-19.
 *
 * @throws AppError FREE_SUBSCRIPTION_USED
 */
async function recordTrialCards(
  { card, clock }: SubscribeDeps,
  trial: { userId: string; performerId: string; transactionId: string },
  tx: Tx,
): Promise<void> {
  const fingerprints = await card.listFingerprints(trial.userId, tx);
  if (await trialCardRepository.add({ ...trial, now: clock.now() }, fingerprints, tx)) return;
  throw new AppError('FREE_SUBSCRIPTION_USED', {
    message:
      'Your card was already used for a free trial with this creator. You can subscribe at the full price. You were not charged.',
  });
}

/** @throws AppError PRICE_OUT_OF_BOUNDS if the site no longer allows the creator's price */
function assertInBounds(price: Cents, bounds: SubscriptionBounds): void {
  const dollars = fromCents(price);
  if (dollars < bounds.minimumSubscriptionPrice || dollars > bounds.maximumSubscriptionPrice) {
    throw new AppError('PRICE_OUT_OF_BOUNDS', { details: { dollars } });
  }
}
