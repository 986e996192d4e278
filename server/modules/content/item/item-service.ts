import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { items, itemViews } from '../../../db/schema/items';
import { createViewCounter } from '../../../db/view-counter';
import type { Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { JobData } from '../../../jobs/job-data';
import type { NotificationService } from '../../conversation/notification/notification-service';
import { announceItem, notifyAudience } from './announce-item';
import { itemCounterRepository } from './item-counter-repository';
import { itemFileRepository } from './item-file-repository';
import type { ItemDeps } from './item-kind-service';
import { getItemKind } from './item-kind-table';
import { createItemPageCache } from './item-page-cache';
import { createItemRepository, type ItemKindName } from './item-repository';
import { createItemSearch } from './item-search';

export { canPublish, toOffer } from './item-access';
export { createItemFileRule } from './item-access-reader';
export { checkUnlockPrice, getDate, getDraftFiles, mergeColumns, slugByTitle, toText } from './item-input';
export { itemCounterRepository };
export { createKindColumns } from './item-kind-columns';
export { throwMissing, wasPublished, type ItemDraft } from './item-draft';
export type {
  ItemChange,
  ItemInput,
  ItemKind,
  ItemParts,
  PresentFile,
  StoredColumns,
  TakedownColumns,
  ViewerItem,
} from './item-kind';
export { createItemKindService, type ItemDeps, type ItemForSale } from './item-kind-service';
export { ITEM_KINDS } from './item-kind-table';
export type { ItemVisitor } from './item-queries';
export { isProcessing } from './item-repository';
export {
  creatorSeenBy,
  presentItem,
  presentOffer,
  presentPlan,
  presentReadOnly,
  presentRevision,
  presentTakedown,
} from './item-presenter';
export { toTakedownTitle, type TakenDownContent } from './take-down-item';
export type { Edit } from './update-item';
export { createItemUploads, uploadFields, type FormFiles } from './item-uploads';

export type ItemService = ReturnType<typeof createItemService>;

export function createItemDeps(
  { db, clock, env, announcements }: Pick<ServerContext, 'db' | 'clock' | 'env' | 'announcements'>,
  services: Pick<ItemDeps, 'media' | 'people' | 'settings'>,
) {
  const viewCounter = createViewCounter(
    { db, now: () => clock.now(), secret: env.APP_SECRET },
    { views: itemViews, viewed: itemViews.itemId, counter: items.totalView },
  );
  const pages = createItemPageCache({ clock, announcements });
  return { ...services, viewCounter, repository: createItemRepository(db), pages };
}

interface ItemsOfKind {
  publishDue(id: string): Promise<void>;
  remove(actor: Actor, id: string): Promise<true>;
}

interface ItemServiceDeps extends ReturnType<typeof createItemDeps> {
  kinds: Record<ItemKindName, ItemsOfKind>;
  notification: NotificationService;
}

export function createItemService(
  context: Pick<ServerContext, 'db' | 'clock' | 'jobs'>,
  { kinds, repository, viewCounter, pages, people, notification }: ItemServiceDeps,
) {
  const { clock, db, jobs } = context;
  const { countFound, suggest } = createItemSearch(context);
  return {
    countFound,
    suggest,

    announce: (job: JobData['announce-item']) =>
      announceItem({ db, clock, jobs, repository, people, notification }, job),

    notifyAudience: (performerId: string, news: Parameters<NotificationService['addToMany']>[1]) =>
      notifyAudience({ db, clock, notification }, performerId, news),

    /**
     * Publishes all due items, each only once, even if two runs overlap, and even if the server was down at their time.
     * Promises R-4.
     *
     * @throws the first failure, after the other items have been published
     */
    async publishDue(): Promise<void> {
      const failures: unknown[] = [];
      for (const { kind, id } of await repository.listDue(clock.now()))
        await kinds[kind].publishDue(id).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },

    /** Makes caches reload items that contain a changed file. */
    async touchByFile(fileId: string, tx: Tx): Promise<void> {
      await itemFileRepository.touch(await itemFileRepository.lockItems(fileId, tx), tx);
      tx.afterCommit(pages.forget);
    },

    async hideBroken(fileId: string, tx: Tx): Promise<void> {
      const ids = await itemFileRepository.lockItems(fileId, tx);
      for (const { row } of await repository.listContents(ids, tx)) {
        tx.afterCommit(pages.forget);
        if (row.status !== 'active') continue;
        await repository.update(row.id, { status: 'file-error', updatedAt: clock.now() }, tx);
        await itemCounterRepository.addToCreator(row.performerId, getItemKind(row).counter, -1, tx);
      }
    },

    sweep: viewCounter.sweep,

    /** Deletes all items of a creator, by the same rules as if the creator deleted them. Can be repeated. */
    async removeAll(actor: Actor): Promise<void> {
      for (const { kind, id } of await repository.listOwned(actor.id)) {
        await kinds[kind].remove(actor, id).catch((error: unknown) => {
          // This photo was already deleted with its gallery.
          if (!(error instanceof AppError && error.code === 'ENTITY_NOT_FOUND')) throw error;
        });
      }
    },
  };
}
