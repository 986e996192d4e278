import { Feed } from '@contract/content/feed-schemas';
import type { Actor } from '../../../access';
import { writerOf } from '../../../http/written-reply';
import { splitAtPlaceholders, type TextWithPlaceholders } from '../../../media/url-placeholders';
import type { MediaService } from '../../site/media/media-service';
import type { LiveRow } from './feed-page-repository';
import { isOwnerOf, presentFeed } from './feed-presenter';
import type { FeedPost } from './feed-posts';

/** Bytes of text kept. */
const MOST_BYTES = 32 * 1024 * 1024;

interface KeptText extends Pick<FeedPost, 'parts' | 'creator'> {
  totals: string;
  text: TextWithPlaceholders;
}

const write = writerOf(Feed);

/**
 * The JSON of posts. All who stand to a post in the same way see the same of it, but for the links made for each of them:
 * it is written once, by the contract's schema, and gets its links when it goes out. How a viewer stands to a post is read
 * anew for every page; nothing here decides who may see what.
 */
export function createSerializedPostCache(media: Pick<MediaService, 'presentWithGaps' | 'fillLinks'>) {
  const kept = new Map<string, KeptText>();
  let bytes = 0;

  function drop(key: string, { text }: KeptText): void {
    kept.delete(key);
    bytes -= text.byteLength;
  }

  function keep(key: string, entry: KeptText): void {
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
    /** The post as `presentFeed` shows it to the viewer, in pieces. */
    write(post: FeedPost, viewer: Actor | null): readonly Buffer[] {
      const { parts, live, creator } = post;
      const isOwner = isOwnerOf(viewer, parts.row);
      const key = standingOf(live, isOwner);
      const totals = `${live.totalLike} ${live.totalComment}`;
      let entry = kept.get(key);
      if (entry?.parts !== parts || entry.creator !== creator || entry.totals !== totals) {
        const view = presentFeed(post, { isOwner }, media.presentWithGaps);
        entry = { parts, creator, totals, text: splitAtPlaceholders(write(view)) };
        keep(key, entry);
      }
      return media.fillLinks(entry.text, viewer);
    },
  };
}

/** Names the post and all that shows of who looks at it. */
function standingOf(live: LiveRow, isOwner: boolean): string {
  const flags =
    (isOwner ? 1 : 0) |
    (live.isLiked ? 2 : 0) |
    (live.isBookmarked ? 4 : 0) |
    (live.isBought ? 8 : 0) |
    (live.isSubscribed ? 16 : 0) |
    (live.isFollowed ? 32 : 0) |
    (live.usedTrial ? 64 : 0) |
    (live.hasPlatform ? 128 : 0);
  return `${live.id} ${flags} ${live.votedPollId ?? ''}`;
}
