import type { Actor } from '../../../access';
import { splitAtPlaceholders, type TextWithPlaceholders } from '../../../media/url-placeholders';
import type { MediaService } from '../../site/media/media-service';
import type { ItemInput, ItemKind, SeenItem } from './item-kind';

/** Bytes of text kept. */
const MOST_BYTES = 32 * 1024 * 1024;

interface KeptText<Extra> extends Pick<SeenItem<Extra>, 'parts' | 'creator'> {
  totals: string;
  text: TextWithPlaceholders;
}

/**
 * The JSON of items. All who stand to an item in the same way see the same of it, but for the links made for each of them:
 * it is written once, by the contract's schema, and gets its links when it goes out. How a viewer stands to an item is read
 * anew for every page; nothing here decides who may see what.
 */
export function createSerializedItemCache<Extra, View extends { _id: string }>(
  kind: Pick<ItemKind<Extra, ItemInput, View>, 'present' | 'write'>,
  media: Pick<MediaService, 'presentWithGaps' | 'fillLinks'>,
) {
  const kept = new Map<string, KeptText<Extra>>();
  let bytes = 0;

  function drop(key: string, { text }: KeptText<Extra>): void {
    kept.delete(key);
    bytes -= text.byteLength;
  }

  function keep(key: string, entry: KeptText<Extra>): void {
    const before = kept.get(key);
    if (before) drop(key, before);
    kept.set(key, entry);
    bytes += entry.text.byteLength;
    for (const [oldest, old] of kept) {
      if (bytes <= MOST_BYTES) break;
      drop(oldest, old);
    }
  }

  return {
    /** The item as its kind presents it to the viewer, in pieces. */
    write(item: SeenItem<Extra>, viewer: Actor | null): readonly Buffer[] {
      const { parts, live, creator } = item;
      const key = standingOf(item);
      const totals = `${live.totalLike} ${live.totalComment}`;
      let entry = kept.get(key);
      if (entry?.parts !== parts || entry.creator !== creator || entry.totals !== totals) {
        const view = kind.present(item, media.presentWithGaps);
        entry = { parts, creator, totals, text: splitAtPlaceholders(kind.write(view)) };
        keep(key, entry);
      }
      return media.fillLinks(entry.text, viewer);
    },
  };
}

/** Names the item and all that shows of who looks at it. */
function standingOf({ live, access, isOwner }: SeenItem<unknown>): string {
  const flags =
    (isOwner ? 1 : 0) |
    (live.isLiked ? 2 : 0) |
    (live.isBookmarked ? 4 : 0) |
    (live.isBought ? 8 : 0) |
    (live.isSubscribed ? 16 : 0) |
    (live.isFollowed ? 32 : 0) |
    (live.usedTrial ? 64 : 0);
  return `${live.id} ${flags} ${access} ${live.votedPollId ?? ''}`;
}
