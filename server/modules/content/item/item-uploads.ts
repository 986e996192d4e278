import { assertAllowed, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { UploadedFile } from '../../../http/uploads';
import type { FileRow, MediaService } from '../../site/media/media-service';
import { canPublish } from './item-policy';
import type { UploadPlan } from './upload-fields';

/** Files that come with an item's form, or ahead of it. */
export function createItemUploads(
  { db }: Pick<ServerContext, 'db'>,
  { store, removeLoose }: Pick<MediaService, 'store' | 'removeLoose'>,
) {
  /** Stores one file. @param details.id which it gets; without one it is a new one. @throws AppError NO_FILE, INVALID_IMAGE, INVALID_OR_MISSING_FILE, PAYLOAD_TOO_LARGE */
  async function keep(
    actor: Actor,
    file: UploadedFile | undefined,
    { type, isPublic, mostBytes }: UploadPlan,
    { alt, id }: { alt?: string; id?: string } = {},
  ): Promise<FileRow> {
    assertAllowed(canPublish(actor));
    if (!file) throw new AppError('NO_FILE');
    if (file.size > mostBytes) throw new AppError('PAYLOAD_TOO_LARGE');
    return store(file, { ownerId: actor.id, type, isPublic, alt, id });
  }

  return {
    keep,

    /**
     * Stores the files of a form for what is done with them; when that is refused, or one of them is, none is kept.
     *
     * @param purposes by field; other fields are not looked at.
     * @param work gets the ids of those that came, by field.
     */
    async withFiles<Field extends string, T>(
      actor: Actor,
      files: Partial<Record<string, UploadedFile>>,
      purposes: Record<Field, UploadPlan>,
      work: (ids: Partial<Record<Field, string>>) => Promise<T>,
    ): Promise<T> {
      const ids: Partial<Record<Field, string>> = {};
      try {
        for (const [field, purpose] of Object.entries(purposes) as [Field, UploadPlan][]) {
          if (files[field]) ids[field] = (await keep(actor, files[field], purpose)).id;
        }
        return await work(ids);
      } catch (error) {
        const kept = Object.values<string | undefined>(ids).filter((id) => id !== undefined);
        // Not those of an item that was stored, and then could not be shown.
        if (kept.length > 0) await inTransaction(db, (tx) => removeLoose(kept, tx));
        throw error;
      }
    },
  };
}
