import { eq, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client';
import { isCurrentSubscription } from '../../../db/conditions';
import { accounts, performers } from '../../../db/schema/accounts';
import { files } from '../../../db/schema/files';
import { subscriptions } from '../../../db/schema/money';
import { follows, userBlocks } from '../../../db/schema/social';
import type { Executor } from '../../../db/transaction';
import { firstOrNull } from '../../../db/query-helpers';

export type AccountRow = typeof accounts.$inferSelect;
export type PerformerRow = typeof performers.$inferSelect;
type FileRow = typeof files.$inferSelect;

/** `performer` is null for a fan. */
export interface PersonRow {
  account: AccountRow;
  performer: PerformerRow | null;
  avatar: FileRow | null;
  cover: FileRow | null;
  welcomeVideo: FileRow | null;
}

const avatar = alias(files, 'avatar');
const cover = alias(files, 'cover');
const welcomeVideo = alias(files, 'welcome_video');

/** The columns that views need; whole rows would be three times as wide. */
const shownColumns = {
  account: {
    id: accounts.id,
    username: accounts.username,
    name: accounts.name,
    firstName: accounts.firstName,
    lastName: accounts.lastName,
    gender: accounts.gender,
    country: accounts.country,
    isOnline: accounts.isOnline,
    statFollowing: accounts.statFollowing,
    createdAt: accounts.createdAt,
    updatedAt: accounts.updatedAt,
  },
  performer: {
    id: performers.id,
    headline: performers.headline,
    bio: performers.bio,
    body: performers.body,
    isFreeSubscription: performers.isFreeSubscription,
    freeSubscriptionDays: performers.freeSubscriptionDays,
    monthlyPrice: performers.monthlyPrice,
    yearlyPrice: performers.yearlyPrice,
    publicChatPrice: performers.publicChatPrice,
    verifiedDocument: performers.verifiedDocument,
    verifiedAccount: performers.verifiedAccount,
    isFeatured: performers.isFeatured,
    live: performers.live,
    streamingStatus: performers.streamingStatus,
    lastStreamingAt: performers.lastStreamingAt,
    welcomeVideoId: performers.welcomeVideoId,
    activateWelcomeVideo: performers.activateWelcomeVideo,
    score: performers.score,
    statLikes: performers.statLikes,
    statViews: performers.statViews,
    statFollowers: performers.statFollowers,
    statVideos: performers.statVideos,
    statPhotos: performers.statPhotos,
    statGalleries: performers.statGalleries,
    statProducts: performers.statProducts,
    statFeeds: performers.statFeeds,
    statStreamSeconds: performers.statStreamSeconds,
  },
  avatar: { id: avatar.id, isPublic: avatar.isPublic, variants: avatar.variants },
  cover: { id: cover.id, isPublic: cover.isPublic, variants: cover.variants },
  welcomeVideo: {
    id: welcomeVideo.id,
    isPublic: welcomeVideo.isPublic,
    variants: welcomeVideo.variants,
    name: welcomeVideo.name,
  },
};

const selectShown = (db: Db) =>
  db
    .select(shownColumns)
    .from(accounts)
    .leftJoin(performers, eq(performers.id, accounts.id))
    .leftJoin(avatar, eq(avatar.id, accounts.avatarId))
    .leftJoin(cover, eq(cover.id, accounts.coverId))
    .leftJoin(welcomeVideo, eq(welcomeVideo.id, performers.welcomeVideoId));

export type ShownPerson = Awaited<ReturnType<typeof selectShown>>[number];

export interface ViewerLinks {
  followed: Set<string>;
  subscribed: Set<string>;
  usedFreeTrial: Set<string>;
  /** Creators who block the viewer. */
  blocking: Set<string>;
}

/** By account id. A creator's subscribers, a fan's subscriptions. Lacks accounts that have none. */
export interface SubscriptionCounts {
  subscribers: Map<string, number>;
  subscriptions: Map<string, number>;
}

interface RelationRow extends Record<string, unknown> {
  id: string;
  fact: 'followed' | 'subscribed' | 'usedFreeTrial' | 'blocking' | 'subscribers' | 'subscriptions';
  count: number;
}

const selectPeople = (tx: Executor) =>
  tx
    .select({ account: accounts, performer: performers, avatar, cover, welcomeVideo })
    .from(accounts)
    .leftJoin(performers, eq(performers.id, accounts.id))
    .leftJoin(avatar, eq(avatar.id, accounts.avatarId))
    .leftJoin(cover, eq(cover.id, accounts.coverId))
    .leftJoin(welcomeVideo, eq(welcomeVideo.id, performers.welcomeVideoId));

export function createPeopleRepository(db: Db) {
  const withIds = sql`${accounts.id} = any(${sql.placeholder('ids')})`;
  const withKey = or(
    eq(accounts.id, sql.placeholder('key')),
    eq(accounts.username, sql`lower(${sql.placeholder('key')})`),
  );
  // A username may look like an id; an account with that id has precedence.
  const idFirst = sql`${accounts.id} = ${sql.placeholder('key')} desc`;
  const byIds = (tx: Executor) => selectPeople(tx).where(withIds).prepare('people_by_ids');
  const byKey = (tx: Executor) => selectPeople(tx).where(withKey).orderBy(idFirst).limit(1).prepare('person_by_key');
  // Prepared, because nearly every request runs these, and building such wide SQL takes longer than running it.
  const prepared = {
    byIds: byIds(db),
    byKey: byKey(db),
    shown: selectShown(db).where(withIds).prepare('shown_people'),
  };

  return {
    async listByIds(ids: readonly string[], tx: Executor = db): Promise<PersonRow[]> {
      if (ids.length === 0) return [];
      const query = tx === db ? prepared.byIds : byIds(tx);
      return query.execute({ ids: [...new Set(ids)] });
    },

    async listShown(ids: readonly string[]): Promise<ShownPerson[]> {
      if (ids.length === 0) return [];
      return prepared.shown.execute({ ids: [...new Set(ids)] });
    },

    async findByKey(key: string, tx: Executor = db): Promise<PersonRow | null> {
      const query = tx === db ? prepared.byKey : byKey(tx);
      return firstOrNull(query.execute({ key }));
    },

    readRelations: (viewerId: string, ids: readonly string[], now: Date) => readRelations(db, viewerId, ids, now),
  };
}

/** Counts subscriptions on each read, because they end by time, without any write. @param viewerId empty for a guest */
async function readRelations(
  db: Db,
  viewerId: string,
  ids: readonly string[],
  now: Date,
): Promise<{ links: ViewerLinks; counts: SubscriptionCounts }> {
  const isCurrent = isCurrentSubscription(now, sql`s.expired_at`);
  const isShown = sql`any(${sql.param([...ids])}::text[])`;
  const links = sql`
    select w.following_id as id, 'followed' as fact, 1 as count from ${follows} w
      where w.follower_id = ${viewerId} and w.following_id = ${isShown}
    union all
    select s.performer_id, 'subscribed', 1 from ${subscriptions} s
      where s.user_id = ${viewerId} and s.performer_id = ${isShown} and ${isCurrent}
    union all
    select s.performer_id, 'usedFreeTrial', 1 from ${subscriptions} s
      where s.user_id = ${viewerId} and s.performer_id = ${isShown} and s.used_free_subscription
    union all
    select b.performer_id, 'blocking', 1 from ${userBlocks} b
      where b.user_id = ${viewerId} and b.performer_id = ${isShown}
    union all`;
  const { rows } = await db.execute<RelationRow>(sql`${viewerId === '' ? sql.empty() : links}
    select s.performer_id as id, 'subscribers' as fact, count(*)::int as count from ${subscriptions} s
      where s.performer_id = ${isShown} and ${isCurrent} group by s.performer_id
    union all
    select s.user_id, 'subscriptions', count(*)::int from ${subscriptions} s
      where s.user_id = ${isShown} and ${isCurrent} group by s.user_id`);
  const listFacts = (fact: RelationRow['fact']) => rows.filter((row) => row.fact === fact);
  const getIds = (fact: RelationRow['fact']) => new Set(listFacts(fact).map((row) => row.id));
  const getCounts = (fact: RelationRow['fact']) => new Map(listFacts(fact).map((row) => [row.id, row.count]));
  return {
    links: {
      followed: getIds('followed'),
      subscribed: getIds('subscribed'),
      usedFreeTrial: getIds('usedFreeTrial'),
      blocking: getIds('blocking'),
    },
    counts: { subscribers: getCounts('subscribers'), subscriptions: getCounts('subscriptions') },
  };
}
