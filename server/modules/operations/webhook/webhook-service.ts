import { TEST_EVENT } from '@contract/base/webhook-events';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { assertAllowed, requireOperator, type Actor, type Operator } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import { createSecretBox } from '../../../lib/secret-box';
import { composeMail } from '../../../mail/compose-mail';
import type { SessionService } from '../../identity/auth/session/session-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { deliverWebhook, type DeliverDeps } from './deliver-webhook';
import {
  audienceEvents,
  createEndpoint,
  findOwned,
  prepareReplay,
  prepareTest,
  removeEndpoint,
  rotateSecret,
  updateEndpoint,
  type EndpointDeps,
  type EndpointOwner,
} from './manage-endpoints';
import { presentDelivery, presentEndpoint } from './webhook-presenter';
import { createWebhookRepository, type DeliveryRow, type EndpointRow } from './webhook-repository';
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

/** Signed as standardwebhooks.com describes. Promises R-6, F-6. */
export function createWebhookService(context: ServerContext, needs: WebhookNeeds) {
  const { db, clock, jobs, env, gateways, events } = context;
  const { outgoing } = gateways;
  const repository = createWebhookRepository(db);
  const box = createSecretBox(env.APP_SECRET, 'webhook secrets');
  const outbox = createWebhookOutbox(context, { repository });
  events.on('webhookEvent', outbox.onEvent);
  events.on('paymentCompleted', outbox.onPaymentCompleted);

  async function mailOwner(
    tx: Tx,
    { accountId }: EndpointRow,
    { label, ...text }: { subject: string; paragraphs: string[]; label: string },
  ): Promise<void> {
    const to = await repository.findEmail(accountId, tx);
    if (!to) return;
    const { siteName } = await needs.settings.read(tx);
    const mail = composeMail({ to, siteName, ...text, action: { label, url: `${env.WEB_PUBLIC_URL}/user/developer` } });
    await jobs.send('send-mail', { kind: 'news', ...mail }, { tx });
  }

  /** Not only for information: somebody who took over the account for a moment could have added it. */
  const notifyAdded = (tx: Tx, endpoint: EndpointRow): Promise<void> =>
    mailOwner(tx, endpoint, {
      subject: 'A webhook endpoint was added',
      paragraphs: [
        `From now on, ${new URL(endpoint.url).host} gets the events that were chosen for it.`,
        'If this wasn’t you, remove it, set a new password, and log out your other devices.',
      ],
      label: 'See your endpoints',
    });

  const notifyOff = (tx: Tx, endpoint: EndpointRow): Promise<void> =>
    mailOwner(tx, endpoint, {
      subject: 'A webhook endpoint was turned off',
      paragraphs: [
        `${new URL(endpoint.url).host} has not accepted our webhooks, so we stopped sending them.`,
        'When your server works again, turn the endpoint on and replay what it missed.',
      ],
      label: 'See its deliveries',
    });

  const deps: DeliverDeps & EndpointDeps = { db, clock, jobs, repository, box, outgoing, notifyAdded, notifyOff };

  /** @throws AppError for fans, and for operators who do not own the site: they have no endpoint, or no longer */
  function toOwner(actor: Actor, refusal: 'FORBIDDEN' | 'ENTITY_NOT_FOUND' = 'ENTITY_NOT_FOUND'): EndpointOwner {
    const { kind, operatorRole, id: accountId } = actor;
    const lock = (tx: Tx) => needs.session.lockOwn(actor, tx);
    if (kind === 'performer') return { accountId, audience: 'creator', lock };
    assertAllowed(operatorRole === 'owner', refusal);
    return { accountId, audience: 'site', operator: requireOperator(actor), lock };
  }

  /** The command has checked the role, and needs no session. */
  const toCommandOwner = (operator: Operator): EndpointOwner => ({
    accountId: operator.id,
    audience: 'site',
    operator,
    lock: (tx) => repository.lockAccount(operator.id, tx),
  });

  async function sendNow(delivery: DeliveryRow) {
    await deliverWebhook(deps, { deliveryId: delivery.id, attempt: delivery.attempts + 1 });
    return presentDelivery(requireFound(await repository.findDelivery(delivery.id)));
  }

  async function listDeliveries(
    owner: EndpointOwner,
    id: string,
    { limit, offset }: EndpointPart<'listWebhookDeliveries', 'query'>,
  ): Promise<EndpointReply<'listWebhookDeliveries'>> {
    await findOwned(deps, owner, id);
    const { rows, total } = await repository.listDeliveries(id, { limit, offset });
    return { data: rows.map(presentDelivery), total };
  }

  const sendTest = async (owner: EndpointOwner, id: string) =>
    sendNow(
      await prepareTest(deps, owner, id, (endpoint) => outbox.draft(endpoint, TEST_EVENT, { text: 'It works.' })),
    );

  const withSecret = ({ row, secret }: { row: EndpointRow; secret: string }) => ({ ...presentEndpoint(row), secret });

  return {
    async list(actor: Actor): Promise<EndpointReply<'listWebhookEndpoints'>> {
      const { accountId, audience } = toOwner(actor, 'FORBIDDEN');
      const rows = await repository.listOfAccount(accountId);
      return { data: rows.map(presentEndpoint), total: rows.length, events: [...audienceEvents[audience]] };
    },

    /** The route requires a fresh proof. @throws AppError FORBIDDEN, WEBHOOK_ADDRESS_REFUSED, TOO_MANY_WEBHOOKS */
    create: async (
      actor: Actor,
      body: EndpointPart<'createWebhookEndpoint', 'body'>,
    ): Promise<EndpointReply<'createWebhookEndpoint'>> =>
      withSecret(await createEndpoint(deps, toOwner(actor, 'FORBIDDEN'), body)),

    /** @throws AppError ENTITY_NOT_FOUND, FORBIDDEN */
    update: async (
      actor: Actor,
      id: string,
      body: EndpointPart<'updateWebhookEndpoint', 'body'>,
    ): Promise<EndpointReply<'updateWebhookEndpoint'>> =>
      presentEndpoint(await updateEndpoint(deps, toOwner(actor), id, body)),

    /** @throws AppError ENTITY_NOT_FOUND */
    async remove(actor: Actor, id: string): Promise<EndpointReply<'deleteWebhookEndpoint'>> {
      await removeEndpoint(deps, toOwner(actor), id);
      return { deleted: true };
    },

    /** The route requires a fresh proof. @throws AppError ENTITY_NOT_FOUND */
    rotate: async (actor: Actor, id: string): Promise<EndpointReply<'rotateWebhookSecret'>> =>
      withSecret(await rotateSecret(deps, toOwner(actor), id)),

    /** @throws AppError ENTITY_NOT_FOUND, WEBHOOK_OFF */
    test: async (actor: Actor, id: string): Promise<EndpointReply<'testWebhookEndpoint'>> =>
      sendTest(toOwner(actor), id),

    listDeliveries: (actor: Actor, id: string, page: EndpointPart<'listWebhookDeliveries', 'query'>) =>
      listDeliveries(toOwner(actor), id, page),

    /** @throws AppError ENTITY_NOT_FOUND, WEBHOOK_OFF */
    replay: async (actor: Actor, deliveryId: string): Promise<EndpointReply<'replayWebhookDelivery'>> =>
      sendNow(await prepareReplay(deps, toOwner(actor), deliveryId)),

    /** Endpoints of the site, by whichever owner, for commands. */
    ofSite: {
      async list() {
        const rows = await repository.listOwners({ audience: 'site', accountId: null });
        return rows.map(({ endpoint, email }) => ({ ...presentEndpoint(endpoint), email: email ?? '' }));
      },
      create: async (by: Operator, body: EndpointPart<'createWebhookEndpoint', 'body'>) =>
        withSecret(await createEndpoint(deps, toCommandOwner(by), body)),
      update: async (by: Operator, id: string, body: EndpointPart<'updateWebhookEndpoint', 'body'>) =>
        presentEndpoint(await updateEndpoint(deps, toCommandOwner(by), id, body)),
      remove: (by: Operator, id: string) => removeEndpoint(deps, toCommandOwner(by), id),
      rotate: async (by: Operator, id: string) => withSecret(await rotateSecret(deps, toCommandOwner(by), id)),
      test: (by: Operator, id: string) => sendTest(toCommandOwner(by), id),
      listDeliveries: (by: Operator, id: string, page: EndpointPart<'listWebhookDeliveries', 'query'>) =>
        listDeliveries(toCommandOwner(by), id, page),
      replay: async (by: Operator, deliveryId: string) =>
        sendNow(await prepareReplay(deps, toCommandOwner(by), deliveryId)),
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
