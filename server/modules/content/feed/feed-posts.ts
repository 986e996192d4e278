import type { PeopleService, PerformerView } from '../../identity/people/people-service';
import type { LiveRow } from './feed-page-repository';
import type { FeedPartsReader } from './feed-parts';
import type { FeedParts } from './feed-repository';

/** A post with all that is shown of it, and how its viewer stands to it. */
export interface FeedPost {
  parts: FeedParts;
  live: LiveRow;
  /** As a stranger sees them. */
  creator: PerformerView;
}

/** Puts posts together: what changes from viewer to viewer was read just now, the rest is remembered. */
export function createFeedPosts({
  parts,
  people,
}: {
  parts: FeedPartsReader;
  people: Pick<PeopleService, 'publicViews'>;
}) {
  return {
    /** In the order given; posts deleted since they were listed are absent. */
    async read(lives: readonly LiveRow[]): Promise<FeedPost[]> {
      const known = await parts.read(lives);
      const creators = await people.publicViews([...known.values()].map(({ row }) => row.performerId));
      const posts: FeedPost[] = [];
      for (const live of lives) {
        const post = known.get(live.id);
        const creator = post && creators.get(post.row.performerId);
        if (post && creator?.isPerformer) posts.push({ parts: post, live, creator });
      }
      return posts;
    },
  };
}
