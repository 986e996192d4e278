import { and, count, desc, eq, gt, gte, ilike, inArray, lt, ne, sql, type SQL } from 'drizzle-orm';
import type { EndpointPart } from '@contract/schemas';
import { splitWords } from '@contract/base/search-text';
import { newId } from '../../../db/columns';
import type { Db } from '../../../db/client';
import { isEstablished } from '../../../db/conditions';
import { directionOf } from '../../../db/list-query';
import { selectPage } from '../../../db/query-helpers';
import { accounts } from '../../../db/schema/accounts';
import { keywordSearchers, searchKeywords, searchWords } from '../../../db/schema/social';
import { anywhere } from '../../../db/search-words';
import { inTransaction } from '../../../db/transaction';

/** Established accounts that searched for what others are offered, at least. */
const MIN_SEARCHERS = 3;
/** Milliseconds that a count waits for a row which another one holds: a search is answered without it. */
const LOCK_MS = 300;
/** Keywords read at once to forget an account. */
const AT_A_TIME = 1_000;

/** `2026-11-22` */
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

interface Search {
  keyword: string;
  objectType: string;
  /** Null for guests. */
  accountId: string | null;
  now: Date;
}

/**
 * Stores searched keywords, how often each was used, and by how many accounts.
 *
 * @param hash a keyed hash, so that the table of searchers names no account.
 */
export function createKeywordRepository(db: Db, hash: (text: string) => string) {
  const nameSearcher = (accountId: string, keyword: string): string => hash(`${accountId} ${keyword}`);

  /** Keywords that others may be offered: several accounts used them since a day, and each of their words is public. */
  const selectOffered = (since: Date, says?: SQL) =>
    db
      .select({ id: searchKeywords.id, keyword: searchKeywords.keyword })
      .from(searchKeywords)
      .innerJoin(keywordSearchers, eq(keywordSearchers.keywordId, searchKeywords.id))
      .where(and(gte(keywordSearchers.day, dayOf(since)), sql`cardinality(${searchKeywords.words}) > 0`, says))
      .groupBy(searchKeywords.id)
      .having(
        and(
          gte(count(), MIN_SEARCHERS),
          sql`not exists (select 1 from unnest(${searchKeywords.words}) as said(word)
            where not exists (select 1 from ${searchWords} where ${searchWords.word} = said.word))`,
        ),
      );

  return {
    /** Counts one more search, and who made it. @throws when another count holds the row for too long */
    async record({ keyword, objectType, accountId, now }: Search): Promise<void> {
      const words = sql`array(select search_fold(word) from unnest(${sql.param(splitWords(keyword))}::text[]) word)`;
      await inTransaction(db, async (tx) => {
        await tx.execute(sql.raw(`set local lock_timeout = ${LOCK_MS}`));
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
          select ${row.id}, ${nameSearcher(accountId, keyword)}, ${dayOf(now)} from ${accounts}
          where ${and(eq(accounts.id, accountId), isEstablished(now))}
          on conflict (keyword_id, searcher) do update set day = excluded.day`);
      });
    },

    /** Keywords that others may be offered, most used first. @param words that they say, beside others; all when left out */
    async listOffered({ words, since, limit }: { words?: string; since: Date; limit: number }): Promise<string[]> {
      const { keyword } = searchKeywords;
      const says = words === undefined ? undefined : and(ilike(keyword, anywhere(words)), ne(keyword, words));
      const rows = await selectOffered(since, says).orderBy(desc(count()), keyword).limit(limit);
      return [...new Set(rows.map((row) => row.keyword))];
    },

    /** Keywords, most used first. @param options.offeredSince only those that others may be offered */
    list(
      { q, sort, limit, offset }: EndpointPart<'listKeywords', 'query'>,
      { usedSince, offeredSince }: { usedSince?: Date; offeredSince?: Date },
    ) {
      const { keyword, attempt, updatedAt, id } = searchKeywords;
      const where = and(
        q?.trim() ? ilike(keyword, anywhere(q.trim())) : undefined,
        usedSince && gte(updatedAt, usedSince),
        offeredSince && inArray(id, db.select({ id: sql`id` }).from(selectOffered(offeredSince).as('offered'))),
      );
      const order = [attempt, updatedAt, id].map(directionOf(sort));
      return selectPage(db, searchKeywords, { limit, offset, where, order });
    },

    /** Forgets what an account searched for. It is found by its hash with each keyword, since nothing else leads there. */
    async forgetAccount(accountId: string): Promise<void> {
      for (let after = ''; ;) {
        const rows = await db
          .select({ id: searchKeywords.id, keyword: searchKeywords.keyword })
          .from(searchKeywords)
          .where(gt(searchKeywords.id, after))
          .orderBy(searchKeywords.id)
          .limit(AT_A_TIME);
        const last = rows.at(-1);
        if (!last) return;
        const searchers = rows.map(({ keyword }) => nameSearcher(accountId, keyword));
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
    },

    /** Forgets who searched before a time, and keywords that nobody used since. */
    async forgetBefore(before: Date): Promise<void> {
      await db.delete(keywordSearchers).where(lt(keywordSearchers.day, dayOf(before)));
      await db.delete(searchKeywords).where(lt(searchKeywords.updatedAt, before));
    },
  };
}
