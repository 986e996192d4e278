import { and, eq } from 'drizzle-orm';
import type { Caller } from '../../../../access';
import { streamReminders } from '../../../../db/schema/streams';
import { AppError } from '../../../../errors';
import type { FeedService } from '../../../content/feed/feed-service';
import { remindOfShows, type RemindDeps } from './remind-of-shows';

interface ReminderDeps extends RemindDeps {
  feed: Pick<FeedService, 'get' | 'forgetLists'>;
}

/** Lets fans set reminders of a show that a post announces. */
export function createShowReminderService(deps: ReminderDeps) {
  const { db, clock, feed } = deps;

  /** @throws AppError ENTITY_NOT_FOUND for posts that announce no show or are hidden from the caller */
  async function assertAnnounced({ actor, country }: Caller, id: string): Promise<void> {
    const { type } = await feed.get(actor, id, country);
    if (type !== 'scheduled-streaming') throw new AppError('ENTITY_NOT_FOUND');
  }

  return {
    async set(caller: Caller, id: string): Promise<{ isReminded: true }> {
      await assertAnnounced(caller, id);
      const now = clock.now();
      await db
        .insert(streamReminders)
        .values({ feedId: id, accountId: caller.actor.id, createdAt: now, updatedAt: now })
        .onConflictDoNothing();
      feed.forgetLists();
      return { isReminded: true };
    },

    async remove(caller: Caller, id: string): Promise<{ isReminded: false }> {
      await assertAnnounced(caller, id);
      await db
        .delete(streamReminders)
        .where(and(eq(streamReminders.feedId, id), eq(streamReminders.accountId, caller.actor.id)));
      feed.forgetLists();
      return { isReminded: false };
    },

    remindDue: (): Promise<void> => remindOfShows(deps),
  };
}
