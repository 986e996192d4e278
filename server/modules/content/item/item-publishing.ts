import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import { isNews } from './item-draft';
import type { AnyItemKind } from './item-kind';
import type { ItemContents, ItemRepository, ItemRow } from './item-repository';

export interface ItemPublishingParts {
  repository: ItemRepository;
  kindOf(row: Pick<ItemRow, 'kind'>): AnyItemKind;
  /** Called after commit for every item that is no longer what it was. */
  onChange(row: Pick<ItemRow, 'id' | 'kind'>): void;
  /** Called within the transaction that shows an item to fans for the first time. */
  onPublish(id: string, tx: Tx): Promise<void>;
}

export type ItemPublishing = ReturnType<typeof createItemPublishing>;

/** What happens to items of all kinds by themselves: they come out when their time has come, and go when a file breaks. */
export function createItemPublishing(
  { db, clock, jobs }: Pick<ServerContext, 'db' | 'clock' | 'jobs'>,
  { repository, kindOf, onChange, onPublish }: ItemPublishingParts,
) {
  async function publish({ row, files }: ItemContents, tx: Tx): Promise<void> {
    const now = clock.now();
    const status = files.some((file) => file.status === 'error') ? 'file-error' : 'active';
    await repository.update(row.id, { status, isScheduled: false, publishedAt: now, updatedAt: now }, tx);
    if (status === 'active') await repository.addToCreator(row.performerId, kindOf(row).counter, 1, tx);
    if (isNews(row, { status })) await onPublish(row.id, tx);
    tx.afterCommit(() => onChange(row));
  }

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
     */
    async publishDue(): Promise<void> {
      await inTransaction(db, async (tx) => {
        const ids = await repository.lockDue(clock.now(), tx);
        for (const item of await repository.listContents(ids, tx)) await publish(item, tx);
      });
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
