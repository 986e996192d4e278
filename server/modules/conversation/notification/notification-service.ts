import type { z } from 'zod';
import { Notification } from '@contract/conversation/notification-schemas';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import { rooms } from '../../../realtime/publish';
import type { PeopleService, PersonView } from '../../identity/people/people-service';
import { createNotificationRepository, type NotificationRow } from './notification-repository';

type NotificationView = z.input<typeof Notification>;

export interface NewNotification {
  /** Who is told. */
  userId: string;
  /** The area it is about. */
  type: NotificationView['type'];
  /** What happened there. Wire contract 3.21. */
  action: string;
  title: string;
  /** One sentence that makes sense on its own. */
  message: string;
  refId?: string;
  refSource?: string;
  /** Enough of the thing to name it and link to it. */
  reference?: NonNullable<NotificationView['reference']>;
  /** Account id of who caused it. */
  createdBy?: string;
  /** Caused by a fan, who blocks nobody. */
  isByFan?: boolean;
  /** Told once only: a like taken back and given again is no news. */
  isOnce?: boolean;
}

export type NotificationService = ReturnType<typeof createNotificationService>;

/** What people are told of while they look elsewhere. */
export function createNotificationService(
  { db, clock, publisher }: Pick<ServerContext, 'db' | 'clock' | 'publisher'>,
  { people }: { people: Pick<PeopleService, 'views' | 'publicViews'> },
) {
  const repository = createNotificationRepository(db);

  /** Tells those who are here of something that one person caused, or nobody did. */
  async function announce(rows: readonly NotificationRow[], createdBy: string | null): Promise<void> {
    if (rows.length === 0) return;
    const creator = createdBy === null ? undefined : (await people.publicViews([createdBy])).get(createdBy);
    for (const row of rows) {
      publisher.publish('send_notification', rooms.account(row.userId), presentNotification(row, creator ?? null));
    }
  }

  return {
    /**
     * Stores a notification; its receiver's sockets hear of it after the commit. Nobody is told of what they did, nor of
     * what somebody did who blocks them.
     */
    async add(tx: Tx, notification: NewNotification): Promise<void> {
      const { isOnce, isByFan = false, ...news } = notification;
      if (news.userId === news.createdBy) return;
      if (news.createdBy && !isByFan && (await repository.listBlocked(news.createdBy, [news.userId], tx)).length > 0)
        return;
      const now = clock.now();
      const row = { ...news, refId: news.refId ?? null, createdBy: news.createdBy ?? null };
      if (isOnce && (await repository.listTold([row.userId], row, tx)).length > 0) return;
      const id = newId(now.getTime());
      const stored = await repository.insert({ id, ...row, createdAt: now, updatedAt: now }, tx);
      tx.afterCommit(() => announce([stored], stored.createdBy));
    },

    /** Takes back what its receiver has not read and is not true any more. @returns whether there was any. */
    withdraw: repository.removeUnread,

    /**
     * Stores one piece of news for many people; who is online hears of it after the commit. Those who were told of the
     * same before are left out, so that an interrupted round may begin again.
     */
    async addToMany(
      receivers: readonly { id: string; isOnline: boolean }[],
      news: Omit<NewNotification, 'userId' | 'isOnce' | 'isByFan'>,
    ): Promise<void> {
      const now = clock.now();
      const row = {
        ...news,
        refId: news.refId ?? null,
        refSource: news.refSource ?? null,
        reference: news.reference ?? {},
        createdBy: news.createdBy ?? null,
        createdAt: now,
        updatedAt: now,
      };
      const stored = await inTransaction(db, async (tx) => {
        const userIds = receivers.map(({ id }) => id).filter((id) => id !== news.createdBy);
        const blocked = row.createdBy === null ? [] : await repository.listBlocked(row.createdBy, userIds, tx);
        const told = new Set([
          ...(await repository.listTold(userIds, { type: row.type, action: row.action, refId: row.refId }, tx)),
          ...blocked,
        ]);
        const rows = userIds.filter((id) => !told.has(id)).map((userId) => ({ id: newId(now.getTime()), userId }));
        await repository.insertForMany(rows, row, tx);
        return rows;
      });
      const online = new Set(receivers.filter(({ isOnline }) => isOnline).map(({ id }) => id));
      const heard = stored.filter(({ userId }) => online.has(userId));
      const unread = { read: false, readAt: null, mailedAt: null };
      await announce(
        heard.map((ids) => ({ ...row, ...ids, ...unread })),
        row.createdBy,
      );
    },

    /** Newest first; `totalUnread` counts all, whatever the filter. */
    async list(
      actor: Actor,
      query: EndpointPart<'listNotifications', 'query'>,
    ): Promise<EndpointReply<'listNotifications'>> {
      const [{ rows, total }, totalUnread] = await Promise.all([
        repository.list(actor.id, query),
        repository.countUnread(actor.id),
      ]);
      const creators = await people.views(
        rows.map((row) => row.createdBy).filter((id) => id !== null),
        actor,
      );
      const data = rows.map((row) => presentNotification(row, creators.get(row.createdBy ?? '') ?? null));
      return { data, total, totalUnread };
    },

    /** @throws AppError ENTITY_NOT_FOUND for a notification that is not the actor's. */
    async read(actor: Actor, id: string): Promise<true> {
      if (!(await repository.markRead(id, actor.id, clock.now()))) throw new AppError('ENTITY_NOT_FOUND');
      return true;
    },

    async readAll(actor: Actor): Promise<true> {
      await repository.markAllRead(actor.id, clock.now());
      return true;
    },
  };
}

/** `reference` is empty where a notification is about nothing in particular. */
const Reference = Notification.shape.reference.catch(null);

/** @param creator who caused it; null when nobody did, or they are gone. */
function presentNotification(row: NotificationRow, creator: PersonView | null): NotificationView {
  return {
    _id: row.id,
    userId: row.userId,
    type: row.type as NotificationView['type'],
    action: row.action,
    title: row.title,
    message: row.message,
    refId: row.refId,
    refSource: row.refSource,
    reference: Reference.parse(row.reference),
    createdBy: creator ?? row.createdBy,
    createdByModel: creator && (creator.isPerformer ? 'Performer' : 'User'),
    read: row.read,
    readAt: row.readAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
