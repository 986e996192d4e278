import { and, asc, eq, gt, isNull, not, or, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { ServerContext } from '../../../context';
import type { JobData } from '../../../jobs/job-data';
import { isBlockedBy, isCurrentSubscription, isOpenAccount } from '../../../db/conditions';
import { accounts, performers } from '../../../db/schema/accounts';
import { videos } from '../../../db/schema/assets';
import { purchases, subscriptions } from '../../../db/schema/money';
import { follows } from '../../../db/schema/social';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { PeopleService } from '../../identity/people/people-service';
import { getItemKind } from './item-kind-table';
import { isProcessing, type ItemRepository, type ItemRow } from './item-repository';

/** Number of accounts that one statement notifies. Their sockets are notified before the next chunk. */
const AUDIENCE_CHUNK = 5_000;
const RETRY_WHILE_PROCESSING_MS = 5_000;
/** After half an hour, the item is announced even if a file is still being processed. */
const MAX_RETRIES = 360;

export interface AnnounceDeps extends Pick<ServerContext, 'db' | 'clock' | 'jobs'> {
  repository: ItemRepository;
  people: Pick<PeopleService, 'views'>;
  notification: Pick<NotificationService, 'addToMany'>;
}

/**
 * Notifies all followers and subscribers, each only once, even if the job runs twice. Waits until videos are processed, so that
 * fans who open the item immediately can play them. Does nothing if the item has been hidden meanwhile.
 */
export async function announceItem(deps: AnnounceDeps, { itemId, looks }: JobData['announce-item']): Promise<void> {
  const { repository, clock, jobs } = deps;
  const [item] = await repository.listContents([itemId]);
  if (!item || item.row.status !== 'active' || item.row.deletedAt !== null) return;
  if (isProcessing(item) && looks < MAX_RETRIES) {
    const runAt = new Date(clock.now().getTime() + RETRY_WHILE_PROCESSING_MS);
    return jobs.send('announce-item', { itemId, looks: looks + 1 }, { runAt });
  }
  await notifyOfItem(deps, item.row);
}

async function notifyOfItem(deps: AnnounceDeps, row: ItemRow): Promise<void> {
  const { id, kind, performerId, title, tagline, slug } = row;
  const { announcedAs, noun } = getItemKind(row);
  if (announcedAs === null) return;
  const creator = (await deps.people.views([performerId], null)).get(performerId);
  const notification = {
    type: announcedAs,
    action: 'created',
    title: `${creator?.name || creator?.username || 'A creator'} published a new ${noun}`,
    // Title and tagline are public even if the item is locked; its text is not.
    message: title || tagline,
    refId: id,
    refSource: kind,
    reference: { _id: id, title, slug },
    createdBy: performerId,
  } as const;
  await notifyAudience(deps, performerId, notification, kind === 'video' ? id : null);
}

type News = Parameters<NotificationService['addToMany']>[1];

/** @param videoId a replay, if its ticket holders are to be notified too; otherwise null */
export async function notifyAudience(
  deps: Pick<AnnounceDeps, 'db' | 'clock' | 'notification'>,
  performerId: string,
  notification: News,
  videoId: string | null = null,
): Promise<void> {
  for (let afterId = ''; ;) {
    const chunk = await listAudience(deps, { performerId, videoId, afterId });
    const last = chunk.at(-1);
    if (!last) return;
    await deps.notification.addToMany(chunk, notification);
    afterId = last.id;
  }
}

/**
 * Followers, active subscribers and ticket holders with ids above `afterId`, without those whom the creator blocks,
 * individually or by the country of their account. None if the creator's account was closed. Decisions 3.
 */
function listAudience(
  { db, clock }: Pick<AnnounceDeps, 'db' | 'clock'>,
  { performerId, videoId, afterId }: { performerId: string; videoId: string | null; afterId: string },
) {
  // The union comes first, so that a creator with few followers does not cost a scan of all accounts.
  const audience = union(
    db.select({ id: follows.followerId }).from(follows).where(eq(follows.followingId, performerId)),
    db
      .select({ id: subscriptions.userId })
      .from(subscriptions)
      .where(and(eq(subscriptions.performerId, performerId), isCurrentSubscription(clock.now()))),
    db
      .select({ id: purchases.userId })
      .from(purchases)
      .innerJoin(videos, eq(videos.streamId, purchases.targetId))
      .where(and(eq(purchases.target, 'stream'), eq(videos.id, videoId ?? ''))),
  ).as('audience');
  return db
    .select({ id: accounts.id, isOnline: accounts.isOnline })
    .from(audience)
    .innerJoin(accounts, eq(accounts.id, audience.id))
    .innerJoin(performers, eq(performers.id, performerId))
    .where(
      and(
        gt(audience.id, afterId),
        eq(accounts.status, 'active'),
        isOpenAccount(performerId),
        not(isBlockedBy(performerId, accounts.id)),
        or(isNull(accounts.country), sql`${accounts.country} <> all(${performers.blockedCountries})`),
      ),
    )
    .orderBy(asc(audience.id))
    .limit(AUDIENCE_CHUNK);
}
