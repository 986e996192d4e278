import type { Caller } from '../../../access';
import { and, eq, inArray, ne, not, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { existsIn } from '../../../db/conditions';
import { toDirection } from '../../../db/list-query';
import { includesTexts } from '../../../db/search-words';
import { conversationMembers, conversations, messageFiles, messages } from '../../../db/schema/messages';
import { purchases } from '../../../db/schema/money';
import { inTransaction, type Tx } from '../../../db/transaction';
import { presentMessage } from './message-presenter';
import type { Messaging } from './messaging';
import { isKeptOut } from './relation-sql';

const COUNTED_AHEAD = 100;
/** Words beyond this number would hardly narrow the result. */
const MAX_WORDS = 6;
/** Time limit per statement. Reading 100,000 messages took half a second. */
const SEARCH_LIMIT_MS = 2_000;

const me = alias(conversationMembers, 'me');
const other = alias(conversationMembers, 'other');

type SearchQuery = EndpointPart<'searchMessages', 'query'>;

/** Finds messages that contain every word of `q` in any case. Searches only text that the caller can read. */
export async function searchMessages(
  messaging: Messaging,
  caller: Caller,
  query: SearchQuery,
): Promise<EndpointReply<'searchMessages'>> {
  const { messages: repository, people, media } = messaging;
  const { actor } = caller;
  const { hits, total } = await findMessages(messaging, caller, query);
  const others = hits.map((hit) => hit.otherId);
  const [full, views] = await Promise.all([
    repository.complete(hits.map((hit) => hit.row)),
    people.views(others, actor),
  ]);
  const data = full.map((message, place) => ({
    ...presentMessage(message, actor.id, media.present),
    recipientInfo: views.get(others[place] ?? '') ?? null,
  }));
  return { data, total };
}

async function findMessages({ db }: Messaging, { actor, country }: Caller, { q, sort, limit, offset }: SearchQuery) {
  const words = q.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
  if (words.length === 0) return { hits: [], total: 0 };
  const where = and(
    eq(me.accountId, actor.id),
    eq(conversations.type, 'private'),
    not(isKeptOut({ one: actor.id, other: other.accountId, country })),
    eq(messages.isDeleted, false),
    inArray(messages.type, ['text', 'photo', 'video', 'audio']),
    includesTexts(messages.text, words),
    isReadable(actor.id),
  );
  const otherMember = and(eq(other.conversationId, me.conversationId), ne(other.accountId, me.accountId));
  const matching = (tx: Tx) =>
    tx
      .select({ row: messages, otherId: other.accountId })
      .from(me)
      .innerJoin(conversations, eq(conversations.id, me.conversationId))
      .innerJoin(other, otherMember)
      .innerJoin(messages, eq(messages.conversationId, me.conversationId))
      .where(where);
  return inTransaction(db, async (tx) => {
    await tx.execute(sql.raw(`set local statement_timeout = ${SEARCH_LIMIT_MS}`));
    const hits = await matching(tx)
      .orderBy(toDirection(sort)(messages.createdAt), toDirection(sort)(messages.id))
      .limit(limit)
      .offset(offset);
    // An incomplete page is the last one, so nothing has to be counted.
    if (hits.length < limit && (hits.length > 0 || offset === 0)) return { hits, total: offset + hits.length };
    const counted = matching(tx)
      .limit(offset + limit + COUNTED_AHEAD)
      .as('counted');
    return { hits, total: await tx.$count(counted) };
  });
}

/** `sellsText` and `isOpenTo` as an SQL condition. */
const isReadable = (viewerId: string) =>
  or(
    eq(messages.isSale, false),
    eq(messages.senderId, viewerId),
    existsIn(messageFiles, eq(messageFiles.messageId, messages.id)),
    existsIn(purchases, eq(purchases.target, 'message'), eq(purchases.targetId, messages.id)),
  );
