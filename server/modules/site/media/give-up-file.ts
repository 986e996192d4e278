import type { Operator } from '../../../access';
import { recordAct } from '../../../operator-log/record-act';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { FileProcessing } from './file-step';
import { storagePrefix } from './file-variants';
import type { FileRow } from './media-repository';
import { isSetAside } from './processing-plan';

type GiveUpDeps = Pick<FileProcessing, 'db' | 'clock' | 'events' | 'repository' | 'store'>;

/**
 * Does nothing if the file was deleted, or another worker has finished it.
 *
 * @param tried the row that was worked on
 * @param reason shown to the owner
 * @param options.isKept keeps the original for another attempt, because nothing is wrong with the file
 */
export async function giveUpFile(
  deps: GiveUpDeps,
  tried: FileRow,
  reason: string,
  { isKept = false }: { isKept?: boolean } = {},
): Promise<void> {
  await markBroken(deps, { id: tried.id, reason, isKept, wasReady: false }, (change, tx) =>
    deps.repository.finish(tried, change, tx),
  );
}

/**
 * Gives up a file that was finished: its bytes were lost, a later scan found malware, or it could not be converted again.
 * Buyers are refunded unless the owner replaces it (`broken-sale`).
 *
 * @param reason shown to the owner
 * @throws AppError ENTITY_NOT_FOUND if the file is not finished
 */
export async function giveUpFinishedFile(deps: GiveUpDeps, id: string, reason: string, by?: Operator): Promise<void> {
  const isBroken = await markBroken(deps, { id, reason, isKept: false, wasReady: true }, async (change, tx) => {
    const broken = await deps.repository.breakFinished(id, change, tx);
    if (broken) await recordAct(tx, by, { act: 'file.given-up', subject: { kind: 'file', id }, details: { reason } });
    return broken;
  });
  if (!isBroken) throw new AppError('ENTITY_NOT_FOUND');
}

/**
 * Gives up a file that was set aside: it is not tried again, and its original is deleted.
 *
 * @param reason for the owner.
 * @throws AppError ENTITY_NOT_FOUND for any other file.
 */
export async function giveUpSetAsideFile(deps: GiveUpDeps, id: string, reason: string, by?: Operator): Promise<void> {
  const isBroken = await markBroken(deps, { id, reason, isKept: false, wasReady: false }, async (change, tx) => {
    const [locked] = await deps.repository.lock([id], tx);
    if (!locked || !isSetAside(locked)) return null;
    const broken = await deps.repository.update(id, change, tx);
    await recordAct(tx, by, { act: 'file.given-up', subject: { kind: 'file', id }, details: { reason } });
    return broken ?? null;
  });
  if (!isBroken) throw new AppError('ENTITY_NOT_FOUND');
}

/** @param update returns null if the file's state has changed meanwhile */
async function markBroken(
  { db, clock, events, store }: GiveUpDeps,
  { id, reason, isKept, wasReady }: { id: string; reason: string; isKept: boolean; wasReady: boolean },
  update: (change: Partial<FileRow>, tx: Tx) => Promise<FileRow | null>,
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // The listener locks the item or message before the file is locked, in the same order as saving, selling and buying.
    await events.emit(tx, 'fileChanging', { fileId: id });
    const change: Partial<FileRow> = { status: 'error', failure: reason, updatedAt: clock.now() };
    const broken = await update(isKept ? change : { ...change, variants: {} }, tx);
    if (!broken) return false;
    const { ownerId, name, createdAt } = broken;
    await events.emit(tx, 'fileFailed', { fileId: id, ownerId, name, createdAt, reason, wasReady, isKept });
    if (!isKept) tx.afterCommit(() => store.removeAll(storagePrefix(id)));
    return true;
  });
}
