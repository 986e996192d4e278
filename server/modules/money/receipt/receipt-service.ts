import type { EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { CompletedPayment } from '../../../events';
import type { JobData } from '../../../jobs/queue';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { SettingsService } from '../../site/settings/settings-service';
import {
  notifyCancelled,
  notifyPaid,
  notifyResumed,
  type CancelledSubscription,
  type ResumedSubscription,
} from './receipt-notifications';
import { readReceiptPeople } from './receipt-people';
import { presentReceipt } from './receipt-presenter';
import { createReceiptRepository } from './receipt-repository';
import { sendReceiptMail } from './send-receipt-mail';

interface ReceiptDeps {
  people: Pick<PeopleService, 'findMany'>;
  settings: Pick<SettingsService, 'read'>;
  notification: Pick<NotificationService, 'add'>;
}

export type ReceiptService = ReturnType<typeof createReceiptService>;

/**
 * The one place that notifies of payments: a receipt to the payer, a notification to the creator. The `notify…` methods run
 * in the transaction that moves the money; the mail is a job of that transaction, so that exactly one is sent.
 */
export function createReceiptService(
  { db, jobs, env, clock, gateways }: Pick<ServerContext, 'db' | 'jobs' | 'env' | 'clock' | 'gateways'>,
  { people, settings, notification }: ReceiptDeps,
) {
  const deps = { env, gateways, people, settings, notification, repository: createReceiptRepository(db) };

  return {
    /** A payment went through, or was refunded. */
    async notifyCompleted(tx: Tx, payment: CompletedPayment): Promise<void> {
      const { id: paymentId, reason } = payment;
      await jobs.send('send-receipt', { paymentId, ...(reason !== undefined && { reason }) }, { tx });
      await notifyPaid(deps, tx, payment);
    },

    /** Fan or creator switched the renewals off. */
    async notifyCancelled(tx: Tx, subscription: CancelledSubscription): Promise<void> {
      const { until: expiredAt, ...parties } = subscription;
      // Nothing is left of a period that ended before a retry of its renewal.
      const until = expiredAt && expiredAt > clock.now() ? expiredAt : null;
      await jobs.send('send-receipt', { cancelled: { ...parties, until: until?.toISOString() ?? null } }, { tx });
      await notifyCancelled(deps, tx, { ...parties, until });
    },

    /** The fan switched the renewals on again. */
    async notifyResumed(tx: Tx, { renewsAt, ...subscription }: ResumedSubscription): Promise<void> {
      await jobs.send('send-receipt', { resumed: { ...subscription, renewsAt: renewsAt.toISOString() } }, { tx });
      await notifyResumed(deps, tx, { ...subscription, renewsAt });
    },

    sendMail: (job: JobData['send-receipt']): Promise<void> => sendReceiptMail(deps, job),

    /** The receipt of an own payment or charge by its id. @throws AppError ENTITY_NOT_FOUND also for another's */
    async get(actor: Actor, id: string): Promise<EndpointReply<'getReceipt'>> {
      const facts = await deps.repository.findFacts(id);
      if (!facts || facts.userId !== actor.id) throw new AppError('ENTITY_NOT_FOUND');
      const [sides, { siteName }, subscription] = await Promise.all([
        readReceiptPeople(deps, facts),
        settings.read(),
        deps.repository.findSubscription(facts),
      ]);
      const nextRecurringDate = subscription?.nextRecurringDate ?? null;
      return presentReceipt(facts, { people: sides, siteName, nextRecurringDate });
    },
  };
}
