import { eq } from 'drizzle-orm';
import { cents, fromCents } from '@contract/base/money';
import type { EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { findRow } from '../../../db/query-helpers';
import { paymentTransactions, platformSubscriptions, subscriptions, walletCharges } from '../../../db/schema/money';
import type { Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { JobData } from '../../../jobs/queue';
import { dayText, moneyText } from '../../../mail/compose-mail';
import type { NotificationService } from '../../conversation/notification/notification-service';
import { isRenewal } from '../payment/payment-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { CompletedPayment } from '../../../events';
import { factsOfCharge, factsOfPayment, receiptNumber, titleOf, type ReceiptFacts } from './receipt-facts';
import { cancelledMail, receiptMail, resumedMail } from './receipt-mails';
import {
  createReceiptNotifications,
  nameOf,
  type CancelledSubscription,
  type ResumedSubscription,
} from './receipt-notifications';
import { ruleOf } from './receipt-rules';

type Receipt = Extract<JobData['send-receipt'], { paymentId: string }>;
type Cancellation = Extract<JobData['send-receipt'], { cancelled: object }>;
type Resumption = Extract<JobData['send-receipt'], { resumed: object }>;

export type ReceiptService = ReturnType<typeof createReceiptService>;

/**
 * The one place where payments are told: a receipt to who paid, news to who sold. `completed` hears of
 * each in the transaction that moves its money; the mail is a job of that transaction, so that there is one, whatever fails.
 */
export function createReceiptService(
  { db, jobs, env, clock, gateways }: Pick<ServerContext, 'db' | 'jobs' | 'env' | 'clock' | 'gateways'>,
  {
    people,
    settings,
    notification,
  }: {
    people: Pick<PeopleService, 'find' | 'findMany'>;
    settings: Pick<SettingsService, 'read'>;
    notification: Pick<NotificationService, 'add'>;
  },
) {
  const { notifyPaid, notifyCancelled, notifyResumed } = createReceiptNotifications({ settings, notification });

  /** Payments and charges have ids of one kind: what is not the one is the other. */
  async function findFacts(id: string): Promise<ReceiptFacts | null> {
    const payment = await findRow(db, paymentTransactions, eq(paymentTransactions.id, id));
    if (payment) return factsOfPayment(payment, isRenewal(payment));
    const charge = await findRow(db, walletCharges, eq(walletCharges.id, id));
    return charge && factsOfCharge(charge);
  }

  /** The subscription that a payment is for, as it stands now; null for other payments. */
  async function findSubscription({ kind, userId, performerId }: ReceiptFacts) {
    if (kind === 'platform-subscription') {
      return findRow(db, platformSubscriptions, eq(platformSubscriptions.userId, userId));
    }
    if (performerId === null || (kind !== 'subscription' && kind !== 'trial')) return null;
    return findRow(db, subscriptions, eq(subscriptions.userId, userId), eq(subscriptions.performerId, performerId));
  }

  async function describeNext(facts: ReceiptFacts): Promise<string> {
    const subscription = await findSubscription(facts);
    if (!subscription) return '';
    const { nextRecurringDate, expiredAt, price } = subscription;
    if (nextRecurringDate) {
      return `It renews on ${dayText(nextRecurringDate)} for ${moneyText(price)} plus any tax. You can cancel at any time.`;
    }
    return expiredAt ? `You have access until ${dayText(expiredAt)}.` : '';
  }

  async function readPeople({ userId, performerId }: Pick<ReceiptFacts, 'userId' | 'performerId'>) {
    const rows = await people.findMany([userId, ...(performerId === null ? [] : [performerId])]);
    const find = (id: string | null) => rows.find(({ account }) => account.id === id) ?? null;
    return { payer: find(userId)?.account ?? null, creator: performerId === null ? null : find(performerId) };
  }

  async function composeReceipt({ paymentId: id, reason }: Receipt, siteName: string) {
    const facts = await findFacts(id);
    if (!facts) return null;
    const [{ payer, creator }, after] = await Promise.all([readPeople(facts), describeNext(facts)]);
    if (!payer?.email) return null;
    const url = `${env.WEB_PUBLIC_URL}${pageOf(facts)}`;
    const told = { facts, creator: creator ? nameOf(creator) : '', after, reason };
    return receiptMail({ to: payer.email, siteName, ...told, url });
  }

  const subscriptionsUrl = `${env.WEB_PUBLIC_URL}/user/my-subscription`;
  const nameSubscription = (creator: Parameters<typeof nameOf>[0], siteName: string) =>
    creator ? `your subscription to ${nameOf(creator)}` : `your ${siteName} membership`;

  async function composeCancellation(job: Cancellation, siteName: string) {
    const { userId, performerId, until } = job.cancelled;
    const { payer, creator } = await readPeople({ userId, performerId });
    if (!payer?.email) return null;
    const about = { to: payer.email, siteName, name: nameSubscription(creator, siteName), url: subscriptionsUrl };
    return cancelledMail({ ...about, until: until === null ? null : new Date(until) });
  }

  async function composeResumption(job: Resumption, siteName: string) {
    const { userId, performerId, renewsAt, price } = job.resumed;
    const { payer, creator } = await readPeople({ userId, performerId });
    if (!payer?.email) return null;
    const about = { to: payer.email, siteName, name: nameSubscription(creator, siteName), url: subscriptionsUrl };
    return resumedMail({ ...about, renewsAt: new Date(renewsAt), price: cents(price) });
  }

  function composeMailOf(job: JobData['send-receipt'], siteName: string) {
    if ('cancelled' in job) return composeCancellation(job, siteName);
    return 'resumed' in job ? composeResumption(job, siteName) : composeReceipt(job, siteName);
  }

  return {
    /** A payment went through, or was given back. */
    async completed(tx: Tx, payment: CompletedPayment): Promise<void> {
      const { id: paymentId, reason } = payment;
      await jobs.send('send-receipt', { paymentId, ...(reason !== undefined && { reason }) }, { tx });
      await notifyPaid(tx, payment);
    },

    /** Somebody switched the renewals off. */
    async cancelled(tx: Tx, subscription: CancelledSubscription): Promise<void> {
      const { until: expiredAt, ...whose } = subscription;
      // One that was locked, since its renewal failed, leaves nothing to keep.
      const until = expiredAt && expiredAt > clock.now() ? expiredAt : null;
      await jobs.send('send-receipt', { cancelled: { ...whose, until: until?.toISOString() ?? null } }, { tx });
      await notifyCancelled(tx, { ...whose, until });
    },

    /** Somebody switched the renewals on again. */
    async resumed(tx: Tx, { renewsAt, ...subscription }: ResumedSubscription): Promise<void> {
      await jobs.send('send-receipt', { resumed: { ...subscription, renewsAt: renewsAt.toISOString() } }, { tx });
      await notifyResumed(tx, { ...subscription, renewsAt });
    },

    /** Mails what one of these asked for. Nothing to who has no address. */
    async mail(job: JobData['send-receipt']): Promise<void> {
      const { siteName } = await settings.read();
      const mail = await composeMailOf(job, siteName);
      if (mail) await gateways.mail.send(mail);
    },

    /** The receipt of an own payment or charge by its id. @throws AppError ENTITY_NOT_FOUND also for another's */
    async get(actor: Actor, id: string): Promise<EndpointReply<'getReceipt'>> {
      const facts = await findFacts(id);
      if (!facts || facts.userId !== actor.id) throw new AppError('ENTITY_NOT_FOUND');
      const [{ payer, creator }, { siteName }, subscription] = await Promise.all([
        readPeople(facts),
        settings.read(),
        findSubscription(facts),
      ]);
      const told = { item: facts.item, creator: creator ? nameOf(creator) : '', siteName };
      const rule = ruleOf(facts.kind);
      return {
        _id: id,
        number: receiptNumber(id),
        kind: facts.kind,
        status: facts.status,
        title: titleOf(facts, told),
        summary: (facts.isRenewal && rule.renewed ? rule.renewed : rule.paid)(told),
        price: fromCents(facts.price),
        discount: fromCents(facts.discount),
        taxAmount: fromCents(facts.tax),
        totalPrice: fromCents(facts.total),
        paidWith: { brand: null, last4Digits: null, ...facts.paidWith },
        payer: { name: payer?.name ?? '', email: payer?.email ?? null },
        performer: creator && { _id: creator.account.id, name: nameOf(creator), username: creator.account.username },
        nextRecurringDate: subscription?.nextRecurringDate?.toISOString() ?? null,
        createdAt: facts.createdAt.toISOString(),
        updatedAt: facts.updatedAt.toISOString(),
      };
    },
  };
}

/** Where the web app shows it: the page of a payment by card also tells how it stands. */
const pageOf = ({ id, paidWith }: ReceiptFacts): string =>
  paidWith.kind === 'wallet' ? `/payment/receipt/${id}` : `/payment/success?transactionId=${id.slice(-8)}`;
