import {
  and,
  count,
  desc,
  eq,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  ne,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm';
import { alias, type PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Actor } from '../../../access';
import { existsIn, isBlockedBy, isFollowing, isSubscribedTo, type Person } from '../../../db/conditions';
import type { Db } from '../../../db/client';
import { findRow, firstOrNull, getSingle, lockRow } from '../../../db/query-helpers';
import { accounts, performers } from '../../../db/schema/accounts';
import { conversations } from '../../../db/schema/messages';
import { purchases } from '../../../db/schema/money';
import { streamRestrictions, streams, streamSeats } from '../../../db/schema/streams';
import type { Executor, Tx } from '../../../db/transaction';
import type { ShowRelation } from './show-access';

export type ShowRow = typeof streams.$inferSelect;
export type ConversationRow = typeof conversations.$inferSelect;

export interface Chat {
  show: ShowRow;
  conversation: ConversationRow;
}

export type ShowRepository = ReturnType<typeof createShowRepository>;

const viewer = alias(accounts, 'viewer');

/** Without the viewer's country. For queries that join `streams`, `performers` and `accounts`. */
const relationColumns = (viewerId: Person, now: Date) => ({
  isHostHere: sql<boolean>`${accounts.status} = 'active' and ${performers.verifiedDocument}`,
  isBlocked: isBlockedBy(performers.id, viewerId),
  isBanned: existsIn(
    streamRestrictions,
    eq(streamRestrictions.streamId, streams.id),
    eq(streamRestrictions.accountId, viewerId),
    eq(streamRestrictions.kind, 'ban'),
    or(isNull(streamRestrictions.until), gt(streamRestrictions.until, now)),
  ),
  isSubscribed: isSubscribedTo(performers.id, viewerId, now),
  follows: isFollowing(viewerId, performers.id),
  hasTicket: existsIn(
    purchases,
    eq(purchases.userId, viewerId),
    eq(purchases.target, 'stream'),
    eq(purchases.targetId, streams.id),
  ),
  hasSeat: existsIn(
    streamSeats,
    eq(streamSeats.streamId, streams.id),
    eq(streamSeats.userId, viewerId),
    eq(streamSeats.state, 'running'),
  ),
  blockedCountries: performers.blockedCountries,
});

interface RelationRow extends Pick<
  ShowRelation,
  'isHostHere' | 'isBanned' | 'isSubscribed' | 'follows' | 'hasTicket' | 'hasSeat'
> {
  isBlocked: boolean;
  blockedCountries: string[];
}

/** @param viewer.country of the request, which the creator may block. */
function toRelation(
  { isBlocked, blockedCountries, ...row }: RelationRow,
  performerId: string,
  { id, isAdmin, country }: { id: string | null; isAdmin: boolean; country: string | null },
): ShowRelation {
  return {
    ...row,
    isKeptOut: isBlocked || (country !== null && blockedCountries.includes(country)),
    isHost: id === performerId,
    isAdmin,
    isGuest: id === null,
  };
}

/** Private shows are rows of the same table; most methods ignore them. */
export function createShowRepository(db: Db) {
  const isOpen = (performerId: string) =>
    and(eq(streams.performerId, performerId), ne(streams.type, 'private'), ne(streams.state, 'ended'));

  const hostsInPrivate = () =>
    db
      .select({ id: streams.performerId })
      .from(streams)
      .where(and(eq(streams.type, 'private'), eq(streams.state, 'live')));

  const selectChats = (tx: Executor) =>
    tx
      .select({ show: streams, conversation: conversations })
      .from(conversations)
      .innerJoin(streams, eq(streams.id, conversations.streamId));

  const selectRelations = (viewerId: Person, now: Date, tx: Executor = db) =>
    tx
      .select({ show: streams, relation: relationColumns(viewerId, now) })
      .from(streams)
      .innerJoin(performers, eq(performers.id, streams.performerId))
      .innerJoin(accounts, eq(accounts.id, performers.id));

  return {
    find: (id: string, tx: Executor = db): Promise<ShowRow | null> => findRow(tx, streams, eq(streams.id, id)),
    lock: (id: string, tx: Tx): Promise<ShowRow | null> => lockRow(tx, streams, eq(streams.id, id)),

    findMany: (ids: readonly string[]): Promise<ShowRow[]> =>
      db
        .select()
        .from(streams)
        .where(inArray(streams.id, [...ids])),

    /** Prevents changes and the end of the show; any number of transactions can hold this lock at once. */
    lockShared: (id: string, tx: Tx): Promise<ShowRow | null> =>
      firstOrNull(tx.select().from(streams).where(eq(streams.id, id)).for('share')),

    /** A creator's prepared or live show; not private ones. */
    findOpen: (performerId: string, tx: Executor = db): Promise<ShowRow | null> =>
      findRow(tx, streams, isOpen(performerId)),
    lockOpen: (performerId: string, tx: Tx): Promise<ShowRow | null> => lockRow(tx, streams, isOpen(performerId)),

    /** A creator's newest show that was started; not private ones. */
    findLatest: (performerId: string): Promise<ShowRow | null> =>
      firstOrNull(
        db
          .select()
          .from(streams)
          .where(and(eq(streams.performerId, performerId), ne(streams.type, 'private'), isNotNull(streams.startedAt)))
          .orderBy(desc(streams.createdAt), desc(streams.id))
          .limit(1),
      ),

    /** Two at most. */
    listLiveOf: (performerId: string, tx: Executor = db): Promise<ShowRow[]> =>
      tx
        .select()
        .from(streams)
        .where(and(eq(streams.performerId, performerId), eq(streams.state, 'live'))),

    listLive: (): Promise<ShowRow[]> => db.select().from(streams).where(eq(streams.state, 'live')),

    /**
     * Shows to end: live ones whose host was last present by `hostBy`, unless their private show interrupts them, and prepared
     * ones from before `preparedBy`.
     */
    listOverdue: ({ hostBy, preparedBy }: { hostBy: Date; preparedBy: Date }): Promise<ShowRow[]> =>
      db
        .select()
        .from(streams)
        .where(
          or(
            and(
              eq(streams.state, 'live'),
              lte(streams.hostUntil, hostBy),
              or(eq(streams.type, 'private'), notInArray(streams.performerId, hostsInPrivate())),
            ),
            and(ne(streams.type, 'private'), eq(streams.state, 'prepared'), lte(streams.createdAt, preparedBy)),
          ),
        ),

    /** Seconds of an ended show that its host spent in private shows. */
    async readInterruptedSeconds({ performerId, type, startedAt, endedAt }: ShowRow, tx: Tx): Promise<number> {
      if (type === 'private' || startedAt === null || endedAt === null) return 0;
      const { seconds } = await getSingle(
        tx
          .select({
            seconds: sql<number>`coalesce(floor(sum(extract(epoch from ${streams.endedAt} - ${streams.startedAt}))), 0)::int`,
          })
          .from(streams)
          .where(
            and(
              eq(streams.performerId, performerId),
              eq(streams.type, 'private'),
              gte(streams.startedAt, startedAt),
              lte(streams.endedAt, endedAt),
            ),
          ),
      );
      return seconds;
    },

    insert: (row: typeof streams.$inferInsert, tx: Tx): Promise<ShowRow> =>
      getSingle(tx.insert(streams).values(row).returning()),

    update: (id: string, change: Partial<typeof streams.$inferInsert>, tx: Executor = db): Promise<ShowRow | null> =>
      firstOrNull(tx.update(streams).set(change).where(eq(streams.id, id)).returning()),

    lockHost: async (performerId: string, tx: Tx): Promise<void> =>
      void (await tx
        .select({ id: performers.id })
        .from(performers)
        .where(eq(performers.id, performerId))
        .for('no key update')),

    updateHost: async (performerId: string, change: PgUpdateSetSource<typeof performers>, tx: Tx): Promise<void> =>
      void (await tx.update(performers).set(change).where(eq(performers.id, performerId))),

    insertConversation: (row: typeof conversations.$inferInsert, tx: Tx): Promise<ConversationRow> =>
      getSingle(tx.insert(conversations).values(row).returning()),

    findConversation: (streamId: string, tx: Executor = db): Promise<ConversationRow | null> =>
      findRow(tx, conversations, eq(conversations.streamId, streamId)),

    findByConversation: (conversationId: string, tx: Executor = db): Promise<Chat | null> =>
      firstOrNull(selectChats(tx).where(eq(conversations.id, conversationId))),

    findBySession: (sessionId: string, tx: Executor = db): Promise<Chat | null> =>
      firstOrNull(selectChats(tx).where(eq(streams.sessionId, sessionId))),

    findByShow: (streamId: string, tx: Executor = db): Promise<Chat | null> =>
      firstOrNull(selectChats(tx).where(eq(streams.id, streamId))),

    listByConversations: (conversationIds: readonly string[]) =>
      db
        .select({ show: streams, conversationId: conversations.id })
        .from(conversations)
        .innerJoin(streams, eq(streams.id, conversations.streamId))
        .where(inArray(conversations.id, [...conversationIds])),

    selectRelations,
    toRelation,

    async count(where: SQL | undefined): Promise<number> {
      const { total } = await getSingle(
        db
          .select({ total: count() })
          .from(streams)
          .innerJoin(performers, eq(performers.id, streams.performerId))
          .innerJoin(accounts, eq(accounts.id, performers.id))
          .where(where),
      );
      return total;
    },

    async readRelation(
      { id, performerId }: Pick<ShowRow, 'id' | 'performerId'>,
      { actor, country }: { actor: Pick<Actor, 'id' | 'isAdmin'> | null; country: string | null },
      now: Date,
      tx: Executor = db,
    ): Promise<ShowRelation> {
      // No account has the empty id: a guest has no relations.
      const { relation } = await getSingle(selectRelations(actor?.id ?? '', now, tx).where(eq(streams.id, id)));
      const viewer = { id: actor?.id ?? null, isAdmin: actor?.isAdmin === true, country };
      return toRelation(relation, performerId, viewer);
    },

    listSeatRelations: (now: Date) =>
      db
        .select({ seatId: streamSeats.id, show: streams, relation: relationColumns(streamSeats.userId, now) })
        .from(streams)
        .innerJoin(performers, eq(performers.id, streams.performerId))
        .innerJoin(accounts, eq(accounts.id, performers.id))
        .innerJoin(streamSeats, and(eq(streamSeats.streamId, streams.id), eq(streamSeats.state, 'running'))),

    async listRelations({ id }: Pick<ShowRow, 'id'>, accountIds: readonly string[], now: Date) {
      const rows = await db
        .select({
          id: viewer.id,
          isAdmin: sql<boolean>`'admin' = any(${viewer.roles})`,
          relation: relationColumns(viewer.id, now),
        })
        .from(streams)
        .innerJoin(performers, eq(performers.id, streams.performerId))
        .innerJoin(accounts, eq(accounts.id, performers.id))
        .innerJoin(viewer, inArray(viewer.id, [...accountIds]))
        .where(eq(streams.id, id));
      return new Map(rows.map((row) => [row.id, row]));
    },
  };
}
