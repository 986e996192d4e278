import { eq, sql } from 'drizzle-orm';
import { performers } from '../../../db/schema/accounts';
import { items } from '../../../db/schema/items';
import type { Tx } from '../../../db/transaction';

export type ItemCounter = 'statFeeds' | 'statPhotos' | 'statVideos' | 'statGalleries' | 'statProducts';

type ReactionCounter = 'totalLike' | 'totalComment' | 'totalBookmark';

/** Counters are updated with each change, so that lists need not count rows. */
export const itemCounterRepository = {
  /** A creator's likes are those of all their items. Wire contract 2.22. */
  async addToCreator(performerId: string, counter: ItemCounter | 'statLikes', step: number, tx: Tx): Promise<void> {
    if (step === 0) return;
    const change = { [counter]: sql`greatest(0, ${performers[counter]} + ${step})` };
    await tx.update(performers).set(change).where(eq(performers.id, performerId));
  },

  /** Does not change `updatedAt`, because a reaction is not an edit. @returns the creator's id; null if the item was deleted */
  async addToItem(id: string, counter: ReactionCounter, step: 1 | -1, tx: Tx): Promise<string | null> {
    const [row] = await tx
      .update(items)
      .set({ [counter]: sql`greatest(0, ${items[counter]} + ${step})`, updatedAt: sql`${items.updatedAt}` })
      .where(eq(items.id, id))
      .returning({ performerId: items.performerId });
    return row?.performerId ?? null;
  },
};
