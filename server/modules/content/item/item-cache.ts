import { LRUCache } from 'lru-cache';
import type { WrittenReply } from '../../../http/written-reply';
import { createTtlCache } from '../../../lib/ttl-cache';
import { isInWork, isMoreToCome } from './item-draft';
import type { ItemKind, ItemParts, ReadItemParts, SeenItem } from './item-kind';
import type { Shelf } from './item-first-pages';
import type { LiveRow } from './item-page-repository';

/**
 * Milliseconds for which strangers of one country are sent the same list, and for which it counts as known which items are
 * the newest: what many come for is read once. What changes in this process is seen at once; what another one publishes, and
 * a block, a price or an account closed elsewhere, shows that much later, and only in lists: items and files themselves are
 * asked for anew.
 */
const LIST_MEMORY_MS = 1_000;
/** Lists kept of either sort, some tens of kilobytes each. */
const MOST_LISTS = 200;
/** Milliseconds for which a count is good enough: it draws no line anybody pays by. */
const COUNT_MEMORY_MS = 5_000;
const MOST_COUNTS = 2_000;
/** Items kept, some kilobytes each. */
const MOST_ITEMS = 4_000;
/** Characters of written items kept. */
const MOST_TEXT = 32 * 1024 * 1024;

type Stamp = Pick<LiveRow, 'id' | 'version' | 'totalVote'>;

interface KeptText<Extra> extends Pick<SeenItem<Extra>, 'parts' | 'creator'> {
  totals: string;
  text: string;
}

export type ItemCache<Extra> = ReturnType<typeof createItemCache<Extra>>;

/**
 * All that is remembered of the items of one kind, and how it is forgotten. An item goes by its version, which every list's
 * query names, so that an edit made by another process is noticed at once; its text goes with it. Lists and counts go
 * after a moment, and with every change made here. How a viewer stands to an item is never remembered.
 */
export function createItemCache<Extra>(
  { isCoverInWork = () => false }: Pick<ItemKind<Extra>, 'isCoverInWork'>,
  readParts: ReadItemParts<Extra>,
  now: () => number,
) {
  const items = new LRUCache<string, { stamp: string; parts: ItemParts<Extra> }>({ max: MOST_ITEMS });
  const texts = new LRUCache<string, KeptText<Extra>>({
    maxSize: MOST_TEXT,
    sizeCalculation: ({ text }) => text.length,
  });
  // By the real clock: a second is a second, also where a test's clock stands still.
  const lists = { ttlMs: LIST_MEMORY_MS, most: MOST_LISTS, now: () => performance.now() };
  const shelves = createTtlCache<Shelf>(lists);
  const replies = createTtlCache<WrittenReply>(lists);
  const counts = createTtlCache<number>({ ttlMs: COUNT_MEMORY_MS, most: MOST_COUNTS, now });

  return {
    shelves,
    /** What strangers are sent. */
    replies,
    counts,

    /** The parts of these items, by id; from memory where the stamp says that nothing has changed. */
    async read(stamps: readonly Stamp[]): Promise<Map<string, ItemParts<Extra>>> {
      const found = new Map<string, ItemParts<Extra>>();
      const missing = new Map<string, string>();
      for (const { id, version, totalVote } of stamps) {
        const stamp = `${version} ${totalVote}`;
        const known = items.get(id);
        if (known?.stamp === stamp) found.set(id, known.parts);
        else missing.set(id, stamp);
      }
      for (const parts of await readParts([...missing.keys()])) {
        const { id } = parts.row;
        found.set(id, parts);
        // Files change by themselves until all is made of them, and the item's version stays.
        if (isInWork(parts) || isMoreToCome(parts) || isCoverInWork(parts.extra)) items.delete(id);
        else items.set(id, { stamp: missing.get(id) ?? '', parts });
      }
      return found;
    },

    /** The item as JSON for all who stand to it in the same way; written anew when it, its creator or its counters changed. */
    text(item: SeenItem<Extra>, write: () => string): string {
      const { parts, creator, live } = item;
      const key = relationKey(item);
      const totals = `${live.totalLike} ${live.totalComment} ${live.totalBookmark} ${live.totalView}`;
      const known = texts.get(key);
      if (known?.parts === parts && known.creator === creator && known.totals === totals) return known.text;
      const text = write();
      texts.set(key, { parts, creator, totals, text });
      return text;
    },

    /** An item was published, hidden or changed here. */
    forget(id: string): void {
      items.delete(id);
      for (const lists of [shelves, replies, counts]) lists.forget();
    },
  };
}

/** Names the item and all that shows of who looks at it. */
function relationKey({ live, access, isOwner }: SeenItem<unknown>): string {
  const flags =
    (isOwner ? 1 : 0) |
    (live.isLiked ? 2 : 0) |
    (live.isBookmarked ? 4 : 0) |
    (live.isBought ? 8 : 0) |
    (live.isSubscribed ? 16 : 0) |
    (live.isFollowed ? 32 : 0) |
    (live.usedTrial ? 64 : 0) |
    (live.isKeptOut ? 128 : 0);
  return `${live.id} ${flags} ${access} ${live.votedPollId ?? ''}`;
}
