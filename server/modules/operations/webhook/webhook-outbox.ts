import { getSiteCurrency } from '@contract/base/currency';
import { limits } from '@contract/base/limits';
import { fromCents } from '@contract/base/money';
import type { WebhookEvent } from '@contract/base/webhook-events';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import type { Tx } from '../../../db/transaction';
import type { CompletedPayment, Listener } from '../../../events';
import type { DeliveryRow, EndpointRow, WebhookRepository } from './webhook-repository';

const paymentEvents: Record<CompletedPayment['kind'], WebhookEvent | null> = {
  'top-up': null,
  trial: 'subscription.started',
  subscription: 'subscription.started',
  renewal: 'subscription.renewed',
  unlock: 'purchase.made',
  order: 'order.placed',
  tip: 'tip.received',
  refund: 'payment.refunded',
};

type Data = Record<string, unknown>;

/** Writes deliveries in the transaction of their event, so that neither is stored without the other. Promises R-6. */
export function createWebhookOutbox(
  { clock, jobs }: Pick<ServerContext, 'clock' | 'jobs'>,
  { repository }: { repository: Pick<WebhookRepository, 'listListening' | 'countWaiting' | 'insertDelivery'> },
) {
  /** Numbers and times are written once, so that every attempt sends and signs the same bytes. */
  function draft(endpoint: Pick<EndpointRow, 'id'>, type: string, data: Data): DeliveryRow {
    const now = clock.now();
    return {
      id: newId(now.getTime()),
      endpointId: endpoint.id,
      event: type,
      body: JSON.stringify({ type, timestamp: now.toISOString(), data }),
      status: 'waiting',
      attempts: 0,
      replyStatus: null,
      replyText: '',
      nextAttemptAt: now,
      deliveredAt: null,
      createdAt: now,
    };
  }

  async function announce(tx: Tx, performerId: string | null, type: WebhookEvent, data: Data): Promise<void> {
    for (const endpoint of await repository.listListening(performerId, type, tx)) {
      // Otherwise, a server that is down for days would fill the table.
      if (endpoint.failingSince && (await repository.countWaiting(endpoint.id, tx)) >= limits.webhooksWaiting) continue;
      const delivery = draft(endpoint, type, data);
      await repository.insertDelivery(delivery, tx);
      // Servers that are down keep others waiting for their timeouts, so they come last.
      const priority = endpoint.failingSince ? 0 : 1;
      await jobs.send('deliver-webhook', { deliveryId: delivery.id, attempt: 1 }, { tx, priority });
    }
  }

  const onEvent: Listener<'webhookEvent'> = (tx, { performerId, type, data }) =>
    announce(tx, performerId ?? null, type, data);

  const onPaymentCompleted: Listener<'paymentCompleted'> = async (tx, payment) => {
    const { kind, sellerId, payerId, id, name, target, targetId, total, tax } = payment;
    const type = paymentEvents[kind];
    if (type === null || sellerId === null) return;
    await announce(tx, sellerId, type, {
      id,
      fanId: payerId,
      kind: payment.code,
      name,
      target,
      targetId,
      amount: fromCents(total),
      tax: fromCents(tax),
      currency: getSiteCurrency().code,
      ...(kind === 'tip' && { note: payment.note }),
    });
  };

  return { draft, onEvent, onPaymentCompleted };
}
