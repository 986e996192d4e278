import { assertAllowed, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Executor } from '../../../db/transaction';
import type { ViewCounter } from '../../../db/view-counter';
import { found } from '../../../errors';
import type { PeopleService } from '../../identity/people/people-service';
import type { MediaService } from '../../site/media/media-service';
import type { ItemCache } from './item-cache';
import type { ItemAccess } from './item-access';
import { assertManageable } from './item-editing';
import type { ItemInput, ItemKind } from './item-kind';
import { createFirstPages } from './item-first-pages';
import { createItemLists } from './item-lists';
import { createItemOwnRepository, type OwnListQuery } from './item-own-repository';
import { createItemPageRepository, type LiveRow } from './item-page-repository';
import { askerOf, type ItemViewer } from './item-page-shape';
import { canPublish } from './item-policy';
import type { ItemRepository, ItemRow } from './item-repository';
import { accessOf, createItemSeeing } from './item-seeing';
import { createItemRelationRepository } from './item-relation-repository';

export interface ItemReadingParts<Extra> {
  repository: ItemRepository;
  cache: ItemCache<Extra>;
  media: MediaService;
  people: PeopleService;
  views: Pick<ViewCounter, 'count'>;
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
  { repository, cache, media, people, views }: ItemReadingParts<Extra>,
) {
  const pages = createItemPageRepository(db, kind);
  const own = createItemOwnRepository(db, kind);
  const seeing = createItemSeeing(kind, { cache, people, media });
  const firstPages = createFirstPages({ pages, relations: createItemRelationRepository(db, kind), cache });
  const lists = createItemLists({ db, clock }, kind, { pages, firstPages, cache, seeing, media });

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

  const readViews = async (lives: readonly LiveRow[], viewer: Actor | null): Promise<View[]> =>
    seeing.present(await seeing.read(lives, viewer), viewer);

  const open = async (viewer: ItemViewer, key: string) =>
    found(await see(await repository.findByKey(kind.kind, key), viewer));

  const readOpened = async ({ live }: { live: LiveRow }, viewer: Actor | null): Promise<View> =>
    found((await readViews([live], viewer))[0]);

  async function readOwn(owner: Actor, ids: readonly string[]): Promise<View[]> {
    if (ids.length === 0) return [];
    const lives = await pages.readLive(ids, askerOf({ actor: owner, country: null }, clock.now()));
    const views = new Map((await readViews(lives, owner)).map((view) => [view._id, view]));
    return ids.map((id) => views.get(id)).filter((view) => view !== undefined);
  }

  return {
    see,
    list: lists.list,
    writeList: lists.writeList,

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
      if (actor?.id !== performerId) await views.count(id, { actor, ip });
      return readOpened(opened, actor);
    },

    /** Items by id for other areas (bookmarks, purchases): those the viewer may see, unknown and hidden ones are absent. */
    async views(
      ids: readonly string[],
      actor: Actor | null,
      country: string | null = null,
    ): Promise<Map<string, View>> {
      if (ids.length === 0) return new Map();
      const lives = await pages.readLive([...new Set(ids)], askerOf({ actor, country }, clock.now()));
      return new Map((await readViews(lives, actor)).map((view) => [view._id, view]));
    },

    /** Own items of any state, last changed first. */
    async listOwn(actor: Actor, query: OwnListQuery): Promise<{ data: View[]; total: number }> {
      assertAllowed(canPublish(actor));
      const { ids, total } = await own.listIds(actor.id, query);
      return { data: await readOwn(actor, ids), total };
    },

    /** One own item by id or slug. @throws AppError ENTITY_NOT_FOUND, FORBIDDEN for another's */
    async getOwn(actor: Actor, key: string): Promise<View> {
      const row = await repository.findByKey(kind.kind, key);
      assertManageable(actor, row, kind);
      const [view] = await readOwn(actor, [row.id]);
      return found(view);
    },
  };
}
