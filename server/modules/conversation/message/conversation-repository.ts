import { and, eq, gt, isNull, ne, not, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { isSubscribedTo } from '../../../db/conditions';
import { directionOf } from '../../../db/list-query';
import { includesText } from '../../../db/search-words';
import { accounts } from '../../../db/schema/accounts';
import { conversationMembers, conversations, messages } from '../../../db/schema/messages';
import { purchases } from '../../../db/schema/money';
import type { Executor, Tx } from '../../../db/transaction';
import { firstOrNull, hasRow, listIds, lockRow, findRow } from '../../../db/query-helpers';
import { isKeptOut, relationColumns, statusSeen } from './relation-sql';

/** Who asks, and from where. */
export interface Asker {
  id: string;
  country: string | null;
}

export type ConversationRepository = ReturnType<typeof createConversationRepository>;
export type Membership = NonNullable<Awaited<ReturnType<ConversationRepository['find']>>>;

const me = alias(conversationMembers, 'me');
const other = alias(conversationMembers, 'other');
const person = alias(accounts, 'person');
const otherMember = and(eq(other.conversationId, me.conversationId), ne(other.accountId, me.accountId));

/**
 * Conversations that are counted beyond a page: whoever has more sees no difference, and counting tens of thousands for
 * each page would cost more than the page.
 */
const COUNTED_AHEAD = 1_000;

/** The one conversation of a pair is found by this, whoever of them asks. */
const pairKeyOf = (one: string, two: string): string => [one, two].toSorted().join(':');

const hasBoughtIn = (buyerId: string): SQL =>
  sql`exists (select 1 from ${purchases} join ${messages} on ${messages.id} = ${purchases.targetId}
    where ${purchases.target} = 'message' and ${purchases.userId} = ${buyerId}
    and ${messages.conversationId} = ${conversations.id})`;

const isMember = (conversationId: string, accountId: string) =>
  and(eq(conversationMembers.conversationId, conversationId), eq(conversationMembers.accountId, accountId));

/** Private conversations as one of their two members sees them. */
export function createConversationRepository(db: Db) {
  const select = (tx: Executor, { id, country }: Asker, now: Date) =>
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

  const mine = ({ id, country }: Asker): (SQL | undefined)[] => [
    eq(me.accountId, id),
    eq(conversations.type, 'private'),
    not(isKeptOut({ one: id, other: other.accountId, country })),
  ];

  return {
    /** A conversation the asker is in and not kept out of; null otherwise. */
    find: (asker: Asker, conversationId: string, now: Date, tx: Executor = db) =>
      firstOrNull(select(tx, asker, now).where(and(eq(me.conversationId, conversationId), ...mine(asker)))),

    /** A conversation of which the asker is kept out, and in which they bought something: that much of it stays theirs. */
    findBought: (asker: Asker, conversationId: string, now: Date) =>
      firstOrNull(
        select(db, asker, now).where(
          and(
            eq(me.conversationId, conversationId),
            eq(me.accountId, asker.id),
            eq(conversations.type, 'private'),
            isKeptOut({ one: asker.id, other: other.accountId, country: asker.country }),
            hasBoughtIn(asker.id),
          ),
        ),
      ),

    /** Newest message first, with how many there are as far as that is counted. An empty conversation is listed for who opened it, or for both when it came by itself. */
    async list(
      asker: Asker,
      { unread, subscribers, q, keyword, sort, limit, offset }: EndpointPart<'listConversations', 'query'>,
      now: Date,
    ) {
      const name = (q ?? keyword)?.trim();
      const where = and(
        ...mine(asker),
        or(gt(conversations.lastSequence, 0), isNull(conversations.openedBy), eq(conversations.openedBy, asker.id)),
        // As many as the badge says.
        unread ? and(gt(me.unread, 0), isNull(me.mutedAt)) : undefined,
        subscribers ? isSubscribedTo(asker.id, other.accountId, now) : undefined,
        name ? matchesName(name) : undefined,
      );
      // Where they are only counted, the database leaves out what their columns would cost.
      const matching = () => select(db, asker, now).where(where);
      const page = matching()
        .orderBy(directionOf(sort)(me.lastMessageAt), directionOf(sort)(me.conversationId))
        .limit(limit)
        .offset(offset);
      const counted = matching()
        .limit(offset + limit + COUNTED_AHEAD)
        .as('counted');
      const [rows, total] = await Promise.all([page, db.$count(counted)]);
      return { rows, total };
    },

    /** How many conversations have unread messages for the asker, less those they silenced. */
    async countUnread(asker: Asker): Promise<number> {
      const [row] = await db
        .select({ total: sql<number>`count(*)::int` })
        .from(me)
        .innerJoin(conversations, eq(conversations.id, me.conversationId))
        .innerJoin(other, otherMember)
        .where(and(...mine(asker), gt(me.unread, 0), isNull(me.mutedAt)));
      return row?.total ?? 0;
    },

    /** The conversation of a pair that has messages; null when there is none. */
    async findUsed(one: string, two: string, tx: Tx): Promise<string | null> {
      const isUsed = gt(conversations.lastSequence, 0);
      return (await findRow(tx, conversations, eq(conversations.pairKey, pairKeyOf(one, two)), isUsed))?.id ?? null;
    },

    /**
     * The conversation of a pair, made when there is none.
     *
     * @param openedBy who begins it, null when it comes by itself. An empty one that both wanted is listed for both.
     */
    async open(
      pair: readonly [string, string],
      { openedBy, now }: { openedBy: string | null; now: Date },
      tx: Tx,
    ): Promise<string> {
      const [row] = await tx
        .insert(conversations)
        .values({ type: 'private', pairKey: pairKeyOf(...pair), openedBy, createdAt: now, updatedAt: now })
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

    /** The conversation, held until the transaction ends: what counts its messages waits here. */
    lock: (id: string, tx: Tx) => lockRow(tx, conversations, eq(conversations.id, id)),

    async update(id: string, change: Partial<typeof conversations.$inferInsert>, tx: Tx): Promise<void> {
      await tx.update(conversations).set(change).where(eq(conversations.id, id));
    },

    async updateMember(
      conversationId: string,
      accountId: string,
      change: Partial<Pick<typeof conversationMembers.$inferInsert, 'mutedAt' | 'closedAt'>>,
      tx: Tx,
    ): Promise<void> {
      await tx.update(conversationMembers).set(change).where(isMember(conversationId, accountId));
    },

    /** Marks a conversation read up to `sequence`. @returns up to where it was read before. */
    async markRead(conversationId: string, accountId: string, sequence: number, tx: Tx): Promise<number> {
      const membership = isMember(conversationId, accountId);
      const before = await lockRow(tx, conversationMembers, membership);
      await tx.update(conversationMembers).set({ unread: 0, lastReadSequence: sequence }).where(membership);
      return before?.lastReadSequence ?? 0;
    },

    /** Whether somebody lets others know what they have read. */
    sendsReceipts: (accountId: string, tx: Tx): Promise<boolean> =>
      hasRow(tx, accounts, eq(accounts.id, accountId), eq(accounts.sendsReceipts, true)),

    /** A message came: the sender has it read if nothing before it was unread, everybody else has one more. */
    async countMessage(
      conversationId: string,
      { senderId, sequence, at, isOwnWord }: { senderId: string; sequence: number; at: Date; isOwnWord: boolean },
      tx: Tx,
    ): Promise<void> {
      const isSender = sql`${conversationMembers.accountId} = ${senderId}`;
      await tx
        .update(conversationMembers)
        .set({
          lastMessageAt: at,
          unread: sql`${conversationMembers.unread} + case when ${isSender} then 0 else 1 end`,
          lastReadSequence: sql`case when ${isSender} and ${conversationMembers.unread} = 0 then ${sequence}::int else ${conversationMembers.lastReadSequence} end`,
          hasWritten: sql`${conversationMembers.hasWritten} or (${isSender} and ${isOwnWord})`,
        })
        .where(eq(conversationMembers.conversationId, conversationId));
    },

    /** A message that was not read yet is gone. @returns whom there is one less for. */
    uncountMessage: (conversationId: string, { senderId, sequence }: { senderId: string; sequence: number }, tx: Tx) =>
      listIds(
        tx
          .update(conversationMembers)
          .set({ unread: sql`${conversationMembers.unread} - 1` })
          .where(
            and(
              eq(conversationMembers.conversationId, conversationId),
              ne(conversationMembers.accountId, senderId),
              gt(conversationMembers.unread, 0),
              sql`${conversationMembers.lastReadSequence} < ${sequence}`,
            ),
          )
          .returning({ id: conversationMembers.accountId }),
      ),

    listMembers: (conversationId: string, tx: Executor = db) =>
      tx
        .select({ id: conversationMembers.accountId })
        .from(conversationMembers)
        .where(eq(conversationMembers.conversationId, conversationId)),
  };
}

function matchesName(text: string): SQL | undefined {
  const names = [person.name, person.username, sql`concat_ws(' ', ${person.firstName}, ${person.lastName})`];
  return or(...names.map((name) => includesText(name, text)));
}
