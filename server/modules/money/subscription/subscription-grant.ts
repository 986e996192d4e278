import { cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import type { TransferRequest } from '../../../ledger/post-transfer';
import type { FollowService } from '../../content/follow/follow-service';
import type { EarningService } from '../earning/earning-service';
import type { MessageService } from '../../conversation/message/message-service';
import { isRenewal, listPostings, type PaymentEffects, type TransactionRow } from '../payment/payment-service';
import type { PeopleService, PerformerRow } from '../../identity/people/people-service';
import type { SiteSettings } from '../../site/settings/site-settings';
import type { PaymentEligibility } from '../payment-eligibility/payment-eligibility-service';
import { endOfTrial, nextPeriod } from '@contract/money/subscription-period';
import type { RenewalFailures } from './renewal-failures';
import { hasAccess } from './subscription-policy';
import { createSubscriptionRepository, type SubscriptionRow } from './subscription-repository';
import { trialCardRepository } from './trial-card-repository';

export interface GrantDependencies {
  people: PeopleService;
  earning: EarningService;
  trade: Pick<PaymentEligibility, 'tryOpen'>;
  message: Pick<MessageService, 'welcomeSubscriber'>;
  follow: Pick<FollowService, 'followAsSubscriber'>;
  failures: Pick<RenewalFailures<SubscriptionRow>, 'takeFailure'>;
}

/** What paying for a subscription does: access, income, the conversation of the two. Wire contract 2.22. */
export function createSubscriptionGrant(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { people, earning, trade, message, follow, failures }: GrantDependencies,
): PaymentEffects {
  const repository = createSubscriptionRepository(db);

  /** Records the creator's income. @returns the movement of the money; undefined where a coupon paid it all. */
  async function recordSale(
    tx: Tx,
    payment: TransactionRow,
    { performer, site }: { performer: PerformerRow; site: SiteSettings },
  ): Promise<TransferRequest | undefined> {
    const { id, userId, originalPrice: listPrice } = payment;
    const gross = cents(payment.totalPrice - payment.taxAmount);
    const type = payment.type === 'yearly_subscription' ? payment.type : 'monthly_subscription';
    const sale = { performer, userId, transactionId: id, type, gross, listPrice, paymentGateway: 'stripe' } as const;
    const { net, commission } = await earning.record(
      tx,
      { ...sale, sourceType: 'performer', sourceId: performer.id },
      site,
    );
    if (gross === 0) return undefined;
    const shares = [
      { to: { kind: 'pending', ownerId: performer.id }, amount: net },
      { to: { kind: 'revenue' }, amount: commission },
    ] as const;
    return { code: 'subscription', key: `payment:${id}`, subject: id, postings: listPostings(payment, shares) };
  }

  function bought(before: SubscriptionRow | null, payment: TransactionRow, performer: PerformerRow) {
    const now = clock.now();
    if (payment.type === 'free_subscription') {
      const expiredAt = endOfTrial(now, performer.freeSubscriptionDays);
      const period = { startRecurringDate: now, nextRecurringDate: null, expiredAt };
      return { ...period, subscriptionType: 'free', paymentGateway: 'system', usedFreeSubscription: true } as const;
    }
    const isYearly = payment.type === 'yearly_subscription';
    const isRecurring = before?.subscriptionType === 'monthly' || before?.subscriptionType === 'yearly';
    const term = { startRecurringDate: null, expiredAt: null, ...before, isRecurring };
    return {
      ...nextPeriod(term, { now, months: isYearly ? 12 : 1 }),
      subscriptionType: isYearly ? 'yearly' : 'monthly',
      paymentGateway: 'stripe',
      usedFreeSubscription: before?.usedFreeSubscription ?? false,
    } as const;
  }

  return {
    async grant(tx, payment, site) {
      const { id, userId, performerId } = payment;
      if (performerId === null || !(await trade.tryOpen(tx, { payerId: userId, sellerId: performerId, site })))
        return null;
      const performer = requireFound((await people.find(performerId, tx))?.performer);
      const before = await repository.lockPair(userId, performer.id, tx);
      const period = bought(before, payment, performer);
      // Cancelled while the renewal was under way: what is paid for is given, and nothing after it.
      const isCancelled = isRenewal(payment) && before?.status === 'deactivated';
      const now = clock.now();
      const values = {
        ...period,
        status: isCancelled ? 'deactivated' : 'active',
        nextRecurringDate: isCancelled ? null : period.nextRecurringDate,
        cancelledAt: isCancelled ? before.cancelledAt : null,
        price: payment.originalPrice,
        // Of a renewal: the fan may have chosen another one meanwhile.
        cardId: isRenewal(payment) && before ? before.cardId : payment.cardId,
        taxLocation: payment.taxLocation,
        renewalAttempts: 0,
        transactionId: id,
        createdAt: now,
        updatedAt: now,
      } as const;
      await repository.save(userId, performer.id, values, tx);
      const isFree = payment.type === 'free_subscription';
      const transfer = isFree ? undefined : await recordSale(tx, payment, { performer, site });
      // Once: whoever unfollowed meanwhile and pays for a running one wants it so.
      if (!isRenewal(payment) && !hasAccess(before, now)) await follow.followAsSubscriber(tx, userId, performer.id);
      if (!isRenewal(payment)) await message.welcomeSubscriber(tx, { performerId: performer.id, userId });
      return { ...(transfer && { transfer }) };
    },

    async refuse(tx, payment, site) {
      if (payment.type === 'free_subscription') await trialCardRepository.remove(payment.id, tx);
      if (!isRenewal(payment) || payment.performerId === null) return;
      const row = await repository.lockPair(payment.userId, payment.performerId, tx);
      if (row) await failures.takeFailure(tx, row, { failed: payment, site });
    },
  };
}
