import { sql, type SQL } from 'drizzle-orm';
import type { ItemListQuery, ListFilter } from './item-list-query';
import { isBought, isListed, isOpen, isShown } from './viewer-state-sql';

function isInScope({ of, scope, filter, viewer }: ItemListQuery): SQL {
  const isThere = (
    id: unknown,
    more = sql`true`,
  ) => sql`exists (select 1 from performers p join accounts a on a.id = p.id
    where p.id = ${id} and ${isShown(viewer)} and ${more})`;
  switch (scope.kind) {
    case 'all':
      return isThere(sql`i.performer_id`, filter.words.length > 0 ? isListed(viewer) : undefined);
    case 'performer':
      // Does not refer to the item, so the database evaluates it only once.
      return sql`i.performer_id = ${scope.id} and ${isThere(scope.id)}`;
    case 'home':
      return sql`i.performer_id in (select id from home)`;
    case 'within':
      // Buyers can see what they bought, even if its creator blocks them. Administrators see everything.
      return viewer.isModerator
        ? sql`i.parent_id = ${scope.id}`
        : sql`i.parent_id = ${scope.id} and (${isBought(of, viewer)} or ${isThere(sql`i.performer_id`)})`;
  }
}

/**
 * Where the words must occur. `title`: all of them in title or tagline. `text`: all of them, but some only in the text. `any`:
 * either.
 */
export type WordPlace = 'title' | 'text' | 'any';

/** Searches the text of open items only, so that a search reveals nothing about locked ones. */
export function hasWords({ of, viewer, filter }: ItemListQuery, place: WordPlace): SQL[] {
  const hasOneOf = (column: SQL, ways: readonly string[]) =>
    sql.join(
      ways.map((way) => sql`${column} like ${way}`),
      sql` or `,
    );
  const inTitle = filter.words.map((ways) => sql`(${hasOneOf(sql`i.head_words`, ways)})`);
  if (place === 'title') return inTitle;
  const isAnywhere = filter.words.map(
    (ways) => sql`(${hasOneOf(sql`i.head_words`, ways)}
      or ((${hasOneOf(sql`i.text_words`, ways)}) and ${isOpen(of, viewer)}))`,
  );
  return place === 'any' ? isAnywhere : [...isAnywhere, sql`not (${sql.join(inTitle, sql` and `)})`];
}

function fitsFilter(filter: ListFilter): SQL[] {
  const parts: SQL[] = [];
  if (filter.type !== undefined) parts.push(sql`i.type = ${filter.type}`);
  if (filter.hasPoll) parts.push(sql`i.has_poll`);
  if (filter.days) parts.push(sql`i.created_at >= ${filter.days.from} and i.created_at < ${filter.days.to}`);
  if (filter.excludedId !== undefined) parts.push(sql`i.id <> ${filter.excludedId}`);
  if (filter.isSale === true) parts.push(sql`i.audience in ('sale', 'public')`);
  if (filter.isSale === false) parts.push(sql`i.audience not in ('sale', 'public')`);
  if (filter.isReplay) parts.push(sql`exists (select 1 from videos r where r.id = i.id and r.stream_id is not null)`);
  return parts;
}

/** @param whose condition on the creator or the parent; by default that of the scope */
export function getConditions(
  query: ItemListQuery,
  { whose = isInScope(query), place }: { whose?: SQL; place?: WordPlace } = {},
): SQL {
  const { of, viewer, scope, filter } = query;
  // Not a parameter, because the indexes are partial, one for each kind.
  const isKind = sql.raw(`i.kind = '${of.kind}'`);
  // Buyers still see what they bought if it was later hidden or deleted, unless by operators.
  const isThere =
    scope.kind === 'within'
      ? sql`(i.status = 'active' or (i.taken_down_at is null and ${isBought(of, viewer)}))`
      : sql`i.status = 'active'`;
  return sql.join(
    [
      isKind,
      isThere,
      whose,
      ...fitsFilter(filter),
      ...(filter.isUnlocked ? [isOpen(of, viewer)] : []),
      ...hasWords(query, place ?? (filter.isTitled ? 'title' : 'any')),
    ],
    sql` and `,
  );
}
