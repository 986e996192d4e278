import { and, asc, eq, inArray, like, ne } from 'drizzle-orm';
import { files } from '../../../db/schema/files';
import { messageFiles, messages } from '../../../db/schema/messages';
import type { Tx } from '../../../db/transaction';
import { listIds } from '../../../db/query-helpers';
import type { FileRow } from './message-repository';

export const messageFileRepository = {
  /** Locks those of the files that no message has yet, so that concurrent messages cannot attach the same file. */
  async claimFiles(ids: readonly string[], ownerId: string, tx: Tx): Promise<FileRow[]> {
    const own = await tx
      .select()
      .from(files)
      .where(
        and(
          inArray(files.id, ids),
          eq(files.ownerId, ownerId),
          like(files.type, 'message-%'),
          ne(files.status, 'error'),
        ),
      )
      .for('update');
    const used = await tx
      .select({ id: messageFiles.fileId })
      .from(messageFiles)
      .where(inArray(messageFiles.fileId, ids));
    const attached = new Set(used.map((row) => row.id));
    return own.filter((file) => !attached.has(file.id));
  },

  /** The states that its files have. Lock the message first: `fileChanging` takes the same lock before a file changes. */
  async listStates(id: string, tx: Tx): Promise<FileRow['status'][]> {
    const rows = await tx
      .selectDistinct({ status: files.status })
      .from(messageFiles)
      .innerJoin(files, eq(files.id, messageFiles.fileId))
      .where(eq(messageFiles.messageId, id));
    return rows.map(({ status }) => status);
  },

  lockMessages: (fileId: string, tx: Tx): Promise<string[]> =>
    listIds(
      tx
        .select({ id: messages.id })
        .from(messages)
        .where(
          inArray(
            messages.id,
            tx.select({ id: messageFiles.messageId }).from(messageFiles).where(eq(messageFiles.fileId, fileId)),
          ),
        )
        .orderBy(asc(messages.id))
        .for('update'),
    ),
};
