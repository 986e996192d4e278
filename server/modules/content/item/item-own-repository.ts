import { and, eq, ilike, isNull, not, or } from 'drizzle-orm';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { betweenDays, toOrder } from '../../../db/list-query';
import { items } from '../../../db/schema/items';
import type { ItemKindName } from './item-repository';

export interface OwnListQuery extends Omit<EndpointPart<'listPerformerFeeds', 'query'>, 'type'> {
  type?: string;
  /** Lists only children of this item, in their own order unless `sortBy` is given. */
  parentId?: string;
}

const sortable = {
  updatedAt: items.updatedAt,
  createdAt: items.createdAt,
  publishedAt: items.publishedAt,
  scheduleAt: items.publishAt,
  title: items.title,
  price: items.price,
  totalLike: items.totalLike,
  totalComment: items.totalComment,
  totalView: items.totalView,
  position: items.position,
};

const states = {
  published: eq(items.status, 'active'),
  scheduled: and(eq(items.status, 'inactive'), items.isScheduled),
  draft: eq(items.status, 'draft'),
  hidden: and(eq(items.status, 'inactive'), not(items.isScheduled)),
};

const inPlace = ({ parentId, sortBy, sort }: OwnListQuery) =>
  parentId !== undefined && sortBy === undefined ? ({ sortBy: 'position', sort: 'asc' } as const) : { sortBy, sort };

/** Items in any status. Searches all of their text. By default, last edited first. */
export async function listOwnIds(
  db: Db,
  kind: ItemKindName,
  performerId: string,
  query: OwnListQuery,
): Promise<{ ids: string[]; total: number }> {
  const words = query.q?.match(/[\p{L}\p{N}]+/gu)?.slice(0, 8) ?? [];
  const where = and(
    eq(items.performerId, performerId),
    eq(items.kind, kind),
    isNull(items.deletedAt),
    query.type === undefined ? undefined : eq(items.type, query.type),
    query.parentId === undefined ? undefined : eq(items.parentId, query.parentId),
    query.status && eq(items.status, query.status),
    query.state && states[query.state],
    betweenDays(items.createdAt, query),
    ...words.map((word) =>
      or(ilike(items.title, `%${word}%`), ilike(items.tagline, `%${word}%`), ilike(items.text, `%${word}%`)),
    ),
  );
  const [rows, total] = await Promise.all([
    db
      .select({ id: items.id })
      .from(items)
      .where(where)
      .orderBy(...toOrder(sortable, inPlace(query), { fallback: 'updatedAt', id: items.id }))
      .limit(query.limit)
      .offset(query.offset),
    db.$count(items, where),
  ]);
  return { ids: rows.map((row) => row.id), total };
}
