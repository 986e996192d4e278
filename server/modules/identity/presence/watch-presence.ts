import { and, arrayContains, eq, exists, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { ServerContext } from '../../../context';
import type { Db } from '../../../db/client';
import { existsIn, isBlockedBy } from '../../../db/conditions';
import { firstOrNull } from '../../../db/query-helpers';
import { accounts, performers } from '../../../db/schema/accounts';
import { conversationMembers } from '../../../db/schema/messages';
import { rooms } from '../../../realtime/publish';
import type { Connection, SocketHandlers } from '../../../realtime/sockets';

/** Maximum accounts that one socket can watch. */
const MAX_WATCHED = 100;

const own = alias(conversationMembers, 'own');
const other = alias(conversationMembers, 'other');

export const createPresenceHandlers = ({ db, publisher }: Pick<ServerContext, 'db' | 'publisher'>) =>
  ({
    /** Accounts can watch creators who do not block them, and fans with whom they share a conversation. */
    'presence/watch': async ({ actor, connection, payload: { userId } }) => {
      if (!actor || countWatched(connection) >= MAX_WATCHED || !connection.takeQueryPoints()) return;
      const watched = await findWatched(db, { watcherId: actor.id, country: connection.country }, userId);
      if (!watched || watched.isBlocked) return;
      if (watched.kind === 'user' && !watched.sharesConversation) return;
      await connection.join(rooms.presence(userId));
      publisher.publish('presence', connection.id, { userId, isOnline: watched.isOnline });
    },
    'presence/unwatch': ({ connection, payload: { userId } }) => connection.leave(rooms.presence(userId)),
  }) satisfies SocketHandlers['on'];

const countWatched = ({ rooms: joined }: Connection): number =>
  [...joined].filter((room) => room.startsWith(rooms.presence(''))).length;

function findWatched(db: Db, { watcherId, country }: { watcherId: string; country: string | null }, id: string) {
  const isClosed = existsIn(
    performers,
    eq(performers.id, accounts.id),
    or(eq(performers.verifiedDocument, false), arrayContains(performers.blockedCountries, [country ?? ''])),
  );
  const shared = db
    .select({ one: sql`1` })
    .from(own)
    .innerJoin(other, eq(other.conversationId, own.conversationId))
    .where(and(eq(own.accountId, watcherId), eq(other.accountId, accounts.id)));
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
