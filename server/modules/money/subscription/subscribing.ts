import { cents, fromCents, type Cents } from '@contract/base/money';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { assertAllowed, isUser, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import type { MoneyCaller } from '../wallet/charge-wallet';
import type { SiteSettings } from '../../site/settings/site-settings';
import type { CheckoutService } from '../payment/checkout-service';
import type { PaymentEligibility } from '../payment-eligibility/payment-eligibility-service';
import type { RenewalDependencies } from './renewals';
import { quote, type PaymentPlan } from '../payment/payment-service';
import type { PeopleService, PerformerRow } from '../../identity/people/people-service';
import { hasAccess, isSubscribed } from './subscription-policy';
import type { SubscriptionRepository, SubscriptionRow } from './subscription-repository';
import { trialCardRepository } from './trial-card-repository';

type SubscribeBody = EndpointPart<'subscribePerformer', 'body'>;

/** A payment of nothing, for trials. */
const FREE_PLAN = {
  quote: quote({ original: cents(0), off: 0, taxRate: 0 }),
  coupon: null,
  card: null,
  taxLocation: null,
} satisfies Partial<PaymentPlan>;

export interface SubscribingDependencies extends Pick<RenewalDependencies, 'settings' | 'payment' | 'card'> {
  people: PeopleService;
  checkout: CheckoutService;
  trade: PaymentEligibility;
}

/** How a subscription begins: by card, or as a free trial. */
export function createSubscribing(
  { clock }: Pick<ServerContext, 'clock'>,
  { people, settings, payment, card, checkout, trade }: SubscribingDependencies,
  { repository }: { repository: SubscriptionRepository },
) {
  /** A creator who may take money, held with the fan. @throws AppError see `TradeService.open`. */
  async function openCreator(
    tx: Tx,
    { userId: payerId, performerId: sellerId }: { userId: string; performerId: string },
    call: { site: SiteSettings; country?: string | null },
  ) {
    await trade.open(tx, { payerId, sellerId, ...call });
    const { account, performer } = requireFound(await people.find(sellerId, tx));
    return { account, performer: requireFound(performer) };
  }

  /**
   * A trial goes to somebody who can be told from others: by an email address they proved, or a card. Otherwise one person
   * has as many trials as addresses they can think of. Promises M-19.
   *
   * @throws AppError EMAIL_NOT_VERIFIED
   */
  async function assertKnown(tx: Tx, { id }: Actor): Promise<void> {
    const { verifiedEmail } = requireFound(await people.find(id, tx)).account;
    if (verifiedEmail || (await card.findForRenewal(id, null, tx))) return;
    throw new AppError('EMAIL_NOT_VERIFIED', {
      message: 'Verify your email or add a card to start a free trial. Your card is not charged for it.',
    });
  }

  /**
   * A card is worth one trial of a creator, whatever account it is saved in. Recorded with the plan, while the payer is
   * locked and cannot take the card away. Promises M-19.
   *
   * @throws AppError FREE_SUBSCRIPTION_USED
   */
  async function recordCards(tx: Tx, trial: { userId: string; performerId: string; transactionId: string }) {
    const fingerprints = await card.listFingerprints(trial.userId, tx);
    if (await trialCardRepository.add({ ...trial, now: clock.now() }, fingerprints, tx)) return;
    throw new AppError('FREE_SUBSCRIPTION_USED', {
      message:
        'Your card was already used for a free trial with this creator. You can subscribe at the full price. You were not charged.',
    });
  }

  return {
    openCreator,

    /**
     * Subscribes by card, or for a free trial. Paying while a trial or a cancelled period runs adds to its end.
     *
     * @param call.country of the caller, for blocked countries and tax.
     * @throws AppError ALREADY_SUBSCRIBED, EMAIL_NOT_VERIFIED for a trial, FREE_SUBSCRIPTION_USED, FREE_SUBSCRIPTION_UNAVAILABLE, PRICE_OUT_OF_BOUNDS,
     * ENTITY_NOT_FOUND, and those of a checkout.
     */
    async subscribe(
      { actor, key, country }: MoneyCaller,
      body: SubscribeBody,
    ): Promise<EndpointReply<'subscribePerformer'>> {
      assertAllowed(isUser(actor));
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
          const { account, performer } = await openCreator(tx, { userId: actor.id, performerId }, { site, country });
          const row = await repository.findPair(actor.id, performerId, tx);
          const now = clock.now();
          const whom = account.name || account.username || 'a creator';
          const common = { userId: actor.id, target: 'performer', targetId: performerId, performerId } as const;
          if (type === 'free') {
            assertTrial(row, performer, { site, now });
            await assertKnown(tx, actor);
            await recordCards(tx, { userId: actor.id, performerId, transactionId });
            return { ...common, type: 'free_subscription', name: `Free trial of ${whom}`, ...FREE_PLAN };
          }
          if (isSubscribed(row, now)) throw new AppError('ALREADY_SUBSCRIBED');
          const original = type === 'yearly' ? performer.yearlyPrice : performer.monthlyPrice;
          assertInBounds(original, site);
          const price = { userId: actor.id, transactionId, original, taxation, body, recurs: true };
          const name = `${type === 'yearly' ? 'Yearly' : 'Monthly'} subscription to ${whom}`;
          return { ...common, type: `${type}_subscription`, name, ...(await checkout.price(tx, price)) };
        },
      });
    },
  };
}

/**
 * A trial is for who has no access now and never had one, where site and creator offer it. Decisions 1.
 *
 * @throws AppError FREE_SUBSCRIPTION_UNAVAILABLE, FREE_SUBSCRIPTION_USED, ALREADY_SUBSCRIBED.
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

/** @throws AppError PRICE_OUT_OF_BOUNDS when a creator's price is no longer one the site allows. */
function assertInBounds(price: Cents, site: SiteSettings): void {
  const dollars = fromCents(price);
  if (dollars < site.minimumSubscriptionPrice || dollars > site.maximumSubscriptionPrice) {
    throw new AppError('PRICE_OUT_OF_BOUNDS', { details: { dollars } });
  }
}
