import { cents, type Cents } from '@contract/base/money';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { ViewCounter } from '../../../db/view-counter';
import type { PeopleService } from '../../identity/people/people-service';
import { getUnreadyError, type MediaService } from '../../site/media/media-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { TargetSource } from '../target/target-service';
import { shorten } from '@contract/base/shorten';
import { createItem } from './create-item';
import { deleteItem } from './delete-item';
import type { VisibleItem } from './item-access-reader';
import { itemCounterRepository } from './item-counter-repository';
import { lockOwnItem, type ItemEditing } from './item-editing';
import { itemFileRepository } from './item-file-repository';
import type { ItemInput, ItemKind } from './item-kind';
import type { ItemViewer } from './viewer-state-sql';
import type { ItemPageCache } from './item-page-cache';
import { createItemQueries, createPartsReader } from './item-queries';
import type { ItemRepository, ItemRow } from './item-repository';
import { restoreItem, takeDownItem } from './take-down-item';
import { publishDueItem, updateItem, type Edit } from './update-item';

export interface ItemDeps {
  repository: ItemRepository;
  pages: ItemPageCache;
  viewCounter: Pick<ViewCounter, 'count'>;
  media: MediaService;
  people: PeopleService;
  settings: SettingsService;
}

const COUNTERS = { like: 'totalLike', bookmark: 'totalBookmark', comment: 'totalComment' } as const;

const MAX_NAME_LENGTH = 60;

/** The offer to a buyer. The item is locked until the transaction ends. */
export interface ItemForSale {
  performerId: string;
  /** 0 if it is not for sale. */
  price: Cents;
  name: string;
  /** Why it cannot be sold; null if it can be. */
  refusal: AppError | null;
}

export function createItemKindService<Extra, Input extends ItemInput, View extends { _id: string }, KindFields>(
  context: Pick<ServerContext, 'db' | 'clock' | 'jobs'>,
  kind: ItemKind<Extra, Input, View, KindFields>,
  deps: ItemDeps,
) {
  const { repository, pages } = deps;
  const { db, clock, jobs } = context;
  const readParts = createPartsReader(repository, kind);
  const { list, findFor, views, get, visit, listOwn, getOwn } = createItemQueries(context, kind, {
    ...deps,
    readParts,
  });
  const editing: ItemEditing<Extra, Input, KindFields> = { ...deps, db, clock, jobs, kind, readParts };

  return {
    list,
    findFor,
    views,
    get,
    visit,
    listOwn,
    getOwn,
    lockOwn: (actor: Actor, id: string, tx: Tx) => lockOwnItem(editing, actor, id, tx),

    create: async (actor: Actor, input: Input, options?: { publishedAt?: Date }): Promise<View> =>
      getOwn(actor, await createItem(editing, actor, input, options)),

    async edit(actor: Actor, id: string, input: Input, edit?: Edit): Promise<View> {
      await updateItem(editing, actor, id, input, edit);
      return getOwn(actor, id);
    },

    async update(actor: Actor, id: string, input: Input, edit?: Edit): Promise<true> {
      await updateItem(editing, actor, id, input, edit);
      return true;
    },

    async remove(actor: Actor, id: string): Promise<true> {
      await deleteItem(editing, actor, id);
      return true;
    },

    publishDue: (id: string) => publishDueItem(editing, id),
    takeDown: (id: string, tx: Tx) => takeDownItem(editing, id, tx),
    restore: (id: string, statusBefore: string, tx: Tx) => restoreItem(editing, id, statusBefore, tx),

    /** Does not check access. @param key id or slug */
    find: (key: string) => repository.findByKey(kind.kind, key),

    listFiles: async (id: string) => (await repository.listContents([id]))[0]?.files ?? [],

    /** Call it after items of this kind were changed by other means than this service. */
    forgetLists: pages.forget,

    lockForSale: (id: string, _buyerId: string, tx: Tx) => lockItemForSale(repository, kind, id, tx),
    targets: createItemTargets(repository, kind, findFor),
  };
}

/**
 * Until the transaction ends, the item cannot be deleted, hidden, edited or repriced, and none of its files can be given up as
 * broken. Promises M-16.
 */
async function lockItemForSale(
  repository: ItemRepository,
  kind: Pick<ItemKind, 'kind' | 'noun' | 'getSaleRefusal'>,
  id: string,
  tx: Tx,
): Promise<ItemForSale | null> {
  const row = await repository.lockShared(id, tx);
  if (row?.kind !== kind.kind || row.status !== 'active' || row.deletedAt !== null) return null;
  const { performerId, audience, price, title, tagline, text } = row;
  const noun = `${kind.noun.charAt(0).toUpperCase()}${kind.noun.slice(1)}`;
  const name = title || tagline || shorten(text, MAX_NAME_LENGTH) || noun;
  const unready = getUnreadyError(await itemFileRepository.listStates(row.id, tx));
  const refusal = unready ? new AppError(unready) : ((await kind.getSaleRefusal?.(row, tx)) ?? null);
  return { performerId, price: audience === 'sale' ? price : cents(0), name, refusal };
}

const createItemTargets = (
  repository: ItemRepository,
  kind: Pick<ItemKind, 'kind'>,
  findFor: (viewer: ItemViewer, row: ItemRow | null) => Promise<VisibleItem | null>,
): TargetSource => ({
  async find(id, viewer) {
    const item = await findFor(viewer, await repository.find(id));
    if (!item) return null;
    const { performerId, title, slug } = item.row;
    return {
      id,
      ownerId: performerId,
      performerId,
      isOpen: item.access === 'open',
      isReadOnly: item.state.isKeptOut,
      page: { type: kind.kind, id },
      reference: { _id: id, title, slug },
    };
  },
  async count(id, what, step, tx) {
    if (what === 'favourite') return undefined;
    const performerId = await itemCounterRepository.addToItem(id, COUNTERS[what], step, tx);
    if (what === 'like' && performerId !== null)
      await itemCounterRepository.addToCreator(performerId, 'statLikes', step, tx);
    return performerId !== null;
  },
});
