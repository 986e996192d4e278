import { type Actor, assertAllowed, may } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Executor } from '../../../db/transaction';
import type { ViewCounter } from '../../../db/view-counter';
import { requireFound } from '../../../errors';
import type { PeopleService, PersonView } from '../../identity/people/people-service';
import type { MediaService } from '../../site/media/media-service';
import { getAccess, canPublish, isPublished } from './item-access';
import { createItemAccessReader, type VisibleItem } from './item-access-reader';
import { assertManageable } from './item-editing';
import type { ItemInput, ItemKind, PresentFile, ReadItemParts, ViewerItem } from './item-kind';
import { toListViewer, type ItemViewer } from './viewer-state-sql';
import { createItemListRepository, type ViewerStateRow } from './item-list-repository';
import { createItemLists } from './item-lists';
import type { ItemPageCache } from './item-page-cache';
import { listOwnIds, type OwnListQuery } from './item-own-repository';
import type { ItemRepository, ItemRow } from './item-repository';

interface ItemQueryDeps<Extra> {
  repository: ItemRepository;
  readParts: ReadItemParts<Extra>;
  media: MediaService;
  people: PeopleService;
  pages: ItemPageCache;
  viewCounter: Pick<ViewCounter, 'count'>;
}

export interface ItemVisitor {
  actor: Actor | null;
  ip: string;
  country: string | null;
}

export function createItemQueries<Extra, View extends { _id: string }>(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  kind: Pick<ItemKind<Extra, ItemInput, View>, 'kind' | 'counter' | 'parentKind' | 'present'>,
  deps: ItemQueryDeps<Extra>,
) {
  const { repository, pages, viewCounter } = deps;
  const lists = createItemListRepository(db);
  const { findVisible } = createItemAccessReader({ db, clock });
  const toViews = (states: readonly ViewerStateRow[], viewer: Actor | null) =>
    readViews(deps, kind, { states }, viewer);
  const { list } = createItemLists({ db, clock }, kind, { lists, pages, readViews: toViews });

  const findFor = async (viewer: ItemViewer, row: ItemRow | null, tx?: Executor): Promise<VisibleItem | null> =>
    row?.kind === kind.kind ? findVisible(viewer, row, tx) : null;

  /**
   * Items by id, for bookmarks and purchases. Lacks unknown and hidden ones.
   *
   * @param creators as a guest sees them, if already read
   */
  async function views(
    ids: readonly string[],
    actor: Actor | null,
    country: string | null = null,
    creators?: ReadonlyMap<string, PersonView>,
  ): Promise<Map<string, View>> {
    if (ids.length === 0) return new Map();
    const viewer = toListViewer({ actor, country }, clock.now());
    const states = await lists.readViewerState(kind, [...new Set(ids)], viewer);
    const found = await readViews(deps, kind, { states, creators }, actor);
    return new Map(found.map((view) => [view._id, view]));
  }

  const getFor = async (viewer: ItemViewer, key: string) =>
    requireFound(await findFor(viewer, await repository.findByKey(kind.kind, key)));

  const presentOne = async ({ state }: { state: ViewerStateRow }, viewer: Actor | null): Promise<View> =>
    requireFound((await toViews([state], viewer))[0]);

  return {
    list,
    findFor,
    views,

    /**
     * Includes files that are locked for the viewer.
     *
     * @param key id or slug
     * @throws AppError ENTITY_NOT_FOUND, also for a hidden item, and if the creator blocks the viewer
     */
    async get(actor: Actor | null, key: string, country: string | null): Promise<View> {
      return presentOne(await getFor({ actor, country }, key), actor);
    },

    /** Like `get`, and counts the view at most once per viewer per day, not the creator's own. @throws AppError as `get` */
    async visit({ actor, ip, country }: ItemVisitor, key: string): Promise<View> {
      const item = await getFor({ actor, country }, key);
      const { id, performerId } = item.row;
      if (actor?.id !== performerId) await viewCounter.count(id, { actor, ip });
      return presentOne(item, actor);
    },

    async listOwn(actor: Actor, query: OwnListQuery): Promise<{ data: View[]; total: number }> {
      assertAllowed(canPublish(actor));
      const { ids, total } = await listOwnIds(db, kind.kind, actor.id, query);
      const own = await views(ids, actor);
      return { data: ids.map((id) => own.get(id)).filter((view) => view !== undefined), total };
    },

    /** @param key id or slug @throws AppError ENTITY_NOT_FOUND; FORBIDDEN for another creator's item */
    async getOwn(actor: Actor, key: string): Promise<View> {
      const row = await repository.findByKey(kind.kind, key);
      assertManageable(actor, row, kind);
      return requireFound((await views([row.id], actor)).get(row.id));
    },
  };
}

export const createPartsReader =
  <Extra>(
    repository: Pick<ItemRepository, 'listContents'>,
    kind: Pick<ItemKind<Extra>, 'listExtras'>,
  ): ReadItemParts<Extra> =>
  async (ids, tx) => {
    if (ids.length === 0) return [];
    const contents = await repository.listContents(ids, tx);
    const extras = await kind.listExtras(ids, tx);
    return contents.flatMap((item) => {
      const extra = extras.get(item.row.id);
      return extra === undefined ? [] : [{ ...item, extra }];
    });
  };

/** In the order of `states`. Lacks hidden items, and those deleted since then. */
async function readViews<Extra, View>(
  { readParts, media, people }: Pick<ItemQueryDeps<Extra>, 'readParts' | 'media' | 'people'>,
  kind: { present(item: ViewerItem<Extra>, presentFile: PresentFile): View },
  { states, creators: known }: { states: readonly ViewerStateRow[]; creators?: ReadonlyMap<string, PersonView> },
  viewer: Actor | null,
): Promise<View[]> {
  const parts = new Map((await readParts(states.map(({ id }) => id))).map((one) => [one.row.id, one]));
  const creators = known ?? (await people.publicViews([...parts.values()].map(({ row }) => row.performerId)));
  const items = states.flatMap((state): ViewerItem<Extra>[] => {
    const own = parts.get(state.id);
    const creator = own && creators.get(own.row.performerId);
    if (!own || !creator?.isPerformer) return [];
    const access = getAccess(own.row, state, viewer);
    const isOwner = viewer !== null && (may(viewer, 'moderateContent') || viewer.id === own.row.performerId);
    return access === 'hidden' ? [] : [{ parts: own, state, creator, access, isOwner }];
  });
  return items.map((item) =>
    kind.present(item, (file, access) =>
      media.present(file, { viewer, ...access, isPublished: isPublished(item.parts.row) }),
    ),
  );
}
