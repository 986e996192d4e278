import { and, asc, eq, gt, isNull, not, or, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { ServerContext } from '../../../context';
import type { JobData } from '../../../jobs/queue';
import { isBlockedBy, isCurrentSubscription } from '../../../db/conditions';
import { accounts, performers } from '../../../db/schema/accounts';
import { subscriptions } from '../../../db/schema/money';
import { follows } from '../../../db/schema/social';
import type { Tx } from '../../../db/transaction';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { PeopleService } from '../../identity/people/people-service';
import { isProcessing } from './item-draft';
import { getItemKind } from './item-kind-table';
import type { ItemPageCache } from './item-page-cache';
import type { ItemRepository, ItemRow } from './item-repository';

/** People told at a time: one statement, and their sockets before the next ones. */
const AT_A_TIME = 5_000;
/** Milliseconds between two looks at an item whose film is still being converted. */
const LOOK_AGAIN_MS = 5_000;
/** Looks after which people are told although a file is not ready: half an hour. */
const MOST_LOOKS = 360;

interface ItemPublishingDeps {
  repository: ItemRepository;
  people: Pick<PeopleService, 'views'>;
  notification: Pick<NotificationService, 'addToMany'>;
  pages: Pick<ItemPageCache, 'forget'>;
  /** Publishes one whose time has come. */
  publishOne(row: Pick<ItemRow, 'id' | 'kind'>): Promise<void>;
}

/**
 * What happens to items of all kinds by themselves: they come out when their time has come, followers and subscribers are told,
 * and they go when a file breaks.
 */
export function createItemPublishing(
  { db, clock, jobs }: Pick<ServerContext, 'db' | 'clock' | 'jobs'>,
  { repository, people, notification, pages, publishOne }: ItemPublishingDeps,
) {
  /**
   * Followers and active subscribers of a creator, by id, after the last one of the part before. Without those the creator
   * keeps out by name, or by the country in their account: for them the creator does not exist. Decisions 3.
   */
  function listAudience(performerId: string, afterId: string) {
    // A union first: whoever has few followers must not cost a walk over all accounts.
    const audience = union(
      db.select({ id: follows.followerId }).from(follows).where(eq(follows.followingId, performerId)),
      db
        .select({ id: subscriptions.userId })
        .from(subscriptions)
        .where(and(eq(subscriptions.performerId, performerId), isCurrentSubscription(clock.now()))),
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
          not(isBlockedBy(performerId, accounts.id)),
          or(isNull(accounts.country), sql`${accounts.country} <> all(${performers.blockedCountries})`),
        ),
      )
      .orderBy(asc(audience.id))
      .limit(AT_A_TIME);
  }

  async function tellAll(row: ItemRow): Promise<void> {
    const { id, kind, performerId, title, tagline, slug } = row;
    const { announcedAs, noun } = getItemKind(row);
    if (announcedAs === null) return;
    const creator = (await people.views([performerId], null)).get(performerId);
    const news = {
      type: announcedAs,
      action: 'created',
      title: `${creator?.name || creator?.username || 'A creator'} published a new ${noun}`,
      // What everybody may read, locked or not; never the text.
      message: title || tagline,
      refId: id,
      refSource: kind,
      reference: { _id: id, title, slug },
      createdBy: performerId,
    } as const;
    for (let afterId = ''; ;) {
      const part = await listAudience(performerId, afterId);
      const last = part.at(-1);
      if (!last) return;
      await notification.addToMany(part, news);
      afterId = last.id;
    }
  }

  return {
    /**
     * Tells everybody who follows or subscribes, each once, whatever runs twice: in their notifications, and at once where
     * they are online. Waits for films that are still being converted: who comes at once should find something to play.
     * Nobody is told of what was hidden meanwhile.
     */
    async announce({ itemId, looks }: JobData['announce-item']): Promise<void> {
      const [item] = await repository.listContents([itemId]);
      if (!item || item.row.status !== 'active' || item.row.deletedAt !== null) return;
      if (isProcessing(item) && looks < MOST_LOOKS) {
        const runAt = new Date(clock.now().getTime() + LOOK_AGAIN_MS);
        return jobs.send('announce-item', { itemId, looks: looks + 1 }, { runAt });
      }
      await tellAll(item.row);
    },

    /**
     * Publishes what is due. Each item once, whatever runs twice or at the same time, also when the server was down at
     * its time. Promises R-4.
     *
     * @throws what the first one that failed threw, once the others are out.
     */
    async publishDue(): Promise<void> {
      const failures: unknown[] = [];
      for (const row of await repository.listDue(clock.now()))
        await publishOne(row).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },

    /** A file changes: the items that hold it get another version. */
    async touchHolders(fileId: string, tx: Tx): Promise<void> {
      await repository.touch(await repository.lockOfFile(fileId, tx), tx);
      tx.afterCommit(pages.forget);
    },

    /** A file turned out to be broken: the items that show it are hidden until their creator replaces it. */
    async hideBroken(fileId: string, tx: Tx): Promise<void> {
      const ids = await repository.lockOfFile(fileId, tx);
      for (const { row } of await repository.listContents(ids, tx)) {
        tx.afterCommit(pages.forget);
        if (row.status !== 'active') continue;
        await repository.update(row.id, { status: 'file-error', updatedAt: clock.now() }, tx);
        await repository.addToCreator(row.performerId, getItemKind(row).counter, -1, tx);
      }
    },
  };
}
