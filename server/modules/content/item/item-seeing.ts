import type { Actor } from '../../../access';
import type { PeopleService } from '../../identity/people/people-service';
import type { MediaService } from '../../site/media/media-service';
import type { ItemCache } from './item-cache';
import { itemAccess, type ItemAccess } from './item-access';
import type { ItemInput, ItemKind, SeenItem } from './item-kind';
import type { LiveRow } from './item-page-repository';
import type { ItemRow } from './item-repository';

/** What a viewer may do with an item, by what was just read of both. */
export function accessOf(
  { audience, status, deletedAt, performerId }: Pick<ItemRow, 'audience' | 'status' | 'deletedAt' | 'performerId'>,
  live: Pick<LiveRow, 'creator' | 'isKeptOut' | 'isBought' | 'isSubscribed' | 'hasPlatform'>,
  viewer: Pick<Actor, 'id' | 'isAdmin'> | null,
): ItemAccess {
  return itemAccess({
    // Written out: copying whole rows is most of the work of long lists.
    audience,
    status,
    isRemoved: deletedAt !== null,
    creator: live.creator,
    isKeptOut: live.isKeptOut,
    isBought: live.isBought,
    isSubscribed: live.isSubscribed,
    hasPlatform: live.hasPlatform,
    isAdmin: viewer?.isAdmin ?? false,
    isOwner: viewer?.id === performerId,
  });
}

/** Puts items together for a viewer: what changes from one to the next was read just now, the rest is remembered. */
export function createItemSeeing<Extra, View extends { _id: string } = { _id: string }>(
  kind: Pick<ItemKind<Extra, ItemInput, View>, 'present'>,
  {
    cache,
    people,
    media,
  }: {
    cache: Pick<ItemCache<Extra>, 'read'>;
    people: Pick<PeopleService, 'publicViews'>;
    media: Pick<MediaService, 'present'>;
  },
) {
  return {
    /** In the order given; what is hidden from the viewer, or was deleted since it was listed, is absent. */
    async read(lives: readonly LiveRow[], viewer: Actor | null): Promise<SeenItem<Extra>[]> {
      const known = await cache.read(lives);
      const creators = await people.publicViews([...known.values()].map(({ row }) => row.performerId));
      const seen: SeenItem<Extra>[] = [];
      for (const live of lives) {
        const item = known.get(live.id);
        const creator = item && creators.get(item.row.performerId);
        if (!item || !creator?.isPerformer) continue;
        const access = accessOf(item.row, live, viewer);
        const isOwner = viewer !== null && (viewer.isAdmin || viewer.id === item.row.performerId);
        if (access !== 'hidden') seen.push({ parts: item, live, creator, access, isOwner });
      }
      return seen;
    },

    present: (items: readonly SeenItem<Extra>[], viewer: Actor | null): View[] =>
      items.map((item) => kind.present(item, (file, { open }) => media.present(file, { viewer, open }))),
  };
}
