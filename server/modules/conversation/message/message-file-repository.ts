import { and, asc, eq, inArray, like, ne } from 'drizzle-orm';
import { files } from '../../../db/schema/files';
import { messageFiles, messages } from '../../../db/schema/messages';
import type { Tx } from '../../../db/transaction';
import { listIds } from '../../../db/query-helpers';
import type { FileRow } from './message-repository';

/** Which files are attached to which messages. */
export const messageFileRepository = {
  /**
   * Locks message files of an account that no message has yet, so that two messages sent at once cannot take the same.
   */
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

  /** Each state once. The message must be locked: a file that is given up waits for it. */
  async listStates(id: string, tx: Tx): Promise<FileRow['status'][]> {
    const rows = await tx
      .selectDistinct({ status: files.status })
      .from(messageFiles)
      .innerJoin(files, eq(files.id, messageFiles.fileId))
      .where(eq(messageFiles.messageId, id));
    return rows.map(({ status }) => status);
  },

  /** Locks the messages that a file was sent with. */
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
