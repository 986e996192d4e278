import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import type { ServerContext } from '../../../context';
import { hasRows, listIds } from '../../../db/query-helpers';
import { accounts } from '../../../db/schema/accounts';
import { rooms } from '../../../realtime/publish';
import { createPresenceHandlers } from './watch-presence';

/** Longer than two heartbeats, so that a slow process does not count as dead. */
const STALE_MS = 150_000;

/** Going online or offline must not move accounts in lists that are sorted by `updatedAt`. */
const unchanged = { updatedAt: sql`${accounts.updatedAt}` };

export type PresenceService = ReturnType<typeof createPresenceService>;

export function createPresenceService({ db, clock, publisher }: Pick<ServerContext, 'db' | 'clock' | 'publisher'>) {
  const publish = (userId: string, isOnline: boolean) =>
    publisher.publish('presence', rooms.presence(userId), { userId, isOnline });

  return {
    socketHandlers: createPresenceHandlers({ db, publisher }),

    /** Ignores accounts that hide their presence. */
    async onPresence(accountId: string, isOnline: boolean): Promise<void> {
      const updated = db
        .update(accounts)
        .set({ isOnline, lastSeenAt: clock.now(), ...unchanged })
        .where(and(eq(accounts.id, accountId), accounts.showsPresence))
        .returning({ id: accounts.id });
      if (await hasRows(updated)) publish(accountId, isOnline);
    },

    /** If visible, the account is shown again from its next heartbeat on, within a minute. */
    async setVisible(accountId: string, isVisible: boolean): Promise<void> {
      // Deletes the stored values, because lists that are sorted by them would reveal them.
      const hidden = { isOnline: false, lastSeenAt: null };
      const [row] = await db
        .update(accounts)
        .set({ showsPresence: isVisible, ...(!isVisible && hidden), ...unchanged })
        .where(eq(accounts.id, accountId))
        .returning({ isOnline: accounts.isOnline });
      publish(accountId, row?.isOnline ?? false);
    },

    async onAlive(accountIds: string[]): Promise<void> {
      if (accountIds.length === 0) return;
      const isShown = and(inArray(accounts.id, accountIds), accounts.showsPresence);
      await db
        .update(accounts)
        .set({ lastSeenAt: clock.now(), ...unchanged })
        .where(isShown);
      // `sweep` may have marked some of these accounts as offline.
      const returned = db
        .update(accounts)
        .set({ isOnline: true, ...unchanged })
        .where(and(isShown, eq(accounts.isOnline, false)))
        .returning({ id: accounts.id });
      for (const id of await listIds(returned)) publish(id, true);
    },

    /** Marks accounts as offline if their process has died. Wire contract 4.1. */
    async sweep(): Promise<void> {
      const since = new Date(clock.now().getTime() - STALE_MS);
      const ended = db
        .update(accounts)
        .set({ isOnline: false, ...unchanged })
        .where(and(eq(accounts.isOnline, true), or(isNull(accounts.lastSeenAt), lt(accounts.lastSeenAt, since))))
        .returning({ id: accounts.id });
      for (const id of await listIds(ended)) publish(id, false);
    },
  };
}
