import { eq, getTableColumns, or, sql, type SQL } from 'drizzle-orm';
import { alias, type PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client';
import { isCurrentSubscription } from '../../../db/conditions';
import { executePrepared } from '../../../db/execute-prepared';
import { accounts, performers } from '../../../db/schema/accounts';
import { files } from '../../../db/schema/files';
import { subscriptions } from '../../../db/schema/money';
import { follows, userBlocks } from '../../../db/schema/social';
import type { Executor } from '../../../db/transaction';
import { firstOf } from '../../../db/rows';

export type AccountRow = typeof accounts.$inferSelect;
export type PerformerRow = typeof performers.$inferSelect;
type FileRow = typeof files.$inferSelect;

/** An account with what every view of it needs; `performer` is null for a user. */
export interface PersonRow {
  account: AccountRow;
  performer: PerformerRow | null;
  avatar: FileRow | null;
  cover: FileRow | null;
  welcomeVideo: FileRow | null;
}

const shown = {
  account: rowPart(accounts, 'account', [
    ...(['username', 'name', 'firstName', 'lastName', 'gender', 'country', 'isOnline'] as const),
    ...(['statFollowing', 'createdAt', 'updatedAt'] as const),
  ]),
  performer: rowPart(performers, 'performer', [
    ...(['headline', 'bio', 'body', 'isFreeSubscription', 'freeSubscriptionDays', 'monthlyPrice'] as const),
    ...(['yearlyPrice', 'publicChatPrice', 'verifiedDocument', 'verifiedAccount', 'isFeatured', 'live'] as const),
    ...(['streamingStatus', 'lastStreamingAt', 'welcomeVideoId', 'activateWelcomeVideo', 'score'] as const),
    ...(['statLikes', 'statViews', 'statFollowers', 'statVideos', 'statPhotos'] as const),
    ...(['statGalleries', 'statProducts', 'statFeeds', 'statStreamSeconds'] as const),
  ]),
  avatar: rowPart(files, 'avatar', ['isPublic', 'variants']),
  cover: rowPart(files, 'cover', ['isPublic', 'variants']),
  welcomeVideo: rowPart(files, 'video', ['isPublic', 'variants', 'name']),
};

type Shown<K extends keyof typeof shown> = ReturnType<(typeof shown)[K]['read']>;

/** What of a person others are shown. */
export interface ShownPerson {
  account: NonNullable<Shown<'account'>>;
  performer: Shown<'performer'>;
  avatar: Shown<'avatar'>;
  cover: Shown<'cover'>;
  welcomeVideo: Shown<'welcomeVideo'>;
}

/** How a viewer stands to some performers. */
export interface ViewerLinks {
  followed: Set<string>;
  subscribed: Set<string>;
  usedFreeTrial: Set<string>;
  /** Those who block the viewer. */
  blocking: Set<string>;
}

/** Current subscriptions by account id: a creator's subscribers, a fan's subscriptions. Who has none is absent. */
export interface SubscriptionCounts {
  subscribers: Map<string, number>;
  subscriptions: Map<string, number>;
}

interface RelationRow {
  id: string;
  fact: 'followed' | 'subscribed' | 'usedFreeTrial' | 'blocking' | 'subscribers' | 'subscriptions';
  count: number;
}

const avatar = alias(files, 'avatar');
const cover = alias(files, 'cover');
const welcomeVideo = alias(files, 'welcome_video');

const selectPeople = (tx: Executor) =>
  tx
    .select({ account: accounts, performer: performers, avatar, cover, welcomeVideo })
    .from(accounts)
    .leftJoin(performers, eq(performers.id, accounts.id))
    .leftJoin(avatar, eq(avatar.id, accounts.avatarId))
    .leftJoin(cover, eq(cover.id, accounts.coverId))
    .leftJoin(welcomeVideo, eq(welcomeVideo.id, performers.welcomeVideoId));

/** Accounts of both kinds, joined with their pictures: one query for any number of people. */
export function createPeopleRepository(db: Db) {
  const withIds = sql`${accounts.id} = any(${sql.placeholder('ids')})`;
  const withKey = or(
    eq(accounts.id, sql.placeholder('key')),
    eq(accounts.username, sql`lower(${sql.placeholder('key')})`),
  );
  // A username may look like an id; the account with that id comes first.
  const idFirst = sql`${accounts.id} = ${sql.placeholder('key')} desc`;
  const byIds = (tx: Executor) => selectPeople(tx).where(withIds).prepare('people_by_ids');
  const byKey = (tx: Executor) => selectPeople(tx).where(withKey).orderBy(idFirst).limit(1).prepare('person_by_key');
  // Asked by nearly every call, and so wide that writing the SQL takes longer than answering it: written once.
  const prepared = { byIds: byIds(db), byKey: byKey(db) };

  return {
    async listByIds(ids: readonly string[], tx: Executor = db): Promise<PersonRow[]> {
      if (ids.length === 0) return [];
      const query = tx === db ? prepared.byIds : byIds(tx);
      return query.execute({ ids: [...new Set(ids)] });
    },

    /** Only what is shown of them. */
    async listShown(ids: readonly string[]): Promise<ShownPerson[]> {
      if (ids.length === 0) return [];
      const rows = await executePrepared<Record<string, unknown>>(db, {
        shape: 'shown people',
        build: () => sql`
          select ${sql.join(
            Object.values(shown).map((part) => part.columns),
            sql`, `,
          )}
          from ${accounts} account left join ${performers} performer on performer.id = account.id
          left join ${files} avatar on avatar.id = account.avatar_id left join ${files} cover on cover.id = account.cover_id
          left join ${files} video on video.id = performer.welcome_video_id
          where account.id = any(${place('ids')}::text[])`,
        values: { ids: [...new Set(ids)] },
      });
      return rows.map((row) => ({
        account: shown.account.read(row) as ShownPerson['account'],
        performer: shown.performer.read(row),
        avatar: shown.avatar.read(row),
        cover: shown.cover.read(row),
        welcomeVideo: shown.welcomeVideo.read(row),
      }));
    },

    /** By id or username; both are unique over all accounts. */
    async findByKey(key: string, tx: Executor = db): Promise<PersonRow | null> {
      const query = tx === db ? prepared.byKey : byKey(tx);
      return firstOf(query.execute({ key }));
    },

    /**
     * How a viewer stands to people, and how many current subscriptions these have. They are counted whenever they are shown:
     * a subscription ends by the clock, which tells no counter.
     *
     * @param viewerId empty for a stranger.
     */
    async readRelations(
      viewerId: string,
      ids: readonly string[],
      now: Date,
    ): Promise<{ links: ViewerLinks; counts: SubscriptionCounts }> {
      const isCurrent = isCurrentSubscription(place('now'), sql`s.expired_at`);
      const shownIds = sql`any(${place('ids')}::text[])`;
      const rows = await executePrepared<RelationRow>(db, {
        shape: 'relations of people',
        build: () => sql`
          select w.following_id as id, 'followed' as fact, 1 as count from ${follows} w
            where w.follower_id = ${place('viewerId')} and w.following_id = ${shownIds}
          union all
          select s.performer_id, 'subscribed', 1 from ${subscriptions} s
            where s.user_id = ${place('viewerId')} and s.performer_id = ${shownIds} and ${isCurrent}
          union all
          select s.performer_id, 'usedFreeTrial', 1 from ${subscriptions} s
            where s.user_id = ${place('viewerId')} and s.performer_id = ${shownIds} and s.used_free_subscription
          union all
          select b.performer_id, 'blocking', 1 from ${userBlocks} b
            where b.user_id = ${place('viewerId')} and b.performer_id = ${shownIds}
          union all
          select s.performer_id, 'subscribers', count(*)::int from ${subscriptions} s
            where s.performer_id = ${shownIds} and ${isCurrent} group by s.performer_id
          union all
          select s.user_id, 'subscriptions', count(*)::int from ${subscriptions} s
            where s.user_id = ${shownIds} and ${isCurrent} group by s.user_id`,
        values: { viewerId, ids, now },
      });
      const of = (fact: RelationRow['fact']) => rows.filter((row) => row.fact === fact);
      const idsOf = (fact: RelationRow['fact']) => new Set(of(fact).map((row) => row.id));
      const countsOf = (fact: RelationRow['fact']) => new Map(of(fact).map((row) => [row.id, row.count]));
      return {
        links: {
          followed: idsOf('followed'),
          subscribed: idsOf('subscribed'),
          usedFreeTrial: idsOf('usedFreeTrial'),
          blocking: idsOf('blocking'),
        },
        counts: { subscribers: countsOf('subscribers'), subscriptions: countsOf('subscriptions') },
      };
    },
  };
}

const place = sql.placeholder;

/** Some columns of a table in a prepared query. */
interface RowPart<Row> {
  /** For the list of what is selected. */
  columns: SQL;
  /** Reads them out of a row; null where a left join found none. */
  read(row: Readonly<Record<string, unknown>>): Row | null;
}

/**
 * Selects some columns of a table, and reads them as the query builder would: for queries that are asked by nearly every call,
 * and so wide that going through each column's own rules takes longer than answering them.
 *
 * @param alias what the table is called in the query.
 * @param keys columns beside the id, without a reading of their own: texts, numbers, booleans, sums of money, points in time and JSON.
 */
function rowPart<T extends PgTable, K extends keyof T['$inferSelect'] & string>(
  table: T,
  alias: string,
  keys: readonly K[],
): RowPart<Pick<T['$inferSelect'], K | ('id' & keyof T['$inferSelect'])>> {
  const columns = getTableColumns(table);
  const fields = ['id', ...keys].map((key) => {
    const column = columns[key];
    const name = `${alias}_${key}`;
    return { key, name, column: column?.name ?? key, isSum: column?.getSQLType() === 'bigint' };
  });
  return {
    columns: sql.join(
      fields.map(
        ({ name, column }) => sql`${sql.identifier(alias)}.${sql.identifier(column)} as ${sql.identifier(name)}`,
      ),
      sql`, `,
    ),
    read(row) {
      if (row[`${alias}_id`] === null) return null;
      const part: Record<string, unknown> = {};
      for (const { key, name, isSum } of fields) {
        const value = row[name];
        // The driver gives what may be larger than a number as text.
        part[key] = isSum && value !== null ? Number(value) : value;
      }
      return part as never;
    },
  };
}
