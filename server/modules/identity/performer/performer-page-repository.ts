import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { items } from '../../../db/schema/items';
import { subscriptions } from '../../../db/schema/money';
import { reactions, userBlocks } from '../../../db/schema/social';

export type SubscriptionRow = typeof subscriptions.$inferSelect;
export type PerformerPageRepository = ReturnType<typeof createPerformerPageRepository>;

const viewer = sql.placeholder('viewerId');
const performer = sql.placeholder('performerId');

/** Prepared, because every view of a creator's page runs these queries. */
export function createPerformerPageRepository(db: Db) {
  const block = db
    .select({ id: userBlocks.id })
    .from(userBlocks)
    .where(and(eq(userBlocks.performerId, performer), eq(userBlocks.userId, viewer)))
    .prepare('performer_block');
  const bookmark = db
    .select({ id: reactions.id })
    .from(reactions)
    .where(
      and(
        eq(reactions.createdBy, viewer),
        eq(reactions.objectType, 'performer'),
        eq(reactions.objectId, performer),
        eq(reactions.action, 'bookmark'),
      ),
    )
    .prepare('performer_bookmark');
  const subscription = db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.userId, viewer), eq(subscriptions.performerId, performer)))
    .prepare('performer_subscription');
  const media = prepareMedia(db);

  return {
    async readRelation(viewerId: string, performerId: string) {
      const both = { viewerId, performerId };
      const [blocks, bookmarks, subscribed] = await Promise.all([
        block.execute(both),
        bookmark.execute(both),
        subscription.execute(both),
      ]);
      return {
        isBlocked: blocks.length > 0,
        isBookmarked: bookmarks.length > 0,
        subscription: subscribed[0] ?? null,
      };
    },

    hasMedia: async (performerId: string) => (await media.execute({ performerId })).length > 0,
  };
}

function prepareMedia(db: Db) {
  const hasMedia = or(
    inArray(items.kind, ['video', 'gallery']),
    and(eq(items.kind, 'feed'), inArray(items.type, ['photo', 'video'])),
  );
  return db
    .select({ id: items.id })
    .from(items)
    .where(and(eq(items.performerId, performer), eq(items.status, 'active'), isNull(items.deletedAt), hasMedia))
    .limit(1)
    .prepare('performer_media');
}
