import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { items, itemViews } from '../../../db/schema/items';
import type { Tx } from '../../../db/transaction';
import { createViewCounter } from '../../../db/view-counter';
import { found } from '../../../errors';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { MediaService } from '../../site/media/media-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { EntitlementService, FileRule } from '../entitlement/entitlement-service';
import { createItemAnnouncing } from './item-announcing';
import { createItemCache } from './item-cache';
import { createItemEditing } from './item-editing';
import type { AnyItemKind, ItemInput, ItemKind } from './item-kind';
import { createReadItemParts } from './item-parts';
import { createItemPublishing } from './item-publishing';
import { createItemReading, type ItemReading } from './item-reading';
import { createItemRepository, type ItemKindName, type ItemRow } from './item-repository';
import { createItemSales } from './item-sales';
import { createItemSearch } from './item-search';
import { createItemSubjects } from './item-subjects';

export { offerOf } from './item-access';
export { checkUnlockPrice, dateOf, draftFilesOf, mergeColumns, slugOfTitle, textOf } from './item-columns';
export { assertOwn } from './item-editing';
export { isInWork, missing, wasShown, type ItemDraft } from './item-draft';
export type { ItemInput, ItemKind, ItemParts, PresentFile, SeenItem } from './item-kind';
export type { ItemVisitor } from './item-reading';
export { canPublish } from './item-policy';
export { creatorSeenBy, presentItem, presentOffer, presentPlan } from './item-presenter';
export { createItemUploads } from './item-uploads';
export { uploadFields } from './upload-fields';
export type { ItemRow } from './item-repository';

export type ItemService = ReturnType<typeof createItemService>;

interface ItemDependencies {
  media: MediaService;
  people: PeopleService;
  entitlement: Pick<EntitlementService, 'addFileRule'>;
  settings: SettingsService;
  notification: NotificationService;
}

/** What happens to items of a kind, whatever it is, without the calls of its own. */
interface DefinedKind extends AnyItemKind {
  see: ItemReading['see'];
  publishDue(id: string): Promise<void>;
  remove(actor: Actor, id: string): Promise<void>;
  onChange(id: string): void;
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
  const views = createViewCounter(
    { db: context.db, now: () => context.clock.now(), secret: context.env.APP_SECRET },
    { views: itemViews, viewed: itemViews.itemId, counter: items.totalView },
  );
  const kinds = new Map<ItemKindName, DefinedKind>();
  const kindOf = ({ kind }: Pick<ItemRow, 'kind'>): DefinedKind => found(kinds.get(kind));
  const announcing = createItemAnnouncing(context, { ...deps, repository, kindOf });
  const publishing = createItemPublishing(context, {
    ...{ repository, kindOf, onPublish: announcing.plan },
    onChange: (row) => kindOf(row).onChange(row.id),
  });

  /** Opens files with the items they are content of. */
  const fileRule: FileRule = async (fileId, { id, country }) => {
    const viewer = { actor: id === null ? null : { id, isAdmin: false }, country };
    let isShown = false;
    for (const row of await repository.listOfFile(fileId)) {
      const seen = await kindOf(row).see(row, viewer);
      if (seen?.access === 'open') return 'open';
      isShown ||= seen !== null;
    }
    return isShown ? 'locked' : 'hidden';
  };
  deps.entitlement.addFileRule(fileRule);

  return {
    /** Makes a kind of item known. @returns what can be done with items of it. */
    define<Extra, Input extends ItemInput, View extends { _id: string }, Wish>(
      kind: ItemKind<Extra, Input, View, Wish>,
    ) {
      const readParts = createReadItemParts(repository, kind);
      const cache = createItemCache(kind, readParts, () => context.clock.now().getTime());
      const reading = createItemReading(context, kind, { ...deps, repository, cache, views });
      const onChange = cache.forget;
      const editing = createItemEditing(context, kind, { ...deps, repository, readParts, publishing, onChange });
      const { see } = reading;
      const { publishDue, ...calls } = editing;
      kinds.set(kind.kind, { ...kind, see, publishDue, remove: calls.remove, onChange });
      return {
        ...reading,
        ...calls,
        onChange,
        /** @see ItemEditing.create; replies the item as its creator sees it. */
        create: async (...input: Parameters<typeof calls.create>): Promise<View> =>
          reading.getOwn(input[0], await calls.create(...input)),
        /** The stored item by id or slug; null when there is none. Says nothing of who may see it. */
        find: (key: string) => repository.findByKey(kind.kind, key),
        lock: (id: string, tx: Tx) => repository.lock(id, tx, { isHeld: kind.holder !== undefined }),
        /** What somebody who may open it gets. */
        listFiles: async (id: string) => (await repository.listContents([id]))[0]?.files ?? [],
        /** For the wallet. */
        lockForSale: createItemSales(repository, kind),
        /** For likes, bookmarks, comments and reports. */
        subjects: createItemSubjects(repository, { kind: kind.kind, see }),
      };
    },

    ...createItemSearch(context, { kindOf }),
    publishDue: publishing.publishDue,
    hideBroken: publishing.hideBroken,
    touchHolders: publishing.touchHolders,
    announce: announcing.announce,

    /** An item of any kind is no longer what it was. */
    onChange: (row: Pick<ItemRow, 'id' | 'kind'>): void => kindOf(row).onChange(row.id),

    isSold: repository.isSold,

    /** Forgets who looked before today. */
    sweep: views.sweep,

    /** Takes away everything that a creator published, of every kind, as they would themselves; may run twice. */
    async removeAll(actor: Actor): Promise<void> {
      for (const row of await repository.listOwned(actor.id)) await kindOf(row).remove(actor, row.id);
    },
  };
}
