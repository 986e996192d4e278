import { sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { createBatchLoader } from '../../../db/batch-loader';
import { isCurrentSubscription } from '../../../db/conditions';
import { executePrepared } from '../../../db/execute-prepared';
import type { LiveRow } from './item-page-repository';
import type { ListedKind } from './item-page-shape';

/** Viewers whose relations are read in one query. */
const MOST_TOGETHER = 50;

/** What a viewer's relations are asked for, as ids. */
export interface About {
  creators: readonly string[];
  items: readonly string[];
  /** Those of the items that have a poll. */
  polls: readonly string[];
  /** Creators of whom it is asked whether they are there. */
  owners: readonly string[];
}

interface Question extends About {
  viewerId: string;
  now: Date;
}

/** What may have changed of an item since its list was read. */
export type LiveItem = Pick<
  LiveRow,
  'version' | 'totalLike' | 'totalComment' | 'totalVote' | 'totalBookmark' | 'totalView'
>;

/** How a viewer stands to the creators and items that were asked for, as ids. */
export interface Relations {
  follows: Set<string>;
  subscribes: Set<string>;
  usedTrial: Set<string>;
  blockedBy: Set<string>;
  liked: Set<string>;
  bookmarked: Set<string>;
  bought: Set<string>;
  /** The answer chosen, by item. */
  voted: Map<string, string>;
  hasPlatform: boolean;
  facts: Facts;
}

/** What is the same for all viewers. */
interface Facts {
  /** Items that are published now. */
  live: Map<string, LiveItem>;
  /** Creators who are not active. */
  away: Set<string>;
  /** Countries that creators shut out. */
  shut: Map<string, string[]>;
}

interface FoundRow {
  kind: keyof Relations | keyof Facts;
  /** Null for what is the same for all viewers. */
  viewer: string | null;
  /** With commas between them. */
  items: string;
}

/**
 * How fans stand to what a list shows, as it is now. Those who ask at the same time are read in one query, and each fact
 * comes as one row however many items it is about: sending and reading rows costs more than finding them.
 */
export function createItemRelationRepository(db: Db, of: Pick<ListedKind, 'kind' | 'holder'>) {
  async function readMany(questions: readonly Question[]): Promise<Relations[]> {
    // Written here, since the driver would look at each id for what to escape: ours are hexadecimal. Those who look at the
    // same list name the very same array; a repeat does no harm.
    const union = (idsOf: (question: Question) => readonly string[]) => {
      const lists = [...new Set(questions.map(idsOf))].filter((ids) => ids.length > 0);
      return `{${lists.map((ids) => ids.join(',')).join(',')}}`;
    };
    const rows = await executePrepared<FoundRow>(db, {
      shape: `relations of viewers to ${of.kind}`,
      build: () => relationQuery(of),
      values: {
        viewers: `{${[...new Set(questions.map(({ viewerId }) => viewerId))].join(',')}}`,
        creators: union(({ creators }) => creators),
        items: union(({ items }) => items),
        polls: union(({ polls }) => polls),
        owners: union(({ owners }) => owners),
        now: questions.at(-1)?.now,
      },
    });
    const facts = readFacts(rows);
    return questions.map(({ viewerId }) => readRelations(rows, viewerId, facts));
  }

  return {
    /** May hold more creators and items than were asked for. */
    read: createBatchLoader(readMany, MOST_TOGETHER),
  };
}

function readFacts(rows: readonly FoundRow[]): Facts {
  const itemsOf = (kind: keyof Facts) => rows.find((row) => row.kind === kind)?.items.split(',') ?? [];
  return {
    live: new Map(itemsOf('live').map(readLiveItem)),
    away: new Set(itemsOf('away')),
    shut: new Map(itemsOf('shut').map((item) => [item.slice(0, item.indexOf(' ')), item.split(' ').slice(1)])),
  };
}

function readLiveItem(item: string): [id: string, live: LiveItem] {
  const [id = '', version, totalLike, totalComment, totalVote, totalBookmark, totalView] = item.split(' ');
  const live = {
    version: Number(version),
    totalLike: Number(totalLike),
    totalComment: Number(totalComment),
    totalVote: Number(totalVote),
    totalBookmark: Number(totalBookmark),
    totalView: Number(totalView),
  };
  return [id, live];
}

function readRelations(rows: readonly FoundRow[], viewerId: string, facts: Facts): Relations {
  const found = new Map(rows.filter(({ viewer }) => viewer === viewerId).map(({ kind, items }) => [kind, items]));
  const idsOf = (kind: keyof Relations) => found.get(kind)?.split(',') ?? [];
  return {
    follows: new Set(idsOf('follows')),
    subscribes: new Set(idsOf('subscribes')),
    usedTrial: new Set(idsOf('usedTrial')),
    blockedBy: new Set(idsOf('blockedBy')),
    liked: new Set(idsOf('liked')),
    bookmarked: new Set(idsOf('bookmarked')),
    bought: new Set(idsOf('bought')),
    voted: new Map(idsOf('voted').map((item) => item.split(' ') as [string, string])),
    hasPlatform: found.has('hasPlatform'),
    facts,
  };
}

/** One row for each fact that is true of a viewer and anything asked for. */
function relationQuery({ kind, holder }: Pick<ListedKind, 'kind' | 'holder'>): SQL {
  const isCurrent = isCurrentSubscription(sql.placeholder('now'), sql`expired_at`);
  const anyOf = (name: string) => sql`any(${sql.placeholder(name)}::text[])`;
  const [viewers, creators, items] = [anyOf('viewers'), anyOf('creators'), anyOf('items')];
  const [polls, owners] = [anyOf('polls'), anyOf('owners')];
  const ours = sql.raw(`'${kind}'`);
  const reacted = (fact: string, action: string) => sql`
    select ${sql.raw(`'${fact}'`)}, created_by, string_agg(object_id, ',') from reactions
      where created_by = ${viewers} and object_type = ${ours} and object_id = ${items} and action = ${sql.raw(`'${action}'`)}
      group by 2`;
  const bought = holder
    ? sql`select 'bought', u.user_id, string_agg(i.id, ',') from purchases u join items i on i.parent_id = u.target_id
        where u.user_id = ${viewers} and u.target = ${sql.raw(`'${holder}'`)} and i.id = ${items} group by 2`
    : sql`select 'bought', user_id, string_agg(target_id, ',') from purchases
        where user_id = ${viewers} and target = ${ours} and target_id = ${items} group by 2`;
  return sql`
    select 'follows' as kind, follower_id as viewer, string_agg(following_id, ',') as items from follows
      where follower_id = ${viewers} and following_id = ${creators} group by 2
    union all select 'subscribes', user_id, string_agg(performer_id, ',') from subscriptions
      where user_id = ${viewers} and performer_id = ${creators} and ${isCurrent} group by 2
    union all select 'usedTrial', user_id, string_agg(performer_id, ',') from subscriptions
      where user_id = ${viewers} and performer_id = ${creators} and used_free_subscription group by 2
    union all select 'blockedBy', user_id, string_agg(performer_id, ',') from user_blocks
      where user_id = ${viewers} and performer_id = ${creators} group by 2
    union all select 'hasPlatform', user_id, '' from platform_subscriptions
      where user_id = ${viewers} and ${isCurrent}
    union all ${reacted('liked', 'like')}
    union all ${reacted('bookmarked', 'bookmark')}
    union all ${bought}
    union all select 'voted', voter_id, string_agg(feed_id || ' ' || poll_id, ',') from votes
      where voter_id = ${viewers} and feed_id = ${polls} group by 2
    union all select 'live', null, string_agg(concat_ws(' ', id, extract(epoch from updated_at)::float8 * 1000,
      total_like, total_comment, total_vote, total_bookmark, total_view), ',') from items where id = ${items} and kind = ${ours} and status = 'active' having count(*) > 0
    union all select 'away', null, string_agg(a.id, ',') from accounts a join performers p on p.id = a.id
      where a.id = ${owners} and (a.status <> 'active' or not p.verified_document) having count(*) > 0
    union all select 'shut', null, string_agg(id || ' ' || array_to_string(blocked_countries, ' '), ',') from performers
      where id = ${owners} and blocked_countries <> '{}' having count(*) > 0`;
}
