import { cents } from '@contract/base/money';
import { endOfTrial, nextPeriod } from '@contract/money/subscription-period';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import { reverseTransfer, type TransferRequest } from '../../../ledger/post-transfer';
import type { FollowService } from '../../content/follow/follow-service';
import type { MessageService } from '../../conversation/message/message-service';
import type { PeopleService, PerformerRow } from '../../identity/people/people-service';
import type { SiteSettings } from '../../site/settings/site-settings';
import type { EarningService } from '../earning/earning-service';
import {
  isRenewal,
  listPostings,
  type Grant,
  type PaymentEffects,
  type TransactionRow,
} from '../payment/payment-service';
import { toTaxArea } from '../payment/tax-service';
import type { PaymentEligibility } from '../payment-eligibility/payment-eligibility-service';
import type { RenewalFailures } from './renewal-failures';
import { endedAt, hasAccess } from './subscription-policy';
import { getPriceAfter } from './subscription-price';
import { subscriptionRepository, type SubscriptionRow } from './subscription-repository';
import { trialCardRepository } from './trial-card-repository';

interface GrantDeps extends Pick<ServerContext, 'clock' | 'jobs'> {
  people: Pick<PeopleService, 'find'>;
  earning: Pick<EarningService, 'record' | 'reverse'>;
  eligibility: Pick<PaymentEligibility, 'tryOpen'>;
  message: Pick<MessageService, 'welcomeSubscriber'>;
  follow: Pick<FollowService, 'followAsSubscriber'>;
  failures: Pick<RenewalFailures<SubscriptionRow>, 'recordFailure'>;
}

/** Wire contract 2.22. */
export function createSubscriptionGrant(deps: GrantDeps): PaymentEffects {
  return {
    grant: (tx, payment, site) => grantSubscription(deps, tx, payment, site),

    async takeBack(tx, { id, userId, performerId, totalPrice }) {
      const row = performerId === null ? null : await subscriptionRepository.lockPair(userId, performerId, tx);
      if (row?.transactionId === id) await subscriptionRepository.update(row.id, endedAt(deps.clock.now()), tx);
      await deps.earning.reverse(tx, id);
      if (totalPrice > 0) await reverseTransfer(tx, { key: `payment:${id}`, reverseKey: `refund:${id}` });
      return totalPrice;
    },

    async refuse(tx, payment, site) {
      if (payment.type === 'free_subscription') await trialCardRepository.remove(payment.id, tx);
      if (!isRenewal(payment) || payment.performerId === null) return;
      const row = await subscriptionRepository.lockPair(payment.userId, payment.performerId, tx);
      if (row) await deps.failures.recordFailure(tx, row, { failed: payment, site });
    },
  };
}

/** Grants the paid period or trial. @returns null if either side is no longer eligible */
async function grantSubscription(
  deps: GrantDeps,
  tx: Tx,
  payment: TransactionRow,
  site: SiteSettings,
): Promise<Grant | null> {
  const { clock, jobs, people, eligibility, follow, message } = deps;
  const { userId, performerId } = payment;
  if (performerId === null || !(await eligibility.tryOpen(tx, { payerId: userId, sellerId: performerId, site })))
    return null;
  const performer = requireFound((await people.find(performerId, tx))?.performer);
  const before = await subscriptionRepository.lockPair(userId, performer.id, tx);
  const now = clock.now();
  const values = planSubscription(before, payment, { trialDays: performer.freeSubscriptionDays, now });
  await subscriptionRepository.save(userId, performer.id, values, tx);
  // The price may have changed while the payment was open, and the fan was not notified, having no subscription yet.
  if (!isRenewal(payment)) await jobs.send('announce-prices', { performerId, userId }, { tx });
  const isFree = payment.type === 'free_subscription';
  const transfer = isFree ? undefined : await recordSale(deps, tx, payment, { performer, site });
  // Not if access is only extended, since that fan may have unfollowed on purpose.
  if (!isRenewal(payment) && !hasAccess(before, now)) await follow.followAsSubscriber(tx, userId, performer.id);
  if (!isRenewal(payment)) await message.welcomeSubscriber(tx, { performerId: performer.id, userId });
  return { transfers: transfer ? [transfer] : [] };
}

function planSubscription(
  before: SubscriptionRow | null,
  payment: TransactionRow,
  terms: { trialDays: number; now: Date },
) {
  const period = planPeriod(before, payment, terms);
  // Canceled while the renewal was being paid: grant the paid period, but no further renewal.
  const isCancelled = isRenewal(payment) && before?.status === 'deactivated';
  return {
    ...period,
    status: isCancelled ? 'deactivated' : 'active',
    nextRecurringDate: isCancelled ? null : period.nextRecurringDate,
    cancelledAt: isCancelled ? before.cancelledAt : null,
    ...getPriceAfter(before, { price: payment.originalPrice, isRenewal: isRenewal(payment) }),
    // The fan may have chosen another card while the renewal was being paid.
    cardId: isRenewal(payment) && before ? before.cardId : payment.cardId,
    taxLocation: payment.taxLocation && toTaxArea(payment.taxLocation),
    renewalAttempts: 0,
    transactionId: payment.id,
    createdAt: terms.now,
    updatedAt: terms.now,
  } as const;
}

function planPeriod(
  before: SubscriptionRow | null,
  payment: TransactionRow,
  { trialDays, now }: { trialDays: number; now: Date },
) {
  if (payment.type === 'free_subscription') {
    const period = { startRecurringDate: now, nextRecurringDate: null, expiredAt: endOfTrial(now, trialDays) };
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

/** Records the creator's income. @returns the transfer; undefined if a coupon paid everything */
async function recordSale(
  { earning }: GrantDeps,
  tx: Tx,
  payment: TransactionRow,
  { performer, site }: { performer: PerformerRow; site: SiteSettings },
): Promise<TransferRequest | undefined> {
  const { id, userId, originalPrice: listPrice } = payment;
  const gross = cents(payment.totalPrice - payment.taxAmount);
  const type = payment.type === 'yearly_subscription' ? payment.type : 'monthly_subscription';
  const source = { sourceType: 'performer', sourceId: performer.id } as const;
  const sale = { performer, userId, transactionId: id, type, gross, listPrice, paymentGateway: 'stripe' } as const;
  const { net, commission } = await earning.record(tx, { ...sale, ...source }, site);
  if (gross === 0) return undefined;
  const shares = [
    { to: { kind: 'pending', ownerId: performer.id }, amount: net },
    { to: { kind: 'revenue' }, amount: commission },
  ] as const;
  return { code: 'subscription', key: `payment:${id}`, subject: id, postings: listPostings(payment, shares) };
}
