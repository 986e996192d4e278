import { sql, type SQL } from 'drizzle-orm';
import { type Actor, may } from '../../../access';
import { isCurrentSubscription } from '../../../db/conditions';
import { creatorStateSql, itemAccessSql, type AccessFacts } from './item-access';
import type { ItemKindFacts } from './item-kind-table';

export interface ItemViewer {
  actor: Pick<Actor, 'id' | 'operatorRole'> | null;
  country: string | null;
}

export interface ListViewer {
  id: string | null;
  isModerator: boolean;
  country: string | null;
  now: Date;
}

export type ListedKind = Pick<ItemKindFacts, 'kind' | 'counter' | 'parentKind'>;

export const toListViewer = ({ actor, country }: ItemViewer, now: Date): ListViewer => ({
  id: actor?.id ?? null,
  isModerator: may(actor, 'moderateContent'),
  country,
  now,
});

// In the SQL below, `i` is an item, `p` its creator, and `a` the creator's account. A guest's id is empty.

const getId = ({ id }: ListViewer): string => id ?? '';

export const isShown = (viewer: ListViewer): SQL =>
  sql`a.status = 'active' and ${isApproved(viewer)} and not ${isKeptOut(viewer)}`;

/** Creators see themselves before they are approved; administrators see everyone. */
function isApproved(viewer: ListViewer): SQL {
  return viewer.isModerator ? sql`true` : sql`(p.verified_document or p.id = ${getId(viewer)})`;
}

function isKeptOut(viewer: ListViewer): SQL {
  if (viewer.isModerator) return sql`false`;
  return sql`((${viewer.country}::text = any(p.blocked_countries) and p.id <> ${getId(viewer)}) is true
    or exists (select 1 from user_blocks b where b.performer_id = p.id and b.user_id = ${getId(viewer)}))`;
}

/**
 * True if search finds items of creator `p`. Creators who hide from search, or whose account will be deleted, are found only by
 * their followers. Same rule as `isListedFor`. Ux AS-8.
 */
export const isListed = (viewer: ListViewer): SQL =>
  sql`((not a.hides_from_search and a.deletion_at is null) or p.id = ${getId(viewer)}
    or exists (select 1 from follows f where f.follower_id = ${getId(viewer)} and f.following_id = p.id))`;

export const isSubscribedTo = (performerId: SQL, viewer: ListViewer): SQL => sql`exists (select 1 from subscriptions s
  where s.user_id = ${getId(viewer)} and s.performer_id = ${performerId}
  and ${isCurrentSubscription(viewer.now, sql`s.expired_at`)})`;

export const hasPlatform = (viewer: ListViewer): SQL => sql`exists (select 1 from platform_subscriptions s
  where s.user_id = ${getId(viewer)} and ${isCurrentSubscription(viewer.now, sql`s.expired_at`)})`;

/** Same rule as `wasPublished` in `item-draft`. */
const wasPublished = sql`i.status <> 'draft' and not i.is_scheduled`;

/**
 * Children are bought with their parent, and a replay with a ticket for its show; but not drafts and scheduled items, which no
 * fan has seen yet.
 */
export function isBought({ kind, parentKind }: ListedKind, viewer: ListViewer): SQL {
  const isItem = parentKind ? sql`u.target_id = i.parent_id and ${wasPublished}` : sql`u.target_id = i.id`;
  const isPaid = sql`exists (select 1 from purchases u
    where u.user_id = ${getId(viewer)} and u.target = ${parentKind ?? kind} and ${isItem})`;
  return kind === 'video' ? sql`(${isPaid} or (${wasPublished} and i.id in (${selectReplays(viewer)})))` : isPaid;
}

export const selectReplays = (viewer: ListViewer): SQL => sql`select r.id from purchases u
  join videos r on r.stream_id = u.target_id where u.user_id = ${getId(viewer)} and u.target = 'stream'`;

/** True if item `i` is open to the viewer, provided that its creator is visible to them. */
export function isOpen(of: ListedKind, viewer: ListViewer): SQL {
  const facts: Record<keyof AccessFacts, SQL> = {
    audience: sql`i.audience`,
    status: sql`i.status`,
    isRemoved: sql`i.deleted_at is not null`,
    isTakenDown: sql`i.taken_down_at is not null`,
    creator: sql`'here'`,
    isModerator: viewer.isModerator ? sql`true` : sql`false`,
    isOwner: sql`i.performer_id = ${getId(viewer)}`,
    isKeptOut: sql`false`,
    isBought: isBought(of, viewer),
    isSubscribed: isSubscribedTo(sql`i.performer_id`, viewer),
    hasPlatform: hasPlatform(viewer),
  };
  return sql`${itemAccessSql(facts)} = 'open'`;
}

export function viewerStateColumns(of: ListedKind, viewer: ListViewer): SQL {
  const id = getId(viewer);
  const hasReacted = (action: 'like' | 'bookmark') => sql`exists (select 1 from reactions r where r.created_by = ${id}
    and r.object_type = ${of.kind} and r.object_id = i.id and r.action = ${action})`;
  return sql`i.id, extract(epoch from i.updated_at)::float8 * 1000 as version, i.total_like as "totalLike",
    i.total_comment as "totalComment", i.total_vote as "totalVote", i.total_bookmark as "totalBookmark",
    i.total_view as "totalView", ${creatorStateSql} as "creator", ${isKeptOut(viewer)} as "isKeptOut",
    ${hasReacted('like')} as "isLiked", ${hasReacted('bookmark')} as "isBookmarked", ${isBought(of, viewer)} as "isBought",
    ${isSubscribedTo(sql`i.performer_id`, viewer)} as "isSubscribed", ${hasPlatform(viewer)} as "hasPlatform",
    exists (select 1 from follows w where w.follower_id = ${id} and w.following_id = i.performer_id) as "isFollowed",
    exists (select 1 from subscriptions s where s.user_id = ${id} and s.performer_id = i.performer_id
      and s.used_free_subscription) as "usedTrial",
    (i.type = 'scheduled-streaming' and exists (select 1 from stream_reminders m where m.feed_id = i.id
      and m.account_id = ${id})) as "isReminded",
    case when i.type = 'scheduled-streaming' then (select count(*)::int from stream_reminders m where m.feed_id = i.id)
      else 0 end as reminders,
    (select v.poll_id from votes v where i.has_poll and v.feed_id = i.id and v.voter_id = ${id}) as "votedPollId"`;
}
