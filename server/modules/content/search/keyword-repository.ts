import { and, count, desc, eq, gt, gte, ilike, inArray, lt, ne, sql, type SQL } from 'drizzle-orm';
import type { EndpointPart } from '@contract/schemas';
import { splitWords } from '@contract/base/search-text';
import { newId } from '../../../db/columns';
import type { Db } from '../../../db/client';
import { isEstablished } from '../../../db/conditions';
import { toDirection } from '../../../db/list-query';
import { selectPage } from '../../../db/query-helpers';
import { accounts } from '../../../db/schema/accounts';
import { keywordSearchers, searchKeywords, searchWords } from '../../../db/schema/social';
import { anywhere } from '../../../db/search-words';
import { inTransaction } from '../../../db/transaction';

/** How many established accounts must have searched for a keyword before it is suggested to others. */
const MIN_SEARCHERS = 3;
/** If the keyword's row stays locked for longer, the search is not counted. */
const LOCK_TIMEOUT_MS = 300;
const CHUNK_SIZE = 1_000;

/** `2026-11-22` */
const toDay = (date: Date): string => date.toISOString().slice(0, 10);

interface Search {
  keyword: string;
  objectType: string;
  accountId: string | null;
  now: Date;
}

/** Keywords to suggest to others: enough accounts have used them since that day, and each of their words is public. */
const selectSuggestable = (db: Db, since: Date, condition?: SQL) =>
  db
    .select({ id: searchKeywords.id, keyword: searchKeywords.keyword })
    .from(searchKeywords)
    .innerJoin(keywordSearchers, eq(keywordSearchers.keywordId, searchKeywords.id))
    .where(and(gte(keywordSearchers.day, toDay(since)), sql`cardinality(${searchKeywords.words}) > 0`, condition))
    .groupBy(searchKeywords.id)
    .having(
      and(
        gte(count(), MIN_SEARCHERS),
        sql`not exists (select 1 from unnest(${searchKeywords.words}) as said(word)
          where not exists (select 1 from ${searchWords} where ${searchWords.word} = said.word))`,
      ),
    );

/** @param hash a keyed hash, so that the table of searchers does not identify any account */
export function createKeywordRepository(db: Db, hash: (text: string) => string) {
  const toSearcher = (accountId: string, keyword: string): string => hash(`${accountId} ${keyword}`);

  return {
    /** @throws if the row stays locked for too long */
    async record({ keyword, objectType, accountId, now }: Search): Promise<void> {
      const words = sql`array(select search_fold(word) from unnest(${sql.param(splitWords(keyword))}::text[]) word)`;
      await inTransaction(db, async (tx) => {
        await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`));
        const [row] = await tx
          .insert(searchKeywords)
          .values({ id: newId(now.getTime()), keyword, objectType, words, createdAt: now, updatedAt: now })
          .onConflictDoUpdate({
            target: [searchKeywords.keyword, searchKeywords.objectType],
            set: { attempt: sql`${searchKeywords.attempt} + 1`, words: sql`excluded.words`, updatedAt: now },
          })
          .returning({ id: searchKeywords.id });
        if (!row || accountId === null) return;
        await tx.execute(sql`
          insert into ${keywordSearchers} (keyword_id, searcher, day)
          select ${row.id}, ${toSearcher(accountId, keyword)}, ${toDay(now)} from ${accounts}
          where ${and(eq(accounts.id, accountId), isEstablished(now))}
          on conflict (keyword_id, searcher) do update set day = excluded.day`);
      });
    },

    /** Most used first. @param words text that a keyword must contain without being equal to it; all keywords by default */
    async listSuggestable({ words, since, limit }: { words?: string; since: Date; limit: number }): Promise<string[]> {
      const { keyword } = searchKeywords;
      const condition = words === undefined ? undefined : and(ilike(keyword, anywhere(words)), ne(keyword, words));
      const rows = await selectSuggestable(db, since, condition).orderBy(desc(count()), keyword).limit(limit);
      return [...new Set(rows.map((row) => row.keyword))];
    },

    /** Most used first by default. @param options.suggestableSince lists only keywords that can be suggested to others */
    list(
      { q, sort, limit, offset }: EndpointPart<'listKeywords', 'query'>,
      { usedSince, suggestableSince }: { usedSince?: Date; suggestableSince?: Date },
    ) {
      const { keyword, attempt, updatedAt, id } = searchKeywords;
      const where = and(
        q?.trim() ? ilike(keyword, anywhere(q.trim())) : undefined,
        usedSince && gte(updatedAt, usedSince),
        suggestableSince &&
          inArray(id, db.select({ id: sql`id` }).from(selectSuggestable(db, suggestableSince).as('suggestable'))),
      );
      const order = [attempt, updatedAt, id].map(toDirection(sort));
      return selectPage(db, searchKeywords, { limit, offset, where, order });
    },

    forgetAccount: (accountId: string) => forgetAccount(db, (keyword) => toSearcher(accountId, keyword)),

    async forgetBefore(before: Date): Promise<void> {
      await db.delete(keywordSearchers).where(lt(keywordSearchers.day, toDay(before)));
      await db.delete(searchKeywords).where(lt(searchKeywords.updatedAt, before));
    },
  };
}

/** Searchers are stored as a hash of account and keyword, so this has to try every keyword. */
async function forgetAccount(db: Db, toSearcher: (keyword: string) => string): Promise<void> {
  for (let after = ''; ;) {
    const rows = await db
      .select({ id: searchKeywords.id, keyword: searchKeywords.keyword })
      .from(searchKeywords)
      .where(gt(searchKeywords.id, after))
      .orderBy(searchKeywords.id)
      .limit(CHUNK_SIZE);
    const last = rows.at(-1);
    if (!last) return;
    const searchers = rows.map(({ keyword }) => toSearcher(keyword));
    await db.delete(keywordSearchers).where(
      and(
        inArray(
          keywordSearchers.keywordId,
          rows.map(({ id }) => id),
        ),
        inArray(keywordSearchers.searcher, searchers),
      ),
    );
    after = last.id;
  }
}
