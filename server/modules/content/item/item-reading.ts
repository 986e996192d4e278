import { assertAllowed, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Executor } from '../../../db/transaction';
import type { ViewCounter } from '../../../db/view-counter';
import { found } from '../../../errors';
import type { PeopleService } from '../../identity/people/people-service';
import type { MediaService } from '../../site/media/media-service';
import type { ItemCache } from './item-cache';
import { accessOf, canPublish, isOut, type ItemAccess } from './item-access';
import { assertManageable } from './item-editing';
import type { ItemInput, ItemKind, SeenItem } from './item-kind';
import { createItemLists } from './item-lists';
import { listOwnIds, type OwnListQuery } from './item-own-repository';
import { createItemPageRepository, type LiveRow } from './item-page-repository';
import { askerOf, type ItemViewer } from './item-page-shape';
import type { ItemRepository, ItemRow } from './item-repository';

interface ItemReadingParts<Extra> {
  repository: ItemRepository;
  cache: ItemCache<Extra>;
  media: MediaService;
  people: PeopleService;
  viewCounter: Pick<ViewCounter, 'count'>;
}

/** Who opens an item, and from where. */
export interface ItemVisitor {
  actor: Actor | null;
  ip: string;
  country: string | null;
}

export type ItemReading = ReturnType<typeof createItemReading>;

/** Lists and single items of one kind as one viewer may see them. */
export function createItemReading<Extra, View extends { _id: string }>(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  kind: Pick<ItemKind<Extra, ItemInput, View>, 'kind' | 'counter' | 'holder' | 'present' | 'write'>,
  { repository, cache, media, people, viewCounter }: ItemReadingParts<Extra>,
) {
  const pages = createItemPageRepository(db, kind);
  const writeList = createItemLists({ db, clock }, kind, { pages, cache, media, readSeen });

  /**
   * Puts items together for a viewer, in the order given: what changes from one to the next was read just now, the rest is
   * remembered. What is hidden from the viewer, or was deleted since it was listed, is absent.
   */
  async function readSeen(lives: readonly LiveRow[], viewer: Actor | null): Promise<SeenItem<Extra>[]> {
    const known = await cache.read(lives);
    const creators = await people.publicViews([...known.values()].map(({ row }) => row.performerId));
    const seen: SeenItem<Extra>[] = [];
    for (const live of lives) {
      const parts = known.get(live.id);
      const creator = parts && creators.get(parts.row.performerId);
      if (!parts || !creator?.isPerformer) continue;
      const access = accessOf(parts.row, live, viewer);
      const isOwner = viewer !== null && (viewer.isAdmin || viewer.id === parts.row.performerId);
      if (access !== 'hidden') seen.push({ parts, live, creator, access, isOwner });
    }
    return seen;
  }

  /** An item, how the viewer stands to it, and what they may do; null for what they must not know of. */
  async function see(
    row: ItemRow | null,
    viewer: ItemViewer,
    tx?: Executor,
  ): Promise<{ row: ItemRow; live: LiveRow; access: Exclude<ItemAccess, 'hidden'> } | null> {
    const [live] = row?.kind === kind.kind ? await pages.readLive([row.id], askerOf(viewer, clock.now()), tx) : [];
    if (!row || !live) return null;
    const access = accessOf(row, live, viewer.actor);
    return access === 'hidden' ? null : { row, live, access };
  }

  async function readViews(lives: readonly LiveRow[], viewer: Actor | null): Promise<View[]> {
    const present = (item: SeenItem<Extra>) =>
      kind.present(item, (file, access) => media.present(file, { viewer, ...access, isOut: isOut(item.parts.row) }));
    return (await readSeen(lives, viewer)).map(present);
  }

  /** Items by id for other areas (bookmarks, purchases): those the viewer may see, unknown and hidden ones are absent. */
  async function views(
    ids: readonly string[],
    actor: Actor | null,
    country: string | null = null,
  ): Promise<Map<string, View>> {
    if (ids.length === 0) return new Map();
    const lives = await pages.readLive([...new Set(ids)], askerOf({ actor, country }, clock.now()));
    return new Map((await readViews(lives, actor)).map((view) => [view._id, view]));
  }

  const open = async (viewer: ItemViewer, key: string) =>
    found(await see(await repository.findByKey(kind.kind, key), viewer));

  const readOpened = async ({ live }: { live: LiveRow }, viewer: Actor | null): Promise<View> =>
    found((await readViews([live], viewer))[0]);

  return {
    see,
    writeList,
    views,

    /**
     * One item by id or slug. Closed parts are closed, not refused.
     *
     * @throws AppError ENTITY_NOT_FOUND also for a hidden item and for a viewer whom its creator keeps out.
     */
    async get(actor: Actor | null, key: string, country: string | null): Promise<View> {
      return readOpened(await open({ actor, country }, key), actor);
    },

    /** @see get; counts the view, once a viewer and day, but for its creator's. */
    async visit({ actor, ip, country }: ItemVisitor, key: string): Promise<View> {
      const opened = await open({ actor, country }, key);
      const { id, performerId } = opened.row;
      if (actor?.id !== performerId) await viewCounter.count(id, { actor, ip });
      return readOpened(opened, actor);
    },

    /** Own items of any state, last changed first. */
    async listOwn(actor: Actor, query: OwnListQuery): Promise<{ data: View[]; total: number }> {
      assertAllowed(canPublish(actor));
      const { ids, total } = await listOwnIds(db, kind.kind, actor.id, query);
      const own = await views(ids, actor);
      return { data: ids.map((id) => own.get(id)).filter((view) => view !== undefined), total };
    },

    /** One own item by id or slug. @throws AppError ENTITY_NOT_FOUND, FORBIDDEN for another's */
    async getOwn(actor: Actor, key: string): Promise<View> {
      const row = await repository.findByKey(kind.kind, key);
      assertManageable(actor, row, kind);
      return found((await views([row.id], actor)).get(row.id));
    },
  };
}
