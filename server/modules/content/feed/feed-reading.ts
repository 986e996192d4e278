import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { AppError, found } from '../../../errors';
import type { EntitlementService } from '../entitlement/entitlement-service';
import type { MediaService } from '../../site/media/media-service';
import type { PeopleService } from '../../identity/people/people-service';
import { createFeedLists } from './feed-lists';
import type { Asker, LiveRow, createFeedPageRepository } from './feed-page-repository';
import type { FeedPartsReader } from './feed-parts';
import { canSeeFeed } from './feed-policy';
import { createFirstPageCache } from './first-page-cache';
import type { createFeedStandingRepository } from './feed-standing-repository';
import { createFeedPosts, type FeedPost } from './feed-posts';
import { isOwnerOf, presentFeed, type FeedView } from './feed-presenter';
import type { FeedRepository } from './feed-repository';

export interface FeedReadingParts {
  repository: FeedRepository;
  pages: ReturnType<typeof createFeedPageRepository>;
  standings: ReturnType<typeof createFeedStandingRepository>;
  parts: FeedPartsReader;
  media: MediaService;
  people: PeopleService;
  entitlement: EntitlementService;
}

/** Lists and single posts as one viewer may see them. */
export function createFeedReading({ clock }: Pick<ServerContext, 'clock'>, deps: FeedReadingParts) {
  const { repository, pages, standings, parts, media, people, entitlement } = deps;
  const posts = createFeedPosts({ parts, people });
  const shelves = createFirstPageCache({ pages, standings });
  const lists = createFeedLists({ clock }, { pages, shelves, posts, media, present });

  function present(read: readonly FeedPost[], viewer: Actor | null): FeedView[] {
    return read.map((post) =>
      presentFeed(post, { isOwner: isOwnerOf(viewer, post.parts.row) }, (file, { open }) =>
        media.present(file, { viewer, open }),
      ),
    );
  }

  const askerOf = (viewer: Actor | null, country: string | null): Asker => ({
    viewerId: viewer?.id ?? null,
    isAdmin: viewer?.isAdmin ?? false,
    country,
    now: clock.now(),
  });

  const readViews = async (lives: readonly LiveRow[], viewer: Actor | null) => present(await posts.read(lives), viewer);

  return {
    ...lists,

    /**
     * One post by id or slug. Closed parts are closed, not refused.
     *
     * @throws AppError ENTITY_NOT_FOUND also for a hidden post and for a viewer whom its creator keeps out.
     */
    async get(viewer: Actor | null, key: string, country: string | null): Promise<FeedView> {
      const row = found(await repository.findByKey(key));
      const [live] = await pages.readLive([row.id], askerOf(viewer, country));
      if (!live || !canSeeFeed(row, live, viewer)) throw new AppError('ENTITY_NOT_FOUND');
      await entitlement.assertNotBlocked(row.performerId, viewer, country, live.isBought);
      const [view] = await readViews([live], viewer);
      return found(view);
    },

    /**
     * Posts by id for other areas (bookmarks, purchases): those the viewer may see, unknown and hidden ones are absent.
     */
    async views(
      ids: readonly string[],
      viewer: Actor | null,
      country: string | null = null,
    ): Promise<Map<string, FeedView>> {
      if (ids.length === 0) return new Map();
      const asker = askerOf(viewer, country);
      const read = await posts.read(await pages.readLive([...new Set(ids)], asker));
      const shown = await pages.readShown(
        read.map(({ parts: { row } }) => row.performerId),
        asker,
      );
      const visible = read.filter(({ parts: { row }, live }) => {
        const hasLeft = shown.get(row.performerId);
        // What was bought stays with who bought it.
        return hasLeft !== undefined && (!hasLeft || live.isBought) && canSeeFeed(row, live, viewer);
      });
      return new Map(present(visible, viewer).map((view) => [view._id, view]));
    },

    /** Own posts as they are, whatever their state. */
    async presentOwn(ids: readonly string[], owner: Actor): Promise<FeedView[]> {
      if (ids.length === 0) return [];
      const lives = await pages.readLive(ids, askerOf(owner, null));
      const byId = new Map((await readViews(lives, owner)).map((view) => [view._id, view]));
      return ids.map((id) => byId.get(id)).filter((view) => view !== undefined);
    },
  };
}
