import { randomBytes } from 'node:crypto';
import { limits } from '@contract/base/limits';
import { creatorEvents, siteEvents } from '@contract/base/webhook-events';
import type { OperatorAct } from '@contract/operations/operator-acts';
import type { EndpointPart } from '@contract/schemas';
import { assertAllowed, type Operator } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import type { SecretBox } from '../../../lib/secret-box';
import { recordAct } from '../../../operator-log/record-act';
import { endWaiting, type DeliveryRow, type EndpointRow, type WebhookRepository } from './webhook-repository';

const DAY_MS = 24 * 3600 * 1000;

export const audienceEvents = { creator: creatorEvents, site: siteEvents };

/** A creator, or an owner of the site. */
export interface EndpointOwner {
  accountId: string;
  audience: 'creator' | 'site';
  /** Set for the site's endpoints: changes of these are logged. A command changes those of other owners, too. */
  operator?: Operator;
  /** @throws AppError if the session has ended meanwhile */
  lock(tx: Tx): Promise<unknown>;
}

export interface EndpointDeps extends Pick<ServerContext, 'db' | 'clock'> {
  repository: WebhookRepository;
  box: SecretBox;
  outgoing: Pick<ServerContext['gateways']['outgoing'], 'accepts'>;
  notifyAdded(tx: Tx, endpoint: EndpointRow): Promise<void>;
}

/** The form of the package: a prefix, and 24 random bytes. */
const createSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

const scopeOf = ({ accountId, audience, operator }: EndpointOwner) => ({
  audience,
  accountId: operator?.via === 'command' ? null : accountId,
});

/** Paths of webhook addresses often hold a token, so only the host is logged. */
const record = (
  tx: Tx,
  { operator }: EndpointOwner,
  act: OperatorAct,
  { id, url }: EndpointRow,
  details: object = {},
) =>
  recordAct(tx, operator, { act, subject: { kind: 'webhook', id }, details: { host: new URL(url).host, ...details } });

/** @throws AppError FORBIDDEN for events of another audience */
function readEvents({ audience }: EndpointOwner, names: readonly string[]): string[] {
  const allowed: readonly string[] = audienceEvents[audience];
  assertAllowed(names.every((name) => allowed.includes(name)));
  return allowed.filter((name) => names.includes(name));
}

/** @throws AppError ENTITY_NOT_FOUND */
export const findOwned = async ({ repository }: EndpointDeps, owner: EndpointOwner, id: string): Promise<EndpointRow> =>
  requireFound(await repository.findOwned(scopeOf(owner), id));

const lockOwned = async ({ repository }: EndpointDeps, owner: EndpointOwner, id: string, tx: Tx) =>
  requireFound(await repository.lockOwned(scopeOf(owner), id, tx));

/** @throws AppError FORBIDDEN, WEBHOOK_ADDRESS_REFUSED, TOO_MANY_WEBHOOKS */
export async function createEndpoint(
  { db, clock, repository, box, outgoing, notifyAdded }: EndpointDeps,
  owner: EndpointOwner,
  { url, events }: EndpointPart<'createWebhookEndpoint', 'body'>,
): Promise<{ row: EndpointRow; secret: string }> {
  const chosen = readEvents(owner, events);
  if (!outgoing.accepts(url)) throw new AppError('WEBHOOK_ADDRESS_REFUSED');
  const now = clock.now();
  const id = newId(now.getTime());
  const secret = createSecret();
  const row: EndpointRow = {
    id,
    accountId: owner.accountId,
    audience: owner.audience,
    url,
    events: chosen,
    secret: box.seal(secret, id),
    previousSecret: null,
    previousUntil: null,
    status: 'on',
    offReason: null,
    failingSince: null,
    createdAt: now,
  };
  await inTransaction(db, async (tx) => {
    await owner.lock(tx);
    const existing = await repository.listOfAccount(owner.accountId, tx);
    if (existing.length >= limits.webhookEndpoints) throw new AppError('TOO_MANY_WEBHOOKS');
    await repository.insertEndpoint(row, tx);
    await notifyAdded(tx, row);
    await record(tx, owner, 'webhook.added', row, { events: chosen });
  });
  return { row, secret };
}

/** @throws AppError ENTITY_NOT_FOUND, FORBIDDEN */
export const updateEndpoint = (
  deps: EndpointDeps,
  owner: EndpointOwner,
  id: string,
  { events, isOn }: EndpointPart<'updateWebhookEndpoint', 'body'>,
): Promise<EndpointRow> =>
  inTransaction(deps.db, async (tx) => {
    const before = await lockOwned(deps, owner, id, tx);
    if (isOn === false) await endWaiting(id, tx);
    const row = await deps.repository.updateEndpoint(
      id,
      {
        ...(events && { events: readEvents(owner, events) }),
        status: isOn === undefined ? undefined : isOn ? 'on' : 'off',
        ...(isOn !== undefined && { offReason: null, failingSince: null }),
        // An update without columns is no statement.
        accountId: before.accountId,
      },
      tx,
    );
    const pick = ({ events: names, status }: EndpointRow) => ({ status, events: names });
    await record(tx, owner, 'webhook.changed', row, { before: pick(before), after: pick(row) });
    return row;
  });

/** @throws AppError ENTITY_NOT_FOUND */
export const removeEndpoint = (deps: EndpointDeps, owner: EndpointOwner, id: string): Promise<void> =>
  inTransaction(deps.db, async (tx) => {
    const row = await lockOwned(deps, owner, id, tx);
    await deps.repository.removeEndpoint(id, tx);
    await record(tx, owner, 'webhook.removed', row, { events: row.events });
  });

/** The former secret signs, too, for a day. @throws AppError ENTITY_NOT_FOUND */
export const rotateSecret = (
  deps: EndpointDeps,
  owner: EndpointOwner,
  id: string,
): Promise<{ row: EndpointRow; secret: string }> =>
  inTransaction(deps.db, async (tx) => {
    const { secret: previousSecret } = await lockOwned(deps, owner, id, tx);
    const secret = createSecret();
    const previousUntil = new Date(deps.clock.now().getTime() + DAY_MS);
    const change = { secret: deps.box.seal(secret, id), previousSecret, previousUntil };
    const row = await deps.repository.updateEndpoint(id, change, tx);
    await record(tx, owner, 'webhook.secret-changed', row);
    return { row, secret };
  });

/**
 * Stores a delivery of the test event.
 *
 * @throws AppError ENTITY_NOT_FOUND, WEBHOOK_OFF
 */
export const prepareTest = (
  deps: EndpointDeps,
  owner: EndpointOwner,
  id: string,
  draft: (endpoint: EndpointRow) => DeliveryRow,
): Promise<DeliveryRow> =>
  inTransaction(deps.db, async (tx) => {
    const endpoint = await lockOwned(deps, owner, id, tx);
    if (endpoint.status === 'off') throw new AppError('WEBHOOK_OFF');
    const delivery = draft(endpoint);
    await deps.repository.insertDelivery(delivery, tx);
    await record(tx, owner, 'webhook.tested', endpoint, { delivery: delivery.id });
    return delivery;
  });

/**
 * Makes a delivery wait for another attempt, with the same id and body.
 *
 * @throws AppError ENTITY_NOT_FOUND, WEBHOOK_OFF
 */
export async function prepareReplay(
  deps: EndpointDeps,
  owner: EndpointOwner,
  deliveryId: string,
): Promise<DeliveryRow> {
  const delivery = requireFound(await deps.repository.findDelivery(deliveryId));
  return inTransaction(deps.db, async (tx) => {
    const endpoint = await lockOwned(deps, owner, delivery.endpointId, tx);
    if (endpoint.status === 'off') throw new AppError('WEBHOOK_OFF');
    // A job that still waits for the next attempt finds another number, and does nothing.
    const again = await deps.repository.updateDelivery(
      delivery,
      { status: 'waiting', deliveredAt: null, nextAttemptAt: deps.clock.now() },
      tx,
    );
    await record(tx, owner, 'webhook.replayed', endpoint, { delivery: deliveryId, event: delivery.event });
    return requireFound(again);
  });
}
