import { randomBytes } from 'node:crypto';
import { limits } from '@contract/base/limits';
import { TEST_EVENT, creatorEvents, siteEvents } from '@contract/base/webhook-events';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { assertAllowed, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { createSecretBox } from '../../../lib/secret-box';
import { composeMail } from '../../../mail/compose-mail';
import type { SessionService } from '../../identity/auth/session/session-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { deliverWebhook, type DeliverDeps } from './deliver-webhook';
import { presentDelivery, presentEndpoint } from './webhook-presenter';
import { createWebhookRepository, endWaiting, type DeliveryRow, type EndpointRow } from './webhook-repository';
import { createWebhookOutbox } from './webhook-outbox';

const DAY_MS = 24 * 3600 * 1000;
const DAYS_KEPT = 30;
/** A job that has not run by then was lost. */
const OVERDUE_MS = 15 * 60 * 1000;
const OVERDUE_BATCH = 500;

interface WebhookNeeds {
  session: Pick<SessionService, 'lockOwn'>;
  settings: SettingsService;
}

/** @throws AppError FORBIDDEN for fans, and for operators who do not own the site */
function requireAudience({ kind, operatorRole }: Actor): 'creator' | 'site' {
  assertAllowed(kind === 'performer' || operatorRole === 'owner');
  return kind === 'performer' ? 'creator' : 'site';
}

const eventsOf = { creator: creatorEvents, site: siteEvents };

/** The form of the package: a prefix, and 24 random bytes. */
const createSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

/** Signed as standardwebhooks.com describes. Promises R-6, F-6. */
export function createWebhookService(context: ServerContext, needs: WebhookNeeds) {
  const { db, clock, jobs, env, gateways, events } = context;
  const { outgoing } = gateways;
  const repository = createWebhookRepository(db);
  const box = createSecretBox(env.APP_SECRET, 'webhook secrets');
  const outbox = createWebhookOutbox(context, { repository });
  const deps: DeliverDeps = { db, clock, jobs, repository, box, outgoing, notifyOff };
  events.on('webhookEvent', outbox.onEvent);
  events.on('paymentCompleted', outbox.onPaymentCompleted);

  async function notifyOff(tx: Tx, { accountId, url }: EndpointRow): Promise<void> {
    const to = await repository.findEmail(accountId, tx);
    if (!to) return;
    const { siteName } = await needs.settings.read(tx);
    const mail = composeMail({
      to,
      siteName,
      subject: 'A webhook endpoint was turned off',
      paragraphs: [
        `${new URL(url).host} has not accepted our webhooks, so we stopped sending them.`,
        'When your server works again, turn the endpoint on and replay what it missed.',
      ],
      action: { label: 'See its deliveries', url: `${env.WEB_PUBLIC_URL}/user/developer` },
    });
    await jobs.send('send-mail', { kind: 'news', ...mail }, { tx });
  }

  const findEndpoint = async (actor: Actor, id: string) => requireFound(await repository.findOwned(actor.id, id));

  /** @throws AppError FORBIDDEN for events of another audience */
  function readEvents(actor: Actor, names: readonly string[]): string[] {
    const allowed: readonly string[] = eventsOf[requireAudience(actor)];
    assertAllowed(names.every((name) => allowed.includes(name)));
    return allowed.filter((name) => names.includes(name));
  }

  async function sendNow(delivery: DeliveryRow) {
    await deliverWebhook(deps, { deliveryId: delivery.id, attempt: delivery.attempts + 1 });
    return presentDelivery(requireFound(await repository.findDelivery(delivery.id)));
  }

  return {
    async list(actor: Actor): Promise<EndpointReply<'listWebhookEndpoints'>> {
      const rows = await repository.listOfAccount(actor.id);
      return { data: rows.map(presentEndpoint), total: rows.length, events: [...eventsOf[requireAudience(actor)]] };
    },

    /** The route requires a fresh proof. @throws AppError FORBIDDEN, WEBHOOK_ADDRESS_REFUSED, TOO_MANY_WEBHOOKS */
    async create(
      actor: Actor,
      { url, events: names }: EndpointPart<'createWebhookEndpoint', 'body'>,
    ): Promise<EndpointReply<'createWebhookEndpoint'>> {
      const audience = requireAudience(actor);
      const chosen = readEvents(actor, names);
      if (!outgoing.accepts(url)) throw new AppError('WEBHOOK_ADDRESS_REFUSED');
      const now = clock.now();
      const id = newId(now.getTime());
      const secret = createSecret();
      const row: EndpointRow = {
        id,
        accountId: actor.id,
        audience,
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
        await needs.session.lockOwn(actor, tx);
        const existing = await repository.listOfAccount(actor.id, tx);
        if (existing.length >= limits.webhookEndpoints) throw new AppError('TOO_MANY_WEBHOOKS');
        await repository.insertEndpoint(row, tx);
      });
      return { ...presentEndpoint(row), secret };
    },

    /** @throws AppError ENTITY_NOT_FOUND, FORBIDDEN */
    async update(
      actor: Actor,
      id: string,
      { events: names, isOn }: EndpointPart<'updateWebhookEndpoint', 'body'>,
    ): Promise<EndpointReply<'updateWebhookEndpoint'>> {
      await findEndpoint(actor, id);
      if (isOn === false) await inTransaction(db, (tx) => endWaiting(id, tx));
      const row = await repository.updateOwned(actor.id, id, {
        ...(names && { events: readEvents(actor, names) }),
        status: isOn === undefined ? undefined : isOn ? 'on' : 'off',
        ...(isOn !== undefined && { offReason: null, failingSince: null }),
        // An update without columns is no statement.
        accountId: actor.id,
      });
      return presentEndpoint(requireFound(row));
    },

    /** @throws AppError ENTITY_NOT_FOUND */
    async remove(actor: Actor, id: string): Promise<EndpointReply<'deleteWebhookEndpoint'>> {
      requireFound(await repository.removeOwned(actor.id, id));
      return { deleted: true };
    },

    /** The route requires a fresh proof. @throws AppError ENTITY_NOT_FOUND */
    async rotate(actor: Actor, id: string): Promise<EndpointReply<'rotateWebhookSecret'>> {
      const { secret: previousSecret } = await findEndpoint(actor, id);
      const secret = createSecret();
      const previousUntil = new Date(clock.now().getTime() + DAY_MS);
      const change = { secret: box.seal(secret, id), previousSecret, previousUntil };
      return { ...presentEndpoint(requireFound(await repository.updateOwned(actor.id, id, change))), secret };
    },

    /** @throws AppError ENTITY_NOT_FOUND, WEBHOOK_OFF */
    async test(actor: Actor, id: string): Promise<EndpointReply<'testWebhookEndpoint'>> {
      const endpoint = await findEndpoint(actor, id);
      if (endpoint.status === 'off') throw new AppError('WEBHOOK_OFF');
      const delivery = outbox.draft(endpoint, TEST_EVENT, { text: 'It works.' });
      await repository.insertDelivery(delivery);
      return sendNow(delivery);
    },

    async listDeliveries(
      actor: Actor,
      id: string,
      { limit, offset }: EndpointPart<'listWebhookDeliveries', 'query'>,
    ): Promise<EndpointReply<'listWebhookDeliveries'>> {
      await findEndpoint(actor, id);
      const { rows, total } = await repository.listDeliveries(id, { limit, offset });
      return { data: rows.map(presentDelivery), total };
    },

    /** @throws AppError ENTITY_NOT_FOUND, WEBHOOK_OFF */
    async replay(actor: Actor, deliveryId: string): Promise<EndpointReply<'replayWebhookDelivery'>> {
      const delivery = requireFound(await repository.findDelivery(deliveryId));
      const endpoint = await findEndpoint(actor, delivery.endpointId);
      if (endpoint.status === 'off') throw new AppError('WEBHOOK_OFF');
      // A job that still waits for the next attempt finds another number, and does nothing.
      const again = await repository.updateDelivery(delivery, { status: 'waiting', deliveredAt: null });
      return sendNow(requireFound(again));
    },

    deliver: (data: { deliveryId: string; attempt: number }) => deliverWebhook(deps, data),

    async recover(): Promise<void> {
      const before = new Date(clock.now().getTime() - OVERDUE_MS);
      for (const { id, attempts } of await repository.listOverdue(before, OVERDUE_BATCH))
        await jobs.send('deliver-webhook', { deliveryId: id, attempt: attempts + 1 });
    },

    sweep: (): Promise<void> => repository.removeOlder(new Date(clock.now().getTime() - DAYS_KEPT * DAY_MS)),
  };
}
