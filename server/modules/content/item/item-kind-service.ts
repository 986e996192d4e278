import type { ErrorCode } from '@contract/base/errors';
import { cents, type Cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import type { ViewCounter } from '../../../db/view-counter';
import type { PeopleService } from '../../identity/people/people-service';
import { getUnreadyError, type MediaService } from '../../site/media/media-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { TargetSource } from '../target/target-service';
import { createItemEditing } from './item-editing';
import type { ItemInput, ItemKind, ReadItemParts } from './item-kind';
import type { ItemPageCache } from './item-page-cache';
import { createItemQueries } from './item-queries';
import type { ItemRepository } from './item-repository';

/** What items of every kind share. */
export interface ItemDeps {
  repository: ItemRepository;
  pages: ItemPageCache;
  viewCounter: Pick<ViewCounter, 'count'>;
  media: MediaService;
  people: PeopleService;
  settings: SettingsService;
}

const COUNTERS = { like: 'totalLike', bookmark: 'totalBookmark', comment: 'totalComment' } as const;

/** Characters of a text that name an item without a title. */
const MAX_NAME_LENGTH = 60;

/** Something to unlock, as it is while its transaction lasts. */
export interface Offer {
  performerId: string;
  /** 0 when it is not for sale. */
  price: Cents;
  /** For the receipt. */
  name: string;
  /** Why it cannot be sold yet. */
  unready: ErrorCode | null;
}

/** Items of one kind: lists, access, editing, publication, sales, likes and comments are the same for all kinds. */
export function createItemKindService<Extra, Input extends ItemInput, View extends { _id: string }, Wish>(
  context: Pick<ServerContext, 'db' | 'clock' | 'jobs'>,
  kind: ItemKind<Extra, Input, View, Wish>,
  deps: ItemDeps,
) {
  const { repository, pages } = deps;
  const readParts: ReadItemParts<Extra> = async (ids, tx) => {
    if (ids.length === 0) return [];
    const contents = await repository.listContents(ids, tx);
    const extras = await kind.listExtras(ids, tx);
    return contents.flatMap((item) => {
      const extra = extras.get(item.row.id);
      return extra === undefined ? [] : [{ ...item, extra }];
    });
  };
  const queries = createItemQueries(context, kind, { ...deps, readParts });
  const editing = createItemEditing(context, kind, { ...deps, readParts });

  /**
   * A published item as something to unlock. It stays as it is until the transaction ends: whatever would delete, hide, edit
   * or reprice it, or give one of its files up, waits. Promises M-16.
   */
  async function lockForSale(id: string, _buyerId: string, tx: Tx): Promise<Offer | null> {
    const row = await repository.hold(id, tx);
    if (row?.kind !== kind.kind || row.status !== 'active' || row.deletedAt !== null) return null;
    await kind.checkForSale?.(row, tx);
    const { performerId, audience, price, title, tagline, text } = row;
    const noun = `${kind.noun.charAt(0).toUpperCase()}${kind.noun.slice(1)}`;
    const name = title || tagline || text.slice(0, MAX_NAME_LENGTH) || noun;
    const unready = getUnreadyError(await repository.listFileStates(row.id, tx));
    return { performerId, price: audience === 'sale' ? price : cents(0), name, unready };
  }

  /** The items as something people like, save, comment on and report. */
  const subjects: TargetSource = {
    async find(id, viewer) {
      const item = await queries.findFor(viewer, await repository.find(id));
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
      const performerId = await repository.count(id, COUNTERS[what], step, tx);
      if (what === 'like' && performerId !== null) await repository.addToCreator(performerId, 'statLikes', step, tx);
      return performerId !== null;
    },
  };

  return {
    ...queries,
    ...editing,

    /** @see ItemEditing.create; replies the item as its creator sees it. */
    create: async (...input: Parameters<typeof editing.create>): Promise<View> =>
      queries.getOwn(input[0], await editing.create(...input)),

    /** @see ItemEditing.update; replies the same. */
    async edit(...input: Parameters<typeof editing.update>): Promise<View> {
      await editing.update(...input);
      return queries.getOwn(input[0], input[1]);
    },

    /** The stored item by id or slug; null when there is none. Says nothing of who may see it. */
    find: (key: string) => repository.findByKey(kind.kind, key),

    /** What somebody who may open it gets. */
    listFiles: async (id: string) => (await repository.listContents([id]))[0]?.files ?? [],

    /** Items of this kind were changed past their editor. */
    forgetLists: pages.forget,

    lockForSale,
    subjects,
  };
}
