import type { z } from 'zod';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { Notification } from '@contract/conversation/notification-schemas';
import type { Actor } from '../../../access';
import { type Tx, inTransaction } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { rooms } from '../../../realtime/publish';
import type { PersonView, PeopleService } from '../../identity/people/people-service';
import type { PushService } from '../push/push-service';
import { createNotificationRepository, notificationWrites, type NotificationRow } from './notification-repository';
import { getNewsKind, isAboutTrade } from '../../../lib/news-kind';

type NotificationView = z.input<typeof Notification>;

interface NewNotification {
  userId: string;
  type: NotificationView['type'];
  /** The event at the reference, such as `like`. Wire contract 3.21. */
  action: string;
  title: string;
  /** Must make sense without the title. */
  message: string;
  refId?: string;
  refSource?: string;
  reference?: NonNullable<NotificationView['reference']>;
  createdBy?: string;
  /** True skips the check for blocks, because only creators can block. */
  isByFan?: boolean;
  /** True prevents duplicates, for example for a like that was removed and given again. */
  isOnce?: boolean;
}

interface NotificationDeps extends Pick<ServerContext, 'db' | 'clock' | 'publisher'> {
  people: Pick<PeopleService, 'views' | 'publicViews'>;
  push: Pick<PushService, 'tell' | 'tellMany'>;
}

export type NotificationService = ReturnType<typeof createNotificationService>;

export function createNotificationService(deps: NotificationDeps) {
  const { db, clock, people } = deps;
  const repository = createNotificationRepository(db);
  return {
    add: (tx: Tx, notification: NewNotification) => addNotification(deps, tx, notification),

    addToMany: (
      receivers: readonly { id: string; isOnline: boolean }[],
      news: Omit<NewNotification, 'userId' | 'isOnce' | 'isByFan'>,
    ) => addNotificationToMany(deps, receivers, news),

    /** Deletes an unread notification that is no longer true. @returns whether there was any */
    async withdraw(about: Parameters<typeof notificationWrites.removeUnread>[0], tx: Tx): Promise<boolean> {
      const ids = await notificationWrites.removeUnread(about, tx);
      if (ids.length === 0) return false;
      tx.afterCommit(async () => {
        const totalUnread = await repository.countUnread(about.userId);
        deps.publisher.publish('notification_withdrawn', rooms.account(about.userId), { ids, totalUnread });
      });
      return true;
    },

    withdrawNews: notificationWrites.removeNewsAbout,

    /** `totalUnread` does not depend on the filter. */
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

    /** @throws AppError ENTITY_NOT_FOUND for a notification of another account */
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

const Reference = Notification.shape.reference.catch(null);

/** @param creator the account that caused it; null if there was none, or it was deleted */
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

/**
 * Publishes after the commit. Ignores what accounts cause themselves, and what creators who block the recipient cause, except about
 * money and orders.
 */
async function addNotification(deps: NotificationDeps, tx: Tx, notification: NewNotification): Promise<void> {
  const { isOnce, isByFan = false, ...news } = notification;
  const { userId, createdBy } = news;
  if (userId === createdBy) return;
  const canBeBlocked = createdBy !== undefined && !isByFan && !isAboutTrade(news);
  if (canBeBlocked && (await notificationWrites.listBlocked(createdBy, [userId], tx)).length > 0) return;
  const now = deps.clock.now();
  const row = { ...news, refId: news.refId ?? null, createdBy: createdBy ?? null };
  if (isOnce && (await notificationWrites.listReceivers([userId], row, tx)).length > 0) return;
  const id = newId(now.getTime());
  const isHidden = (await notificationWrites.listHiding([userId], getNewsKind(news), tx)).length > 0;
  const stored = await notificationWrites.insert({ id, ...row, isHidden, createdAt: now, updatedAt: now }, tx);
  await deps.push.tell(tx, stored);
  if (!isHidden) tx.afterCommit(() => publishNotifications(deps, [stored], stored.createdBy));
}

/**
 * Notifies many accounts, and publishes to those that are online. Skips accounts that already have the notification, so that an
 * interrupted run can be repeated.
 */
async function addNotificationToMany(
  deps: NotificationDeps,
  receivers: readonly { id: string; isOnline: boolean }[],
  news: Omit<NewNotification, 'userId' | 'isOnce' | 'isByFan'>,
): Promise<void> {
  const now = deps.clock.now();
  const row = {
    ...news,
    refId: news.refId ?? null,
    refSource: news.refSource ?? null,
    reference: news.reference ?? {},
    createdBy: news.createdBy ?? null,
    createdAt: now,
    updatedAt: now,
  };
  const { type, action, refId, createdBy } = row;
  const stored = await inTransaction(deps.db, async (tx) => {
    const userIds = receivers.map(({ id }) => id).filter((id) => id !== createdBy);
    const blocked =
      createdBy === null || isAboutTrade(row) ? [] : await notificationWrites.listBlocked(createdBy, userIds, tx);
    const already = await notificationWrites.listReceivers(userIds, { type, action, refId }, tx);
    const skipped = new Set([...already, ...blocked]);
    const hiding = new Set(await notificationWrites.listHiding(userIds, getNewsKind(row), tx));
    const rows = userIds
      .filter((id) => !skipped.has(id))
      .map((userId) => ({ id: newId(now.getTime()), userId, isHidden: hiding.has(userId) }));
    await notificationWrites.insertForMany(rows, row, tx);
    const told = rows.map(({ userId }) => userId);
    await deps.push.tellMany(tx, told, row);
    return rows;
  });
  const online = new Set(receivers.filter(({ isOnline }) => isOnline).map(({ id }) => id));
  const unread = { read: false, readAt: null, mailedAt: null };
  const published = stored
    .filter(({ userId, isHidden }) => online.has(userId) && !isHidden)
    .map((ids) => ({ ...row, ...ids, ...unread }));
  await publishNotifications(deps, published, createdBy);
}

async function publishNotifications(
  { people, publisher }: NotificationDeps,
  rows: readonly NotificationRow[],
  createdBy: string | null,
): Promise<void> {
  if (rows.length === 0) return;
  const creator = createdBy === null ? undefined : (await people.publicViews([createdBy])).get(createdBy);
  for (const row of rows) {
    publisher.publish('send_notification', rooms.account(row.userId), presentNotification(row, creator ?? null));
  }
}
