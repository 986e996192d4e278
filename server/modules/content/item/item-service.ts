import type { ErrorCode } from '@contract/base/errors';
import { cents, type Cents } from '@contract/base/money';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { items, itemViews } from '../../../db/schema/items';
import type { Tx } from '../../../db/transaction';
import { createViewCounter } from '../../../db/view-counter';
import { AppError, found } from '../../../errors';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { PeopleService } from '../../identity/people/people-service';
import { getUnreadyError, type MediaService } from '../../site/media/media-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { mostOf, type EntitlementService } from '../entitlement/entitlement-service';
import type { SubjectSource } from '../subject/subject-service';
import { createItemEditing } from './item-editing';
import type { AnyItemKind, ItemInput, ItemKind, ReadItemParts } from './item-kind';
import { createItemPublishing } from './item-publishing';
import { createItemQueries, type ItemQueries } from './item-queries';
import { createItemRepository, type ItemKindName, type ItemRow } from './item-repository';
import { createItemSearch } from './item-search';

export { canPublish, offerOf } from './item-access';
export { checkUnlockPrice, dateOf, draftFilesOf, mergeColumns, slugByTitle, textOf } from './item-columns';
export { createExtras } from './item-extras';
export { isInWork, missing, wasShown, type ItemDraft } from './item-draft';
export type { ItemInput, ItemKind, ItemParts, PresentFile, ViewerItem } from './item-kind';
export type { ItemVisitor } from './item-queries';
export {
  creatorSeenBy,
  presentItem,
  presentOffer,
  presentPlan,
  presentReadOnly,
  presentRevision,
} from './item-presenter';
export type { Edit } from './item-editing';
export { createItemUploads, uploadFields, type FormFiles } from './item-uploads';
export type { ItemRow } from './item-repository';

export type ItemService = ReturnType<typeof createItemService>;

const counters = { like: 'totalLike', bookmark: 'totalBookmark', comment: 'totalComment' } as const;

/** Characters of a text that stand for a title where there is none. */
const NAME_LENGTH = 60;

interface ItemDependencies {
  media: MediaService;
  people: PeopleService;
  entitlement: Pick<EntitlementService, 'addFileRule'>;
  settings: SettingsService;
  notification: NotificationService;
}

/** What happens to items of a kind, whatever it is, without the calls of its own. */
interface DefinedKind extends AnyItemKind {
  findFor: ItemQueries['findFor'];
  publishDue(id: string): Promise<void>;
  remove(actor: Actor, id: string): Promise<true>;
  forgetLists(): void;
}

/**
 * Everything that creators publish. A kind is defined once, by what sets it apart; lists, access, editing, publication,
 * sales, likes, comments and files are the same for all.
 */
export function createItemService(
  context: Pick<ServerContext, 'db' | 'clock' | 'jobs' | 'env'>,
  deps: ItemDependencies,
) {
  const repository = createItemRepository(context.db);
  const viewCounter = createViewCounter(
    { db: context.db, now: () => context.clock.now(), secret: context.env.APP_SECRET },
    { views: itemViews, viewed: itemViews.itemId, counter: items.totalView },
  );
  const kinds = new Map<ItemKindName, DefinedKind>();
  const kindOf = ({ kind }: Pick<ItemRow, 'kind'>): DefinedKind => found(kinds.get(kind));
  const publishing = createItemPublishing(context, { ...deps, repository, kindOf });

  /** Opens the content of an item with the item, and its previews to all who may know of it. */
  deps.entitlement.addFileRule(async (fileId, { id, country }) => {
    const viewer = { actor: id === null ? null : { id, isAdmin: false }, country };
    return mostOf(await repository.listOfFile(fileId), async ({ row, role }) => {
      const seen = await kindOf(row).findFor(viewer, row);
      if (!seen) return 'hidden';
      return seen.access === 'open' || role !== 'content' ? 'open' : 'locked';
    });
  });

  /**
   * Published items of one kind as something to unlock, for the wallet. What is found stays as it is until the transaction
   * ends: what would delete, hide, edit or reprice it, or give one of its files up, waits. Promises M-16.
   *
   * @returns `price` 0 when it is not for sale; `name` for the receipt; `unready` is why it cannot be sold yet.
   */
  const forSale =
    ({ kind, noun, checkForSale }: Pick<ItemKind, 'kind' | 'noun' | 'checkForSale'>) =>
    async (
      id: string,
      _buyerId: string,
      tx: Tx,
    ): Promise<{ performerId: string; price: Cents; name: string; unready: ErrorCode | null } | null> => {
      const row = await repository.hold(id, tx);
      if (row?.kind !== kind || row.status !== 'active' || row.deletedAt !== null) return null;
      await checkForSale?.(row, tx);
      const { performerId, audience, price, title, tagline, text } = row;
      const name = title || tagline || text.slice(0, NAME_LENGTH) || `${noun.charAt(0).toUpperCase()}${noun.slice(1)}`;
      const unready = getUnreadyError(await repository.listFileStates(row.id, tx));
      return { performerId, price: audience === 'sale' ? price : cents(0), name, unready };
    };

  /** Items of one kind as something people like, save, comment on and report. */
  const subjectsOf = (kind: ItemKindName): SubjectSource => ({
    async find(id, viewer) {
      const seen = await kindOf({ kind }).findFor(viewer, await repository.find(id));
      if (!seen) return null;
      const { performerId, title, slug } = seen.row;
      return {
        ...{ id, ownerId: performerId, performerId, isOpen: seen.access === 'open', isReadOnly: seen.state.isKeptOut },
        page: { type: kind, id },
        reference: { _id: id, title, slug },
      };
    },
    async count(id, what, step, tx) {
      if (what === 'favourite') return undefined;
      const performerId = await repository.count(id, counters[what], step, tx);
      if (what === 'like' && performerId !== null) await repository.addToCreator(performerId, 'statLikes', step, tx);
      return performerId !== null;
    },
  });

  return {
    /** Makes a kind of item known. @returns what can be done with items of it. */
    define<Extra, Input extends ItemInput, View extends { _id: string }, Wish>(
      kind: ItemKind<Extra, Input, View, Wish>,
    ) {
      const readParts: ReadItemParts<Extra> = async (ids, tx) => {
        if (ids.length === 0) return [];
        const contents = await repository.listContents(ids, tx);
        const extras = await kind.listExtras(ids, tx);
        return contents.flatMap((item) => {
          const extra = extras.get(item.row.id);
          return extra === undefined ? [] : [{ ...item, extra }];
        });
      };
      const queries = createItemQueries(context, kind, { ...deps, repository, readParts, viewCounter });
      const { findFor, forgetLists } = queries;
      const editing = createItemEditing(context, kind, { ...deps, repository, readParts, publishing, forgetLists });
      const { publishDue, ...calls } = editing;
      kinds.set(kind.kind, { ...kind, findFor, publishDue, remove: calls.remove, forgetLists });
      return {
        ...queries,
        ...calls,
        /** @see ItemEditing.create; replies the item as its creator sees it. */
        create: async (...input: Parameters<typeof calls.create>): Promise<View> =>
          queries.getOwn(input[0], await calls.create(...input)),
        /** @see ItemEditing.update; replies the same. */
        async edit(...input: Parameters<typeof calls.update>): Promise<View> {
          await calls.update(...input);
          return queries.getOwn(input[0], input[1]);
        },
        /** The stored item by id or slug; null when there is none. Says nothing of who may see it. */
        find: (key: string) => repository.findByKey(kind.kind, key),
        /** What somebody who may open it gets. */
        listFiles: async (id: string) => (await repository.listContents([id]))[0]?.files ?? [],
        lockForSale: forSale(kind),
        subjects: subjectsOf(kind.kind),
      };
    },

    ...createItemSearch(context, { kindOf }),
    ...publishing,

    /** Items of a kind are no longer what they were. */
    forgetLists: (row: Pick<ItemRow, 'kind'>): void => kindOf(row).forgetLists(),

    isSold: repository.isSold,

    addToCreator: repository.addToCreator,

    /** Forgets who looked before today. */
    sweep: viewCounter.sweep,

    /** Takes away everything that a creator published, of every kind, as they would themselves; may run twice. */
    async removeAll(actor: Actor): Promise<void> {
      for (const row of await repository.listOwned(actor.id)) {
        await kindOf(row)
          .remove(actor, row.id)
          .catch((error: unknown) => {
            // The photos of a gallery went with it.
            if (!(error instanceof AppError && error.code === 'ENTITY_NOT_FOUND')) throw error;
          });
      }
    },
  };
}
