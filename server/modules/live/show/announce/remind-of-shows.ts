import { and, eq, gt, inArray, isNull, lte, ne, not, or, sql } from 'drizzle-orm';
import type { ServerContext } from '../../../../context';
import { isBlockedBy, isOpenAccount } from '../../../../db/conditions';
import { accounts, performers } from '../../../../db/schema/accounts';
import { feedPosts } from '../../../../db/schema/feeds';
import { items } from '../../../../db/schema/items';
import { streamReminders, streams } from '../../../../db/schema/streams';
import { eachOrThrow } from '../../../../lib/each-or-throw';
import { groupBy } from '../../../../lib/group-by';
import type { NotificationService } from '../../../conversation/notification/notification-service';
import type { PeopleService } from '../../../identity/people/people-service';

const LEAD_MS = 10 * 60_000;
/** A show that starts within this time of an announced one counts as the announced show. */
const NEAR_MS = 3600_000;
const CHUNK = 5_000;

export interface RemindDeps extends Pick<ServerContext, 'db' | 'clock'> {
  people: Pick<PeopleService, 'publicViews'>;
  notification: Pick<NotificationService, 'addToMany'>;
}

export async function remindOfShows(deps: RemindDeps): Promise<void> {
  for (;;) {
    const due = await listDue(deps);
    await eachOrThrow([...groupBy(due, ({ feedId }) => feedId).values()], (rows) => remind(deps, rows));
    if (due.length < CHUNK) return;
  }
}

/** Reminders are due ten minutes before the announced time, or when the creator goes live around that time. */
function listDue({ db, clock }: RemindDeps) {
  const before = (ms: number): Date => new Date(clock.now().getTime() - ms);
  const after = (ms: number): Date => new Date(clock.now().getTime() + ms);
  const isSoon = lte(feedPosts.streamingScheduled, after(LEAD_MS));
  const isLive = and(lte(feedPosts.streamingScheduled, after(NEAR_MS)), eq(streams.state, 'live'));
  return db
    .select({
      feedId: streamReminders.feedId,
      id: streamReminders.accountId,
      isOnline: accounts.isOnline,
      performerId: items.performerId,
      title: items.title,
      slug: items.slug,
      liveId: sql<string | null>`max(${streams.id})`,
    })
    .from(streamReminders)
    .innerJoin(feedPosts, eq(feedPosts.id, streamReminders.feedId))
    .innerJoin(items, eq(items.id, streamReminders.feedId))
    .innerJoin(accounts, eq(accounts.id, streamReminders.accountId))
    .innerJoin(performers, eq(performers.id, items.performerId))
    .leftJoin(
      streams,
      and(eq(streams.performerId, items.performerId), eq(streams.state, 'live'), ne(streams.type, 'private')),
    )
    .where(
      and(
        isNull(streamReminders.remindedAt),
        gt(feedPosts.streamingScheduled, before(NEAR_MS)),
        or(isSoon, isLive),
        eq(items.status, 'active'),
        isNull(items.deletedAt),
        eq(accounts.status, 'active'),
        isOpenAccount(items.performerId),
        not(isBlockedBy(items.performerId, accounts.id)),
        or(isNull(accounts.country), sql`${accounts.country} <> all(${performers.blockedCountries})`),
      ),
    )
    .groupBy(streamReminders.feedId, streamReminders.accountId, accounts.id, items.id)
    .limit(CHUNK);
}

/** Sends the reminders for one post, except to fans who were already notified that the show is live. */
async function remind(
  { db, clock, people, notification }: RemindDeps,
  rows: Awaited<ReturnType<typeof listDue>>,
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const { feedId, performerId, title, slug, liveId } = first;
  const host = (await people.publicViews([performerId])).get(performerId);
  const name = host?.name || host?.username || 'A creator';
  const about = liveId === null ? { refId: feedId, refSource: 'feed' } : { refId: liveId, refSource: 'stream' };
  await notification.addToMany(rows, {
    type: 'stream',
    action: liveId === null ? 'reminder' : 'live',
    title: liveId === null ? `${name} goes live soon` : `${name} went live`,
    message: title,
    ...about,
    reference: { _id: about.refId, title, slug, username: host?.username ?? null },
    createdBy: performerId,
  });
  const ids = rows.map(({ id }) => id);
  await db
    .update(streamReminders)
    .set({ remindedAt: clock.now() })
    .where(and(eq(streamReminders.feedId, feedId), inArray(streamReminders.accountId, ids)));
}
