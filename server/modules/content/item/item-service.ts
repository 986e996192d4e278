import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { items, itemViews } from '../../../db/schema/items';
import { createViewCounter } from '../../../db/view-counter';
import { AppError } from '../../../errors';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { ItemDeps } from './item-kind-service';
import { createItemPageCache } from './item-page-cache';
import { createItemPublishing } from './item-publishing';
import { createItemRepository, type ItemKindName } from './item-repository';
import { createItemSearch } from './item-search';

export { canPublish, offerOf } from './item-access';
export { createItemFileRule } from './item-access-reader';
export { checkUnlockPrice, dateOf, draftFilesOf, mergeColumns, slugByTitle, textOf } from './item-input';
export { createKindColumns } from './item-kind-columns';
export { isProcessing, throwMissing, wasPublished, type ItemDraft } from './item-draft';
export type { ItemInput, ItemKind, ItemParts, PresentFile, ViewerItem } from './item-kind';
export { createItemKindService, type ItemDeps } from './item-kind-service';
export { ITEM_KINDS } from './item-kind-table';
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

export type ItemService = ReturnType<typeof createItemService>;

/** Makes what items of every kind share. */
export function createItemDeps(
  { db, clock, env }: Pick<ServerContext, 'db' | 'clock' | 'env'>,
  services: Pick<ItemDeps, 'media' | 'people' | 'settings'>,
) {
  const viewCounter = createViewCounter(
    { db, now: () => clock.now(), secret: env.APP_SECRET },
    { views: itemViews, viewed: itemViews.itemId, counter: items.totalView },
  );
  return { ...services, viewCounter, repository: createItemRepository(db), pages: createItemPageCache({ clock }) };
}

/** What happens to items of a kind without a call of its own. */
interface ItemsOfKind {
  publishDue(id: string): Promise<void>;
  remove(actor: Actor, id: string): Promise<true>;
}

interface ItemServiceDeps extends ReturnType<typeof createItemDeps> {
  kinds: Record<ItemKindName, ItemsOfKind>;
  notification: NotificationService;
}

/** Everything that creators publish, of every kind. */
export function createItemService(
  context: Pick<ServerContext, 'db' | 'clock' | 'jobs'>,
  { kinds, repository, viewCounter, ...deps }: ItemServiceDeps,
) {
  return {
    ...createItemSearch(context),
    ...createItemPublishing(context, {
      ...deps,
      repository,
      publishOne: ({ kind, id }) => kinds[kind].publishDue(id),
    }),

    /** Forgets who looked before today. */
    sweep: viewCounter.sweep,

    /** Takes away everything that a creator published, of every kind, as they would themselves; may run twice. */
    async removeAll(actor: Actor): Promise<void> {
      for (const { kind, id } of await repository.listOwned(actor.id)) {
        await kinds[kind].remove(actor, id).catch((error: unknown) => {
          // The photos of a gallery went with it.
          if (!(error instanceof AppError && error.code === 'ENTITY_NOT_FOUND')) throw error;
        });
      }
    },
  };
}
