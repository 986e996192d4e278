import { and, count, eq, gt, inArray, isNull, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { type Actor, may } from '../../../access';
import { existsIn, isBlockedBy, isFollowing, isSubscribedTo, type Moment, type Person } from '../../../db/conditions';
import type { Db } from '../../../db/client';
import { firstOrNull, getSingle } from '../../../db/query-helpers';
import { accounts, performers } from '../../../db/schema/accounts';
import { conversations } from '../../../db/schema/messages';
import { purchases } from '../../../db/schema/money';
import { streamRestrictions, streams, streamSeats } from '../../../db/schema/streams';
import type { Executor, Tx } from '../../../db/transaction';
import type { ShowRelation } from './show-access';
import type { ConversationRow, ShowRow } from './show-repository';

export interface Chat {
  show: ShowRow;
  conversation: ConversationRow;
}

export type ShowAccessRepository = ReturnType<typeof createShowAccessRepository>;

const viewer = alias(accounts, 'viewer');

/** True for bans and mutes that have not ended. */
export const isInForce = (now: Moment): SQL | undefined =>
  or(isNull(streamRestrictions.until), gt(streamRestrictions.until, sql.param(now, streamRestrictions.until)));

const isRestricted = (kind: 'ban' | 'mute', viewerId: Person, now: Moment) =>
  existsIn(
    streamRestrictions,
    eq(streamRestrictions.streamId, streams.id),
    eq(streamRestrictions.accountId, viewerId),
    eq(streamRestrictions.kind, kind),
    isInForce(now),
  );

/** How a viewer relates to a show, apart from their country. For queries that join `streams`, `performers` and `accounts`. */
const relationColumns = (viewerId: Person, now: Moment) => ({
  isHostHere: sql<boolean>`${accounts.status} = 'active' and ${performers.verifiedDocument}`,
  isBlocked: isBlockedBy(performers.id, viewerId),
  isBanned: isRestricted('ban', viewerId, now),
  isMuted: isRestricted('mute', viewerId, now),
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

/** The country is where the request comes from, which the creator may block. */
interface AccessViewer {
  actor: Pick<Actor, 'id' | 'operatorRole'> | null;
  country: string | null;
}

interface RelationRow extends Pick<
  ShowRelation,
  'isHostHere' | 'isBanned' | 'isMuted' | 'isSubscribed' | 'follows' | 'hasTicket' | 'hasSeat'
> {
  isBlocked: boolean;
  blockedCountries: string[];
}

/** @param viewer.country where the request comes from, which the creator may block. */
function toRelation(
  { isBlocked, blockedCountries, ...row }: RelationRow,
  performerId: string,
  { id, isModerator, country }: { id: string | null; isModerator: boolean; country: string | null },
): ShowRelation {
  return {
    ...row,
    isKeptOut: isBlocked || (country !== null && blockedCountries.includes(country)),
    isHost: id === performerId,
    isModerator,
    isGuest: id === null,
  };
}

/** Finds shows by the ids that clients send, and how viewers relate to shows. */
export function createShowAccessRepository(db: Db) {
  const selectChats = (tx: Executor) =>
    tx
      .select({ show: streams, conversation: conversations })
      .from(conversations)
      .innerJoin(streams, eq(streams.id, conversations.streamId));

  const selectRelations = (viewerId: Person, now: Moment, tx: Executor = db) =>
    tx
      .select({ show: streams, relation: relationColumns(viewerId, now) })
      .from(streams)
      .innerJoin(performers, eq(performers.id, streams.performerId))
      .innerJoin(accounts, eq(accounts.id, performers.id));

  // Prepared, because every message in a busy chat runs it, and planning takes longer than running it.
  const relationInChat = selectRelations(sql.placeholder('viewerId'), sql.placeholder('now'))
    .innerJoin(conversations, eq(conversations.streamId, streams.id))
    .where(eq(conversations.id, sql.placeholder('conversationId')))
    .prepare('show_relation_in_chat');

  /** For a guest, the id is empty, so that no relations are found. */
  const getId = ({ actor }: AccessViewer) => actor?.id ?? '';
  const toOwnRelation = (row: RelationRow, performerId: string, { actor, country }: AccessViewer): ShowRelation =>
    toRelation(row, performerId, { id: actor?.id ?? null, isModerator: may(actor, 'moderateContent'), country });

  return {
    /** Keeps the show from changing and ending. Any number of transactions can hold this lock concurrently. */
    lockShared: (id: string, tx: Tx): Promise<ShowRow | null> =>
      firstOrNull(tx.select().from(streams).where(eq(streams.id, id)).for('share')),

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
      viewer: AccessViewer,
      now: Date,
      tx: Executor = db,
    ): Promise<ShowRelation> {
      const { relation } = await getSingle(selectRelations(getId(viewer), now, tx).where(eq(streams.id, id)));
      return toOwnRelation(relation, performerId, viewer);
    },

    async findInChat(
      conversationId: string,
      viewer: AccessViewer,
      now: Date,
    ): Promise<{ show: ShowRow; relation: ShowRelation } | null> {
      const row = await firstOrNull(relationInChat.execute({ conversationId, viewerId: getId(viewer), now }));
      return row && { show: row.show, relation: toOwnRelation(row.relation, row.show.performerId, viewer) };
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
          roles: viewer.roles,
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
