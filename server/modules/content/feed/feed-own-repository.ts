import { and, count, eq, ilike, isNull, or } from 'drizzle-orm';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { betweenDays, orderOf } from '../../../db/list-query';
import { feeds } from '../../../db/schema/feeds';
import type { Executor } from '../../../db/transaction';

const sortable = {
  updatedAt: feeds.updatedAt,
  createdAt: feeds.createdAt,
  publishedAt: feeds.publishedAt,
  scheduleAt: feeds.scheduleAt,
  title: feeds.title,
  price: feeds.price,
  totalLike: feeds.totalLike,
  totalComment: feeds.totalComment,
};

const states = {
  published: eq(feeds.status, 'active'),
  scheduled: and(eq(feeds.status, 'inactive'), eq(feeds.isSchedule, true)),
  draft: eq(feeds.status, 'draft'),
  hidden: and(eq(feeds.status, 'inactive'), eq(feeds.isSchedule, false)),
};

/** The creator's own list: every state, searchable by everything in it. */
export function createFeedOwnRepository(db: Db) {
  return {
    /** Ids of one page, last changed first unless another order is named. */
    async listIds(performerId: string, query: EndpointPart<'listPerformerFeeds', 'query'>, tx: Executor = db) {
      const words = query.q?.match(/[\p{L}\p{N}]+/gu)?.slice(0, 8) ?? [];
      const where = and(
        eq(feeds.performerId, performerId),
        isNull(feeds.deletedAt),
        query.type && eq(feeds.type, query.type),
        query.status && eq(feeds.status, query.status),
        query.state && states[query.state],
        betweenDays(feeds.createdAt, query),
        ...words.map((word) =>
          or(ilike(feeds.title, `%${word}%`), ilike(feeds.tagline, `%${word}%`), ilike(feeds.text, `%${word}%`)),
        ),
      );
      const [rows, [counted]] = await Promise.all([
        tx
          .select({ id: feeds.id })
          .from(feeds)
          .where(where)
          .orderBy(...orderOf(sortable, query, { fallback: 'updatedAt', id: feeds.id }))
          .limit(query.limit)
          .offset(query.offset),
        tx.select({ total: count() }).from(feeds).where(where),
      ]);
      return { ids: rows.map((row) => row.id), total: counted?.total ?? 0 };
    },
  };
}
