import { and, arrayContains, eq, exists, inArray, isNull, lt, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ServerContext } from '../../../context';
import { existsIn, isBlockedBy } from '../../../db/conditions';
import { firstOrNull, hasRows, listIds } from '../../../db/query-helpers';
import { accounts, performers } from '../../../db/schema/accounts';
import { conversationMembers } from '../../../db/schema/messages';
import { rooms } from '../../../realtime/publish';
import type { Connection, SocketHandlers } from '../../../realtime/socket-server';

/** Milliseconds without a sign of life: two missed ones, so that a slow process is not taken for a dead one. */
const STALE_MS = 150_000;
/** Accounts one socket may watch at a time. */
const MOST_WATCHED = 100;

const one = alias(conversationMembers, 'one');
const other = alias(conversationMembers, 'other');
/** Coming and going is no change of the account: lists sorted by `updatedAt` must not move. */
const untouched = { updatedAt: sql`${accounts.updatedAt}` };

/** Who is online: kept with the account, told to those who look at it. */
export function createPresenceService({ db, clock, publisher }: Pick<ServerContext, 'db' | 'clock' | 'publisher'>) {
  /** What decides whether somebody may watch an account; null when there is no such account. */
  function findWatched({ watcherId, country }: { watcherId: string; country: string | null }, id: string) {
    const isClosed = existsIn(
      performers,
      eq(performers.id, accounts.id),
      or(eq(performers.verifiedDocument, false), arrayContains(performers.blockedCountries, [country ?? ''])),
    );
    const shared = db
      .select({ one: sql`1` })
      .from(one)
      .innerJoin(other, eq(other.conversationId, one.conversationId))
      .where(and(eq(one.accountId, watcherId), eq(other.accountId, accounts.id)));
    return firstOrNull(
      db
        .select({
          kind: accounts.kind,
          isOnline: accounts.isOnline,
          isBlocked: sql<boolean>`${or(isBlockedBy(accounts.id, watcherId), isClosed)}`,
          sharesConversation: sql<boolean>`${exists(shared)}`,
        })
        .from(accounts)
        .where(and(eq(accounts.id, id), eq(accounts.status, 'active'))),
    );
  }

  const tell = (userId: string, isOnline: boolean) =>
    publisher.publish('presence', rooms.presence(userId), { userId, isOnline });

  const countWatched = ({ rooms: joined }: Connection) =>
    [...joined].filter((room) => room.startsWith(rooms.presence(''))).length;

  const socketHandlers = {
    /**
     * The socket hears of an account's presence, first of the state now. Creators may be watched by every account they do
     * not block, fans only by those they have a conversation with.
     */
    'presence/watch': async ({ actor, connection, payload: { userId } }) => {
      if (!actor || countWatched(connection) >= MOST_WATCHED || !connection.mayAsk()) return;
      const watched = await findWatched({ watcherId: actor.id, country: connection.country }, userId);
      if (!watched || watched.isBlocked) return;
      if (watched.kind === 'user' && !watched.sharesConversation) return;
      await connection.join(rooms.presence(userId));
      publisher.publish('presence', connection.id, { userId, isOnline: watched.isOnline });
    },
    'presence/unwatch': ({ connection, payload: { userId } }) => connection.leave(rooms.presence(userId)),
  } satisfies SocketHandlers['on'];

  return {
    socketHandlers,

    async onPresence(accountId: string, isOnline: boolean): Promise<void> {
      // Who does not want it known stays offline.
      const noted = db
        .update(accounts)
        .set({ isOnline, lastSeenAt: clock.now(), ...untouched })
        .where(and(eq(accounts.id, accountId), accounts.showsPresence))
        .returning({ id: accounts.id });
      if (await hasRows(noted)) tell(accountId, isOnline);
    },

    /**
     * Whether others may know when somebody is here. From now on they look offline, also in lists; shown again, they are
     * online from their next sign of life on, within a minute.
     */
    async setVisible(accountId: string, isVisible: boolean): Promise<void> {
      // Hiding it forgets what was known: lists sorted by it must not tell either.
      const hidden = { isOnline: false, lastSeenAt: null };
      const [row] = await db
        .update(accounts)
        .set({ showsPresence: isVisible, ...(!isVisible && hidden), ...untouched })
        .where(eq(accounts.id, accountId))
        .returning({ isOnline: accounts.isOnline });
      tell(accountId, row?.isOnline ?? false);
    },

    /** A sign of life from the process that holds these accounts' sockets. */
    async onAlive(accountIds: string[]): Promise<void> {
      if (accountIds.length === 0) return;
      const isShown = and(inArray(accounts.id, accountIds), accounts.showsPresence);
      await db
        .update(accounts)
        .set({ lastSeenAt: clock.now(), ...untouched })
        .where(isShown);
      // Some may have been taken for gone meanwhile.
      const back = db
        .update(accounts)
        .set({ isOnline: true, ...untouched })
        .where(and(isShown, eq(accounts.isOnline, false)))
        .returning({ id: accounts.id });
      for (const id of await listIds(back)) tell(id, true);
    },

    /** Marks offline who has no live socket any more: a process that died could not say so. Wire contract 4.1. */
    async sweep(): Promise<void> {
      const since = new Date(clock.now().getTime() - STALE_MS);
      const ended = db
        .update(accounts)
        .set({ isOnline: false, ...untouched })
        .where(and(eq(accounts.isOnline, true), or(isNull(accounts.lastSeenAt), lt(accounts.lastSeenAt, since))))
        .returning({ id: accounts.id });
      for (const id of await listIds(ended)) tell(id, false);
    },
  };
}

export type PresenceService = ReturnType<typeof createPresenceService>;
