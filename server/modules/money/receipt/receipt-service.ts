import { eq } from 'drizzle-orm';
import type { EndpointReply } from '@contract/schemas';
import { cents, type Cents } from '@contract/base/money';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { CompletedPayment } from '../../../events';
import type { JobData } from '../../../jobs/job-data';
import { accounts } from '../../../db/schema/accounts';
import { dayText, moneyText } from '../../../mail/compose-mail';
import type { Paper } from '../../../papers/paper';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { InvoiceService } from '../invoice/invoice-service';
import { findPaid, readNumbers, readReceiptPaper } from './receipt-paper';
import { readReceiptPeople, getPersonName } from './receipt-people';
import { presentReceipt } from './receipt-presenter';
import { createReceiptRepository } from './receipt-repository';
import { sendReceiptMail } from './send-receipt-mail';
import { getReceiptTitle } from './receipt-facts';
import { describePayment, getReceiptRule } from './receipt-rules';

interface ReceiptDeps {
  people: Pick<PeopleService, 'findMany'>;
  settings: Pick<SettingsService, 'read'>;
  notification: Pick<NotificationService, 'add'>;
  invoice: Pick<InvoiceService, 'numberForMail' | 'findNumbers'>;
}

interface CancelledSubscription {
  userId: string;
  /** Null for a subscription to the platform. */
  performerId: string | null;
  until: Date | null;
}

interface ResumedSubscription extends Pick<CancelledSubscription, 'userId' | 'performerId'> {
  renewsAt: Date;
  /** Without tax. */
  price: Cents;
}

export { getReceiptTitle, toChargeFacts, toPaymentFacts } from './receipt-facts';
export { getPersonName } from './receipt-people';
export type ReceiptService = ReturnType<typeof createReceiptService>;

/**
 * Notifies both sides of payments, except orders: the payer by a receipt, the creator by a notification. The `notify…` methods
 * run in the transaction that moves the money and create the mail as a job, so that exactly one is sent.
 */
export function createReceiptService(
  { db, jobs, env, clock }: Pick<ServerContext, 'db' | 'jobs' | 'env' | 'clock'>,
  { people, settings, notification, invoice }: ReceiptDeps,
) {
  const deps = {
    env,
    jobs,
    people,
    settings,
    notification,
    invoice,
    repository: createReceiptRepository(db),
  };

  return {
    /** Skips orders, which have their own notifications and mails. */
    async notifyCompleted(tx: Tx, payment: CompletedPayment): Promise<void> {
      if (payment.code === 'product') return;
      if (payment.kind !== 'refund' && isMinute(payment.code)) return;
      const { id: paymentId, reason } = payment;
      await jobs.send('send-receipt', { paymentId, ...(reason !== undefined && { reason }) }, { tx });
      await notifyPaid(deps, tx, payment);
    },

    async notifyCancelled(tx: Tx, subscription: CancelledSubscription): Promise<void> {
      const { until: expiredAt, ...parties } = subscription;
      // If a renewal is being retried, the paid period may already have ended.
      const until = expiredAt && expiredAt > clock.now() ? expiredAt : null;
      await jobs.send('send-receipt', { cancelled: { ...parties, until: until?.toISOString() ?? null } }, { tx });
      await notifyOfCancellation(deps, tx, { ...parties, until });
    },

    async notifyResumed(tx: Tx, { renewsAt, ...subscription }: ResumedSubscription): Promise<void> {
      await jobs.send('send-receipt', { resumed: { ...subscription, renewsAt: renewsAt.toISOString() } }, { tx });
      await notifyOfRenewal(deps, tx, { ...subscription, renewsAt });
    },

    sendMail: (job: JobData['send-receipt']): Promise<void> => sendReceiptMail(deps, job),

    /** @throws AppError ENTITY_NOT_FOUND also for payments of others */
    async get(actor: Actor, id: string): Promise<EndpointReply<'getReceipt'>> {
      const facts = await deps.repository.findFacts(id);
      if (!facts || facts.userId !== actor.id) throw new AppError('ENTITY_NOT_FOUND');
      const [sides, { siteName }, subscription, order, numbers, refunded] = await Promise.all([
        readReceiptPeople(deps, facts),
        settings.read(),
        deps.repository.findSubscription(facts),
        deps.repository.findOrder(facts),
        readNumbers(deps, facts),
        deps.repository.findRefunded(facts),
      ]);
      const nextRecurringDate = subscription?.nextRecurringDate ?? null;
      return presentReceipt(facts, { people: sides, siteName, numbers, refunded, order, nextRecurringDate });
    },

    /** @throws AppError ENTITY_NOT_FOUND, also for unpaid payments and those of other accounts */
    async assertThere(actor: Actor, id: string): Promise<void> {
      await findPaid(deps, actor.id, id);
    },

    /** @throws AppError ENTITY_NOT_FOUND also for payments of others */
    readPaper: (actor: Pick<Actor, 'id'>, id: string): Promise<Paper> => readReceiptPaper(deps, actor.id, id),
  };
}

/** These shows charge by the minute. Both sides are notified once, when the show ends. */
const isMinute = (code: CompletedPayment['code']): boolean => code === 'private_chat' || code === 'group_chat';

/** Null if the page on which the payer paid shows enough. */
const payerNotifications = {
  'top-up': { action: 'topped-up', title: 'Money added to your wallet' },
  unlock: { action: 'unlocked', title: 'Unlocked' },
  subscription: { action: 'subscribed', title: 'Subscribed' },
  trial: { action: 'trial-started', title: 'Free trial started' },
  renewal: { action: 'renewed', title: 'Subscription renewed' },
  refund: { action: 'refunded', title: 'Refund' },
  tip: null,
  order: null,
} as const satisfies Record<CompletedPayment['kind'], { action: string; title: string } | null>;

/** Notifies both sides in the app. The payer's notifications are not added to email digests, since the receipt is mailed. */
async function notifyPaid(deps: ReceiptDeps, tx: Tx, payment: CompletedPayment): Promise<void> {
  await notifySeller(deps, tx, payment);
  await notifyPayer(deps, tx, payment);
}

async function notifySeller({ notification }: ReceiptDeps, tx: Tx, payment: CompletedPayment): Promise<void> {
  const { code, kind, id, payerId, payerName, sellerId, source, total, tax, name, note, reason } = payment;
  const { saleNotification } = getReceiptRule(code);
  if (!saleNotification || sellerId === null || kind === 'renewal') return;
  // A card payment that was refunded without a charge was never a sale.
  if (kind === 'refund' && source !== 'wallet_charge') return;
  const fan = payerName ?? (await readName(payerId, tx));
  const amount = moneyText(cents(total - tax));
  const reference = { userId: sellerId, refId: id, refSource: source, createdBy: payerId, isByFan: true };
  if (kind === 'refund') {
    const message = [`${amount} for ${name} was returned to ${fan}.`, reason].filter(Boolean).join(' ');
    const refund = { type: 'payment', action: 'sale-refunded', title: 'Sale refunded', message } as const;
    await notification.add(tx, { ...reference, ...refund });
    return;
  }
  const { type, action, title } = saleNotification;
  const message = saleNotification.compose(fan, amount, name, note);
  await notification.add(tx, { ...reference, type, action, title, message });
}

async function notifyPayer({ settings, notification }: ReceiptDeps, tx: Tx, payment: CompletedPayment): Promise<void> {
  const { kind, code, id, payerId, sellerId, source, isByCard, total, name, reason } = payment;
  const payerNotification = payerNotifications[kind];
  if (!payerNotification) return;
  const [creator, { siteName }] = [await readName(sellerId, tx), await settings.read(tx)];
  const details = { item: name, creator, siteName };
  const from = isByCard ? 'by card' : 'from your wallet';
  const paid = total === 0 ? '' : `You paid ${moneyText(total)} ${from}.`;
  const back = isByCard ? 'on its way to your card' : 'in your wallet';
  const sentences =
    kind === 'refund'
      ? [`${moneyText(total)} for ${getReceiptTitle({ kind: code, item: name }, details)} is back ${back}.`, reason]
      : [describePayment({ kind: code, isRenewal: kind === 'renewal' }, details), paid];
  await notification.add(tx, {
    userId: payerId,
    type: 'payment',
    ...payerNotification,
    message: sentences.filter(Boolean).join(' '),
    refId: id,
    refSource: source,
  });
}

async function notifyOfRenewal(
  deps: ReceiptDeps,
  tx: Tx,
  { userId, performerId, renewsAt, price }: ResumedSubscription,
): Promise<void> {
  const name = await nameSubscription(deps, performerId, tx);
  await deps.notification.add(tx, {
    userId,
    type: 'payment',
    action: 'resumed',
    title: 'Auto-renew is on',
    message: `${name} renews on ${dayText(renewsAt)} for ${moneyText(price)} plus any tax.`,
    refSource: 'subscription',
  });
}

async function notifyOfCancellation(
  deps: ReceiptDeps,
  tx: Tx,
  { userId, performerId, until }: CancelledSubscription,
): Promise<void> {
  const name = await nameSubscription(deps, performerId, tx);
  const end = until === null ? 'You won’t be charged again.' : `You keep access until ${dayText(until)}.`;
  await deps.notification.add(tx, {
    userId,
    type: 'payment',
    action: 'cancelled',
    title: 'Auto-renew is off',
    message: `${name} won’t renew. ${end}`,
    refSource: 'subscription',
  });
}

async function nameSubscription({ settings }: ReceiptDeps, performerId: string | null, tx: Tx): Promise<string> {
  if (performerId !== null) return `Your subscription to ${await readName(performerId, tx)}`;
  return `Your ${(await settings.read(tx)).siteName} membership`;
}

async function readName(id: string | null, tx: Tx): Promise<string> {
  if (id === null) return '';
  const { name, username } = accounts;
  const [account] = await tx.select({ name, username }).from(accounts).where(eq(accounts.id, id));
  return getPersonName(account ? { account } : null);
}
