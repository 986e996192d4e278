import { and, desc, eq, gt, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Viewer } from '../../../access';
import { existsIn, isBlockedBy, isFollowing, isSubscribedTo } from '../../../db/conditions';
import type { Db } from '../../../db/client';
import { findRow, firstOrNull, getSingle, lockRow } from '../../../db/query-helpers';
import { accounts, performers } from '../../../db/schema/accounts';
import { purchases } from '../../../db/schema/money';
import { streamRestrictions, streams, streamSeats } from '../../../db/schema/streams';
import type { Executor, Tx } from '../../../db/transaction';
import type { ShowRelation } from './show-access';

export type ShowRow = typeof streams.$inferSelect;
export type ShowRepository = ReturnType<typeof createShowRepository>;

/** Reads and writes shows. Private ones are rows of the same table; only `find` and `lock` know of them. */
export function createShowRepository(db: Db) {
  const isOpen = (performerId: string) =>
    and(eq(streams.performerId, performerId), ne(streams.type, 'private'), ne(streams.state, 'ended'));
  return {
    find: (id: string, tx: Executor = db): Promise<ShowRow | null> => findRow(tx, streams, eq(streams.id, id)),
    lock: (id: string, tx: Tx): Promise<ShowRow | null> => lockRow(tx, streams, eq(streams.id, id)),

    findBySession: (sessionId: string): Promise<ShowRow | null> =>
      findRow(db, streams, eq(streams.sessionId, sessionId)),

    /** A creator's public or group show that is prepared or live. */
    findOpen: (performerId: string, tx: Executor = db): Promise<ShowRow | null> =>
      findRow(tx, streams, isOpen(performerId)),
    lockOpen: (performerId: string, tx: Tx): Promise<ShowRow | null> => lockRow(tx, streams, isOpen(performerId)),

    /** A creator's newest public or group show that was live, or is. */
    findLatest: (performerId: string): Promise<ShowRow | null> =>
      firstOrNull(
        db
          .select()
          .from(streams)
          .where(and(eq(streams.performerId, performerId), ne(streams.type, 'private'), isNotNull(streams.startedAt)))
          .orderBy(desc(streams.createdAt), desc(streams.id))
          .limit(1),
      ),

    insert: (row: typeof streams.$inferInsert, tx: Tx): Promise<ShowRow> =>
      getSingle(tx.insert(streams).values(row).returning()),

    update: (id: string, change: Partial<typeof streams.$inferInsert>, tx: Executor = db): Promise<ShowRow | null> =>
      firstOrNull(tx.update(streams).set(change).where(eq(streams.id, id)).returning()),

    /** How a viewer stands to a show, at this moment. */
    async readRelation(
      { id, performerId }: Pick<ShowRow, 'id' | 'performerId'>,
      { actor, country }: Viewer,
      now: Date,
      tx: Executor = db,
    ): Promise<ShowRelation> {
      // No account has the empty id: a guest has no relations.
      const viewerId = actor?.id ?? '';
      const isClosed = country === null ? sql`false` : sql`${performers.blockedCountries} @> array[${country}]::text[]`;
      const row = await getSingle(
        tx
          .select({
            isHostHere: sql<boolean>`${accounts.status} = 'active' and ${performers.verifiedDocument}`,
            isKeptOut: sql<boolean>`${isBlockedBy(performerId, viewerId)} or ${isClosed}`,
            isBanned: existsIn(
              streamRestrictions,
              eq(streamRestrictions.streamId, id),
              eq(streamRestrictions.accountId, viewerId),
              eq(streamRestrictions.kind, 'ban'),
              or(isNull(streamRestrictions.until), gt(streamRestrictions.until, now)),
            ),
            isSubscribed: isSubscribedTo(performerId, viewerId, now),
            follows: isFollowing(viewerId, performerId),
            hasTicket: existsIn(
              purchases,
              eq(purchases.userId, viewerId),
              eq(purchases.target, 'stream'),
              eq(purchases.targetId, id),
            ),
            hasSeat: existsIn(
              streamSeats,
              eq(streamSeats.streamId, id),
              eq(streamSeats.userId, viewerId),
              eq(streamSeats.state, 'running'),
            ),
          })
          .from(performers)
          .innerJoin(accounts, eq(accounts.id, performers.id))
          .where(eq(performers.id, performerId)),
      );
      return {
        ...row,
        isHost: viewerId === performerId,
        isAdmin: actor?.isAdmin === true,
        isGuest: actor === null,
      };
    },
  };
}
