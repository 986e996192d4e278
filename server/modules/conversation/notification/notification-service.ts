import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import {
  addNotification,
  addNotificationToMany,
  type NewNotification,
  type NotificationDeps,
} from './add-notification';
import { presentNotification } from './notification-presenter';
import { createNotificationRepository } from './notification-repository';
import { notificationWrites } from './notification-writes';

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

    /** Deletes a notification that its receiver has not read and that is no longer true. @returns whether there was any. */
    withdraw: notificationWrites.removeUnread,

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
