import type { ServerContext } from '../../../context';
import type { JobData } from '../../../jobs/queue';
import type { Tx } from '../../../db/transaction';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { PeopleService } from '../../identity/people/people-service';
import { createItemAudienceRepository } from './item-audience-repository';
import { isInWork } from './item-draft';
import type { AnyItemKind } from './item-kind';
import type { ItemRepository, ItemRow } from './item-repository';

/** People told at a time: one statement, and their sockets before the next ones. */
const AT_A_TIME = 5_000;
/** Milliseconds between two looks at an item whose film is still being converted. */
const LOOK_AGAIN_MS = 5_000;
/** Looks after which people are told although a file is not ready: half an hour. */
const MOST_LOOKS = 360;

export interface ItemAnnouncingParts {
  repository: Pick<ItemRepository, 'listContents'>;
  people: Pick<PeopleService, 'views'>;
  notification: Pick<NotificationService, 'addToMany'>;
  kindOf(row: Pick<ItemRow, 'kind'>): AnyItemKind;
}

/** Tells followers and subscribers of new items: in their notifications, and at once where they are online. */
export function createItemAnnouncing(
  { db, clock, jobs }: Pick<ServerContext, 'db' | 'clock' | 'jobs'>,
  { repository, people, notification, kindOf }: ItemAnnouncingParts,
) {
  const audience = createItemAudienceRepository(db);

  async function tellAll(row: ItemRow): Promise<void> {
    const { id, kind, performerId, title, tagline, slug } = row;
    const { announcedAs, noun } = kindOf(row);
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
      const part = await audience.listAudience({ performerId, now: clock.now(), afterId, limit: AT_A_TIME });
      const last = part.at(-1);
      if (!last) return;
      await notification.addToMany(part, news);
      afterId = last.id;
    }
  }

  return {
    /** Has people told once the transaction that publishes the item has committed. */
    plan: (itemId: string, tx: Tx): Promise<void> => jobs.send('announce-item', { itemId, looks: 0 }, { tx }),

    /**
     * Tells everybody who follows or subscribes, each once, whatever runs twice. Waits for films that are still being
     * converted: who comes at once should find something to play. Nobody is told of what was hidden meanwhile.
     */
    async announce({ itemId, looks }: JobData['announce-item']): Promise<void> {
      const [item] = await repository.listContents([itemId]);
      if (!item || item.row.status !== 'active' || item.row.deletedAt !== null) return;
      if (isInWork(item) && looks < MOST_LOOKS) {
        const runAt = new Date(clock.now().getTime() + LOOK_AGAIN_MS);
        return jobs.send('announce-item', { itemId, looks: looks + 1 }, { runAt });
      }
      await tellAll(item.row);
    },
  };
}
