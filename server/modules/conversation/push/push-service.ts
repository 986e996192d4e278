import { ECDH } from 'node:crypto';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import type { notifications } from '../../../db/schema/social';
import type { Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { JobData, PushNews } from '../../../jobs/job-data';
import type { SettingsService } from '../../site/settings/settings-service';
import { createPushKeys, type KeyBox } from './push-keys';
import { toMessageNews, toPushNews } from './push-news';
import { createPushRepository, listSubscribed, type PushSubscriptionRow } from './push-repository';
import { pushNews, sendPush, type SendPushDeps } from './send-push';

const ACCOUNTS_PER_JOB = 100;
/** By then, a recipient who has the conversation open has read the message. */
const MESSAGE_DELAY_MS = 3_000;

interface PushNeeds {
  settings: Pick<SettingsService, 'read'>;
  box: KeyBox;
  getDevice(userAgent: string): Pick<SubscriptionView, 'device' | 'browser' | 'os'>;
}

type SubscriptionView = EndpointReply<'addPushSubscription'>;

export type PushService = ReturnType<typeof createPushService>;

/** Pushes news to browsers that have subscribed, without private text. */
export function createPushService(
  context: Pick<ServerContext, 'db' | 'env' | 'clock' | 'jobs' | 'gateways'>,
  { settings, box, getDevice }: PushNeeds,
) {
  const { db, clock, jobs, gateways } = context;
  const repository = createPushRepository(db);
  const keys = createPushKeys(context, box);
  const deps: SendPushDeps = { clock, jobs, gateways, repository, keys, settings };

  const send = async (tx: Tx, accountIds: readonly string[], news: PushNews, runAt?: Date): Promise<void> => {
    const subscribed = await listSubscribed(accountIds, tx);
    for (let from = 0; from < subscribed.length; from += ACCOUNTS_PER_JOB) {
      const data = { accountIds: subscribed.slice(from, from + ACCOUNTS_PER_JOB), news };
      await jobs.send('push-news', data, { tx, ...(runAt && { runAt }) });
    }
  };

  const present = (row: PushSubscriptionRow, actor: Actor): SubscriptionView => ({
    _id: row.id,
    ...getDevice(row.userAgent),
    isCurrent: row.sessionId === actor.sessionId,
    createdAt: row.createdAt.toISOString(),
    lastSuccessAt: row.lastSuccessAt?.toISOString() ?? null,
  });

  return {
    /** The key that browsers subscribe with. */
    createKeys: keys.create,

    getKey: async (): Promise<EndpointReply<'getPushKey'>> => ({ publicKey: await keys.readPublic() }),

    async list(actor: Actor): Promise<EndpointReply<'listPushSubscriptions'>> {
      const rows = await repository.list(actor.id);
      return { data: rows.map((row) => present(row, actor)), total: rows.length };
    },

    /** @throws AppError VALIDATION_FAILED if nothing is ever sent to such an address, or nothing can be encrypted for the key */
    async subscribe(
      actor: Actor,
      { endpoint, keys: { p256dh, auth } }: EndpointPart<'addPushSubscription', 'body'>,
      userAgent: string,
    ): Promise<SubscriptionView> {
      if (!gateways.outgoing.accepts(endpoint))
        throw new AppError('VALIDATION_FAILED', { message: 'endpoint: must be https at a public address' });
      if (!isPublicKey(p256dh))
        throw new AppError('VALIDATION_FAILED', { message: 'keys.p256dh: must be a P-256 key' });
      const owner = { accountId: actor.id, sessionId: actor.sessionId, userAgent: userAgent.slice(0, 300) };
      const now = clock.now();
      const row = { id: newId(now.getTime()), ...owner, endpoint, p256dh, auth, createdAt: now };
      return present(await repository.replace(row), actor);
    },

    /** @throws AppError ENTITY_NOT_FOUND for a subscription of another account */
    async unsubscribe(actor: Actor, id: string): Promise<true> {
      if (!(await repository.remove(actor.id, id))) throw new AppError('ENTITY_NOT_FOUND');
      return true;
    },

    /** The transaction that stores a notification also queues its push. */
    tell: (tx: Tx, row: typeof notifications.$inferSelect) =>
      send(tx, [row.userId], { ...toPushNews(row), notificationId: row.id }),

    tellMany: (tx: Tx, accountIds: readonly string[], news: Parameters<typeof toPushNews>[0]) =>
      send(tx, accountIds, toPushNews(news)),

    tellOfMessage: (tx: Tx, recipientId: string, message: Parameters<typeof toMessageNews>[0]) =>
      send(tx, [recipientId], toMessageNews(message), new Date(clock.now().getTime() + MESSAGE_DELAY_MS)),

    runNews: (data: JobData['push-news']) => pushNews(deps, data),
    runSend: (data: JobData['send-push']) => sendPush(deps, data),
  };
}

/** An uncompressed point of the curve P-256. RFC 8291, 2.1. */
function isPublicKey(text: string): boolean {
  try {
    ECDH.convertKey(Buffer.from(text, 'base64url'), 'prime256v1');
    return true;
  } catch {
    return false;
  }
}
