import { eq, sql } from 'drizzle-orm';
import { performers } from '../../../db/schema/accounts';
import { feeds } from '../../../db/schema/feeds';
import type { FeedService } from '../feed/feed-service';
import type { SubjectSource } from './subject-service';

/** A like or comment is no change of the post: its place among the creator's last changed stays. */
const untouched = { updatedAt: sql`${feeds.updatedAt}` };

/** Posts, which take likes and comments; who may know of one, and open it, is the feed module's to say. */
export function createFeedSubjects({ feed }: { feed: Pick<FeedService, 'views'> }): SubjectSource {
  return {
    async find(id, { actor, country }) {
      const view = (await feed.views([id], actor, country)).get(id);
      if (!view) return null;
      const performerId = view.fromSourceId;
      return {
        id,
        ownerId: performerId,
        performerId,
        isOpen: view.access === 'open',
        page: { type: 'feed', id },
        reference: { _id: id, title: view.title ?? '', slug: view.slug },
      };
    },

    async addLikes(id, step, tx) {
      const [row] = await tx
        .update(feeds)
        .set({ totalLike: sql`greatest(0, ${feeds.totalLike} + ${step})`, ...untouched })
        .where(eq(feeds.id, id))
        .returning({ performerId: feeds.performerId });
      if (!row) return false;
      // A creator's likes are those of everything they made. Wire contract 2.22.
      await tx
        .update(performers)
        .set({ statLikes: sql`greatest(0, ${performers.statLikes} + ${step})` })
        .where(eq(performers.id, row.performerId));
      return true;
    },

    async addComments(id, step, tx) {
      const rows = await tx
        .update(feeds)
        .set({ totalComment: sql`greatest(0, ${feeds.totalComment} + ${step})`, ...untouched })
        .where(eq(feeds.id, id))
        .returning({ id: feeds.id });
      return rows.length > 0;
    },
  };
}
