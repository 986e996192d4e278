import { eq } from 'drizzle-orm';
import type { ServerContext } from '../../../context';
import { accounts, performers } from '../../../db/schema/accounts';
import { inTransaction, type Tx } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import type { UploadedFile } from '../../../http/multipart-upload';
import type { FileRow, MediaService } from '../../site/media/media-service';

const slots = {
  avatar: { table: accounts, column: 'avatarId', type: 'avatar', isPublic: true },
  cover: { table: accounts, column: 'coverId', type: 'cover', isPublic: true },
  welcomeVideo: { table: performers, column: 'welcomeVideoId', type: 'performer-welcome-video', isPublic: true },
  idVerification: { table: performers, column: 'idVerificationId', type: 'performer-document', isPublic: false },
  documentVerification: {
    table: performers,
    column: 'documentVerificationId',
    type: 'performer-document',
    isPublic: false,
  },
} as const;

export type FileSlot = keyof typeof slots;
export type FileSlots = ReturnType<typeof createFileSlots>;

export function createFileSlots({ db }: Pick<ServerContext, 'db'>, { media }: { media: MediaService }) {
  async function swap(ownerId: string, slot: FileSlot, fileId: string | null, tx: Tx): Promise<void> {
    const { table, column } = slots[slot];
    // Locked, because two concurrent uploads could otherwise replace the same file, and leave one of their own behind.
    const [before] = await tx.select().from(table).where(eq(table.id, ownerId)).for('update');
    const old = (requireFound(before) as Record<string, unknown>)[column];
    await tx
      .update(table)
      .set({ [column]: fileId })
      .where(eq(table.id, ownerId));
    if (typeof old === 'string') await media.remove([old], tx);
  }

  const filling = {
    /**
     * Fills all of the slots or none.
     * @param options.also stores related changes in the same transaction
     * @param options.network of a guest who signs up, to share media processing fairly
     * @returns the files in the order of `uploads`; a video may still be processing
     * @throws AppError INVALID_IMAGE, INVALID_OR_MISSING_FILE, ENTITY_NOT_FOUND
     */
    async fillAll(
      ownerId: string,
      uploads: Partial<Record<FileSlot, UploadedFile>>,
      { also, network }: { also?: (tx: Tx) => Promise<void>; network?: string } = {},
    ): Promise<FileRow[]> {
      const stored: { slot: FileSlot; file: FileRow }[] = [];
      try {
        for (const [slot, upload] of Object.entries(uploads) as [FileSlot, UploadedFile][]) {
          const { type, isPublic } = slots[slot];
          stored.push({ slot, file: await media.store(upload, { ownerId, type, isPublic, network }) });
        }
        await inTransaction(db, async (tx) => {
          for (const { slot, file } of stored) await swap(ownerId, slot, file.id, tx);
          await also?.(tx);
        });
      } catch (error) {
        const ids = stored.map(({ file }) => file.id);
        if (ids.length > 0) await inTransaction(db, (tx) => media.remove(ids, tx));
        throw error;
      }
      return stored.map(({ file }) => file);
    },

    async fill(
      ownerId: string,
      slot: FileSlot,
      upload: UploadedFile,
      options: { also?: (tx: Tx) => Promise<void> } = {},
    ): Promise<FileRow> {
      const [file] = await filling.fillAll(ownerId, { [slot]: upload }, options);
      return requireFound(file ?? null);
    },

    clear: (ownerId: string, slot: FileSlot): Promise<void> => inTransaction(db, (tx) => swap(ownerId, slot, null, tx)),
  };
  return filling;
}
