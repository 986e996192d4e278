import { Webhook } from 'standardwebhooks';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import type { SecretBox } from '../../../lib/secret-box';
import { endWaiting, type DeliveryRow, type EndpointRow, type WebhookRepository } from './webhook-repository';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Pauses after each failure; eight attempts take three days. */
const PAUSES_MS = [MINUTE_MS, 10 * MINUTE_MS, HOUR_MS, 5 * HOUR_MS, 12 * HOUR_MS, 24 * HOUR_MS, 30 * HOUR_MS];
/** An endpoint at which nothing arrived for so long is turned off. */
const GIVES_UP_MS = 5 * DAY_MS;
const REPLY_LENGTH = 500;
const GONE = 410;

export interface DeliverDeps extends Pick<ServerContext, 'db' | 'clock' | 'jobs'> {
  repository: WebhookRepository;
  box: SecretBox;
  outgoing: ServerContext['gateways']['outgoing'];
  notifyOff(tx: Tx, endpoint: EndpointRow): Promise<void>;
}

interface Reply {
  status: number | null;
  text: string;
  /** A repeat would have the same end. */
  isFinal: boolean;
}

/** Makes one attempt. Safe to repeat: an attempt that was stored is not made again. */
export async function deliverWebhook(
  deps: DeliverDeps,
  { deliveryId, attempt }: { deliveryId: string; attempt: number },
): Promise<void> {
  const delivery = await deps.repository.findDelivery(deliveryId);
  const endpoint = delivery && (await deps.repository.findEndpoint(delivery.endpointId));
  if (!delivery || !endpoint || delivery.status !== 'waiting' || delivery.attempts + 1 !== attempt) return;
  if (endpoint.status === 'off' || !(await deps.repository.mayListen(endpoint))) {
    await deps.repository.updateDelivery(delivery, { status: 'failed', nextAttemptAt: null });
    return;
  }
  const reply = await send(deps, endpoint, delivery);
  const isDelivered = reply.status !== null && reply.status >= 200 && reply.status < 300;
  await inTransaction(deps.db, (tx) =>
    isDelivered ? storeSuccess(deps, tx, delivery, reply) : storeFailure(deps, tx, delivery, reply),
  );
}

async function send(
  { box, clock, outgoing }: DeliverDeps,
  endpoint: EndpointRow,
  delivery: DeliveryRow,
): Promise<Reply> {
  const now = clock.now();
  const isRotating = endpoint.previousUntil !== null && endpoint.previousUntil > now;
  const sealed = [endpoint.secret, ...(isRotating && endpoint.previousSecret ? [endpoint.previousSecret] : [])];
  const id = `msg_${delivery.id}`;
  const signatures = sealed.map((secret) => new Webhook(box.open(secret, endpoint.id)).sign(id, now, delivery.body));
  try {
    const { status, text } = await outgoing.send(endpoint.url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'creator-platform-webhooks/1',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': signatures.join(' '),
      },
      body: delivery.body,
    });
    return { status, text: clean(text), isFinal: status === GONE };
  } catch (error) {
    const isRefused = error instanceof Error && error.name === 'AddressRefused';
    return {
      status: null,
      text: isRefused ? 'This address is not on the internet.' : describe(error),
      isFinal: isRefused,
    };
  }
}

/** Without bytes that the database does not store. */
const clean = (text: string): string => text.replaceAll('\0', '').slice(0, REPLY_LENGTH);

/** Names no address that the DNS returned. */
function describe(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (/TIMEOUT/i.test(code) || (error instanceof Error && error.name === 'TimeoutError'))
    return 'No reply within ten seconds.';
  if (code === 'ENOTFOUND') return 'There is no server with this name.';
  if (/CERT|SELF_SIGNED|TLS/i.test(code)) return 'The certificate of the server is not valid.';
  return 'The server could not be reached.';
}

async function storeSuccess(
  { repository, clock }: DeliverDeps,
  tx: Tx,
  delivery: DeliveryRow,
  reply: Reply,
): Promise<void> {
  const now = clock.now();
  const end = { status: 'delivered', deliveredAt: now, nextAttemptAt: null } as const;
  const result = { attempts: delivery.attempts + 1, replyStatus: reply.status, replyText: reply.text };
  // The endpoint first, as after a failure, so that two deliveries do not wait for each other.
  await repository.endFailing(delivery.endpointId, tx);
  await repository.updateDelivery(delivery, { ...result, ...end }, tx);
}

async function storeFailure(deps: DeliverDeps, tx: Tx, delivery: DeliveryRow, reply: Reply): Promise<void> {
  const { repository, clock, jobs } = deps;
  const now = clock.now();
  const pause = reply.isFinal ? undefined : PAUSES_MS[delivery.attempts];
  const nextAttemptAt = pause === undefined ? null : new Date(now.getTime() + pause);
  const attempts = delivery.attempts + 1;
  const result = { attempts, replyStatus: reply.status, replyText: reply.text };
  const status = nextAttemptAt ? 'waiting' : 'failed';
  const endpoint = await repository.lockEndpoint(delivery.endpointId, tx);
  if (!endpoint || !(await repository.updateDelivery(delivery, { ...result, status, nextAttemptAt }, tx))) return;
  const failingSince = endpoint.failingSince ?? now;
  const offReason =
    reply.status === GONE ? 'gone' : now.getTime() - failingSince.getTime() >= GIVES_UP_MS ? 'failing' : null;
  if (offReason !== null && endpoint.status === 'on') {
    await repository.updateEndpoint(endpoint.id, { status: 'off', offReason, failingSince }, tx);
    await endWaiting(endpoint.id, tx);
    await deps.notifyOff(tx, endpoint);
    return;
  }
  await repository.updateEndpoint(endpoint.id, { failingSince }, tx);
  if (nextAttemptAt)
    await jobs.send(
      'deliver-webhook',
      { deliveryId: delivery.id, attempt: attempts + 1 },
      { tx, runAt: nextAttemptAt },
    );
}
