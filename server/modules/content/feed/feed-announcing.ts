import type { ServerContext } from '../../../context';
import type { JobData } from '../../../jobs/queue';
import type { Tx } from '../../../db/transaction';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { PeopleService } from '../../identity/people/people-service';
import { createFeedAudienceRepository } from './feed-audience-repository';
import { isInWork } from './feed-parts';
import type { FeedRepository, FeedRow } from './feed-repository';

/** People told at a time: one statement, and their sockets before the next ones. */
const AT_A_TIME = 5_000;
/** Milliseconds between two looks at a post whose film is still being converted. */
const LOOK_AGAIN_MS = 5_000;
/** Looks after which people are told although a file is not ready: half an hour. */
const MOST_LOOKS = 360;

export interface FeedAnnouncingParts {
  repository: Pick<FeedRepository, 'listParts'>;
  people: Pick<PeopleService, 'views'>;
  notification: Pick<NotificationService, 'addToMany'>;
}

/** Tells followers and subscribers of new posts: in their notifications, and at once where they are online. */
export function createFeedAnnouncing(
  { db, clock, jobs }: Pick<ServerContext, 'db' | 'clock' | 'jobs'>,
  { repository, people, notification }: FeedAnnouncingParts,
) {
  const audience = createFeedAudienceRepository(db);

  async function tellAll(row: FeedRow): Promise<void> {
    const { id, performerId, title, tagline, slug } = row;
    const creator = (await people.views([performerId], null)).get(performerId);
    const news = {
      type: 'feed',
      action: 'created',
      title: `${creator?.name || creator?.username || 'A creator'} published a new post`,
      // What everybody may read, locked or not; never the text.
      message: title || tagline,
      refId: id,
      refSource: 'feed',
      reference: { _id: id, title, slug },
      createdBy: performerId,
    } as const;
    for (let afterId = ''; ;) {
      const part = await audience.listAudience({ performerId, now: clock.now(), afterId, limit: AT_A_TIME });
      const last = part.at(-1);
      if (!last) return;
      await notification.addToMany(part, news);
      afterId = last.id;
    }
  }

  return {
    /** Has people told once the transaction that publishes the post has committed. */
    plan: (feedId: string, tx: Tx): Promise<void> => jobs.send('announce-post', { feedId, looks: 0 }, { tx }),

    /**
     * Tells everybody who follows or subscribes, each once, whatever runs twice. Waits for films that are still being
     * converted: who comes at once should find something to play. Nobody is told of what was hidden meanwhile.
     */
    async announce({ feedId, looks }: JobData['announce-post']): Promise<void> {
      const [parts] = await repository.listParts([feedId]);
      if (!parts || parts.row.status !== 'active' || parts.row.deletedAt !== null) return;
      if (isInWork(parts) && looks < MOST_LOOKS) {
        const runAt = new Date(clock.now().getTime() + LOOK_AGAIN_MS);
        return jobs.send('announce-post', { feedId, looks: looks + 1 }, { runAt });
      }
      await tellAll(parts.row);
    },
  };
}
