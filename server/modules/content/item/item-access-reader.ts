import type { ServerContext } from '../../../context';
import type { Executor } from '../../../db/transaction';
import { getStrongestAccess, type FileRule } from '../file-access/file-access-service';
import { getAccess, type ItemAccess } from './item-access';
import { getItemKind } from './item-kind-table';
import { toListViewer, type ItemViewer } from './viewer-state-sql';
import { createItemListRepository, type ViewerStateRow } from './item-list-repository';
import { createItemRepository, type ItemRow } from './item-repository';

export interface VisibleItem {
  row: ItemRow;
  state: ViewerStateRow;
  access: Exclude<ItemAccess, 'hidden'>;
}

export function createItemAccessReader({ db, clock }: Pick<ServerContext, 'db' | 'clock'>) {
  const lists = createItemListRepository(db);
  return {
    /** @returns null for an item that is hidden from the viewer */
    async findVisible(viewer: ItemViewer, row: ItemRow, tx?: Executor): Promise<VisibleItem | null> {
      const [state] = await lists.readViewerState(getItemKind(row), [row.id], toListViewer(viewer, clock.now()), tx);
      if (!state) return null;
      const access = getAccess(row, state, viewer.actor);
      return access === 'hidden' ? null : { row, state, access };
    },
  };
}

/** If an item is open, so are its content files. Its previews are open to everyone who can see that the item exists. */
export function createItemFileRule(context: Pick<ServerContext, 'db' | 'clock'>): FileRule {
  const repository = createItemRepository(context.db);
  const { findVisible } = createItemAccessReader(context);
  return async (fileId, { id, country }) => {
    const viewer = { actor: id === null ? null : { id, operatorRole: null }, country };
    return getStrongestAccess(await repository.listByFile(fileId), async ({ row, role }) => {
      const item = await findVisible(viewer, row);
      if (!item) return 'hidden';
      return item.access === 'open' || role !== 'content' ? 'open' : 'locked';
    });
  };
}
