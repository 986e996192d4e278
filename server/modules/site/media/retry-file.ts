import type { Operator } from '../../../access';
import { recordAct } from '../../../operator-log/record-act';
import { inTransaction } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import type { FileProcessing } from './file-step';
import type { FileRow } from './media-repository';
import { isSetAside } from './processing-plan';

/**
 * Queues a file again that was set aside.
 *
 * @param ownerId null for an operator, who can retry any file
 * @throws AppError ENTITY_NOT_FOUND if the file was not set aside, or has another owner
 */
export function retryFile(
  { db, clock, events, repository, queue }: Pick<FileProcessing, 'db' | 'clock' | 'events' | 'repository' | 'queue'>,
  fileId: string,
  ownerId: string | null,
  by?: Operator,
): Promise<FileRow> {
  return inTransaction(db, async (tx) => {
    await events.emit(tx, 'fileChanging', { fileId });
    const [locked] = await repository.lock([fileId], tx);
    const isOwn = locked !== undefined && (ownerId === null || locked.ownerId === ownerId);
    if (!isOwn || !isSetAside(locked)) throw new AppError('ENTITY_NOT_FOUND');
    const untried: Partial<FileRow> = { status: 'processing', failure: '', attempts: 0, interruptions: 0 };
    const now = clock.now();
    const row = requireFound(await repository.update(fileId, { ...untried, heartbeatAt: now, updatedAt: now }, tx));
    await queue.add(row, tx);
    await recordAct(tx, by, { act: 'file.retried', subject: { kind: 'file', id: fileId } });
    return row;
  });
}
