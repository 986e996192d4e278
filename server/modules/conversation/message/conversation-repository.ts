import { and, eq, gt, isNull, ne, not, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { isSubscribedTo } from '../../../db/conditions';
import { toDirection } from '../../../db/list-query';
import { includesText } from '../../../db/search-words';
import { accounts } from '../../../db/schema/accounts';
import { conversationMembers, conversations, messages } from '../../../db/schema/messages';
import { purchases } from '../../../db/schema/money';
import type { Executor, Tx } from '../../../db/transaction';
import { findRow, firstOrNull, lockRow } from '../../../db/query-helpers';
import { isKeptOut, relationColumns, statusSeen } from './relation-sql';

export interface ConversationViewer {
  id: string;
  /** ISO 3166-1 alpha-2; null if unknown. */
  country: string | null;
}

type ListQuery = EndpointPart<'listConversations', 'query'>;

export type ConversationRow = typeof conversations.$inferSelect;
export type ConversationRepository = ReturnType<typeof createConversationRepository>;
export type Membership = NonNullable<Awaited<ReturnType<ConversationRepository['find']>>>;

const me = alias(conversationMembers, 'me');
const other = alias(conversationMembers, 'other');
const person = alias(accounts, 'person');
const otherMember = and(eq(other.conversationId, me.conversationId), ne(other.accountId, me.accountId));

/** How far beyond the page the total is counted: counting tens of thousands would cost more than the page itself. */
const COUNTED_AHEAD = 1_000;

const toPairKey = (one: string, two: string): string => [one, two].toSorted().join(':');

const hasBoughtIn = (buyerId: string): SQL =>
  sql`exists (select 1 from ${purchases} join ${messages} on ${messages.id} = ${purchases.targetId}
    where ${purchases.target} = 'message' and ${purchases.userId} = ${buyerId}
    and ${messages.conversationId} = ${conversations.id})`;

const selectConversations = (tx: Executor, { id, country }: ConversationViewer, now: Date) =>
  tx
    .select({
      conversation: conversations,
      unread: me.unread,
      lastReadSequence: me.lastReadSequence,
      mutedAt: me.mutedAt,
      closedAt: me.closedAt,
      otherClosedAt: other.closedAt,
      otherId: other.accountId,
      hasOtherWritten: other.hasWritten,
      otherKind: person.kind,
      otherStatus: statusSeen(person),
      otherMessagesFrom: person.messagesFrom,
      ...relationColumns({ one: id, other: other.accountId, country, now }),
    })
    .from(me)
    .innerJoin(conversations, eq(conversations.id, me.conversationId))
    .innerJoin(other, otherMember)
    .innerJoin(person, eq(person.id, other.accountId));

const isOpenTo = ({ id, country }: ConversationViewer): (SQL | undefined)[] => [
  eq(me.accountId, id),
  eq(conversations.type, 'private'),
  not(isKeptOut({ one: id, other: other.accountId, country })),
];

/** An empty conversation is listed only for the account that opened it; if the server opened it, for both members. */
async function listConversations(
  db: Db,
  viewer: ConversationViewer,
  { unread, subscribers, q, keyword, sort, limit, offset }: ListQuery,
  now: Date,
) {
  const name = (q ?? keyword)?.trim();
  const where = and(
    ...isOpenTo(viewer),
    or(gt(conversations.lastSequence, 0), isNull(conversations.openedBy), eq(conversations.openedBy, viewer.id)),
    // Uses the same condition as the unread badge.
    unread ? and(gt(me.unread, 0), isNull(me.mutedAt)) : undefined,
    subscribers ? isSubscribedTo(viewer.id, other.accountId, now) : undefined,
    name ? matchesName(name) : undefined,
  );
  // When counting, PostgreSQL skips columns that it does not need.
  const matching = () => selectConversations(db, viewer, now).where(where);
  const page = matching()
    .orderBy(toDirection(sort)(me.lastMessageAt), toDirection(sort)(me.conversationId))
    .limit(limit)
    .offset(offset);
  const counted = matching()
    .limit(offset + limit + COUNTED_AHEAD)
    .as('counted');
  const [rows, total] = await Promise.all([page, db.$count(counted)]);
  return { rows, total };
}

export function createConversationRepository(db: Db) {
  return {
    /** Null unless the viewer is a member and is not blocked by the other member. */
    find: (viewer: ConversationViewer, conversationId: string, now: Date, tx: Executor = db) =>
      firstOrNull(
        selectConversations(tx, viewer, now).where(and(eq(me.conversationId, conversationId), ...isOpenTo(viewer))),
      ),

    /** Finds a conversation whose other member blocks the viewer: messages bought there stay readable. Promises M-21. */
    findBought: (viewer: ConversationViewer, conversationId: string, now: Date) =>
      firstOrNull(
        selectConversations(db, viewer, now).where(
          and(
            eq(me.conversationId, conversationId),
            eq(me.accountId, viewer.id),
            eq(conversations.type, 'private'),
            isKeptOut({ one: viewer.id, other: other.accountId, country: viewer.country }),
            hasBoughtIn(viewer.id),
          ),
        ),
      ),

    list: (viewer: ConversationViewer, query: ListQuery, now: Date) => listConversations(db, viewer, query, now),

    async countUnread(viewer: ConversationViewer): Promise<number> {
      const [row] = await db
        .select({ total: sql<number>`count(*)::int` })
        .from(me)
        .innerJoin(conversations, eq(conversations.id, me.conversationId))
        .innerJoin(other, otherMember)
        .where(and(...isOpenTo(viewer), gt(me.unread, 0), isNull(me.mutedAt)));
      return row?.total ?? 0;
    },

    /** Null if there is no conversation, or it has no messages yet. */
    async findUsed(one: string, two: string, tx: Tx): Promise<string | null> {
      const isUsed = gt(conversations.lastSequence, 0);
      return (await findRow(tx, conversations, eq(conversations.pairKey, toPairKey(one, two)), isUsed))?.id ?? null;
    },

    /** @param openedBy null if the server opens it. If both members opened an empty conversation, it is listed for both */
    async open(
      pair: readonly [string, string],
      { openedBy, now }: { openedBy: string | null; now: Date },
      tx: Tx,
    ): Promise<string> {
      const [row] = await tx
        .insert(conversations)
        .values({ type: 'private', pairKey: toPairKey(...pair), openedBy, createdAt: now, updatedAt: now })
        .onConflictDoUpdate({
          target: conversations.pairKey,
          set: {
            openedBy:
              openedBy === null ? null : sql`case when ${conversations.openedBy} = ${openedBy} then ${openedBy} end`,
          },
        })
        .returning({ id: conversations.id });
      const { id: conversationId } = row as { id: string };
      await tx
        .insert(conversationMembers)
        .values(pair.map((accountId) => ({ conversationId, accountId, lastMessageAt: now })))
        .onConflictDoNothing();
      return conversationId;
    },

    /** Taken by every write that assigns a sequence or counts messages. */
    lock: (id: string, tx: Tx) => lockRow(tx, conversations, eq(conversations.id, id)),

    async update(id: string, change: Partial<typeof conversations.$inferInsert>, tx: Tx): Promise<void> {
      await tx.update(conversations).set(change).where(eq(conversations.id, id));
    },
  };
}

function matchesName(text: string): SQL | undefined {
  const names = [person.name, person.username, sql`concat_ws(' ', ${person.firstName}, ${person.lastName})`];
  return or(...names.map((name) => includesText(name, text)));
}
