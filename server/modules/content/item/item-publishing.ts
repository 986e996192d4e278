import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { isNews } from './item-draft';
import type { AnyItemKind } from './item-kind';
import type { ItemContents, ItemRepository, ItemRow } from './item-repository';

export interface ItemPublishingParts {
  repository: ItemRepository;
  kindOf(row: Pick<ItemRow, 'kind'>): AnyItemKind & { publishDue(id: string): Promise<void> };
  /** Called after commit for every item that is no longer what it was. */
  onChange(row: Pick<ItemRow, 'id' | 'kind'>): void;
  /** Called within the transaction that shows an item to fans for the first time. */
  onPublish(id: string, tx: Tx): Promise<void>;
}

export type ItemPublishing = ReturnType<typeof createItemPublishing>;

/** What happens to items of all kinds by themselves: they come out when their time has come, and go when a file breaks. */
export function createItemPublishing(
  { clock, jobs }: Pick<ServerContext, 'clock' | 'jobs'>,
  { repository, kindOf, onChange, onPublish }: ItemPublishingParts,
) {
  async function hide({ row }: ItemContents, tx: Tx): Promise<void> {
    tx.afterCommit(() => onChange(row));
    if (row.status !== 'active') return;
    await repository.update(row.id, { status: 'file-error', updatedAt: clock.now() }, tx);
    await repository.addToCreator(row.performerId, kindOf(row).counter, -1, tx);
  }

  return {
    /** What follows from a state that was just stored: people are told, or somebody looks again when its time comes. */
    async followUp(
      current: ItemRow | null,
      after: Pick<ItemRow, 'id' | 'status' | 'isScheduled' | 'publishAt'>,
      tx: Tx,
    ): Promise<void> {
      if (isNews(current, after)) await onPublish(after.id, tx);
      // Also every minute, but an item that is due in between should not wait. Promises R-4.
      if (after.isScheduled && after.publishAt)
        await jobs.send('publish-scheduled', {}, { tx, runAt: after.publishAt });
    },

    /**
     * Publishes what is due. Each item once, whatever runs twice or at the same time, also when the server was down at
     * its time. Promises R-4.
     *
     * @throws what the first one that failed threw, once the others are out.
     */
    async publishDue(): Promise<void> {
      const failures: unknown[] = [];
      for (const row of await repository.listDue(clock.now()))
        await kindOf(row)
          .publishDue(row.id)
          .catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },

    /** What a file brings along changes: whoever remembers an item that holds it asks anew. */
    async touchHolders(fileId: string, tx: Tx): Promise<void> {
      for (const row of await repository.touch(await repository.lockOfFile(fileId, tx), tx))
        tx.afterCommit(() => onChange(row));
    },

    /** A file turned out to be broken: the items that show it are hidden until their creator replaces it. */
    async hideBroken(fileId: string, tx: Tx): Promise<void> {
      const ids = await repository.lockOfFile(fileId, tx);
      for (const item of await repository.listContents(ids, tx)) await hide(item, tx);
    },
  };
}
