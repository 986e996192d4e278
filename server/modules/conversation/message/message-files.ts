import type { Actor } from '../../../access';
import type { Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { UploadedFile } from '../../../http/uploads';
import type { MediaService } from '../../site/media/media-service';
import type { FileRow, MessageRepository } from './message-repository';
import { typeOfFiles } from './message-text';

/** Files on their way into a message. */
export function createMessageFiles({
  messages,
  media,
}: {
  messages: MessageRepository;
  media: Pick<MediaService, 'store'>;
}) {
  return {
    /**
     * Keeps an upload for a message of the actor's; private until it is sent. `message-audio` is ours, wire contract 1.7.
     *
     * @throws AppError NO_FILE, WRONG_MEDIA_KIND, INVALID_IMAGE, INVALID_OR_MISSING_FILE
     */
    async keep(actor: Actor, file: UploadedFile | undefined): Promise<FileRow> {
      if (!file) throw new AppError('NO_FILE');
      const type = typeOfFiles([file]);
      if (type === null) throw new AppError('WRONG_MEDIA_KIND');
      return media.store(file, { ownerId: actor.id, type: `message-${type}` });
    },

    /**
     * The files of a new message, in the order they were named, and the type they make it.
     *
     * @param wanted what the sender calls it; `text` leaves it to the files.
     * @throws AppError INVALID_OR_MISSING_FILE for files that are not the actor's own, are in a message already, or are
     * not what the sender says.
     */
    async take(tx: Tx, actor: Actor, fileIds: readonly string[], wanted: 'text' | 'photo' | 'video' | 'audio') {
      const ids = [...new Set(fileIds)];
      const claimed = ids.length > 0 ? await messages.claimFiles(ids, actor.id, tx) : [];
      const byId = new Map(claimed.map((file) => [file.id, file]));
      const files = ids.flatMap((id) => byId.get(id) ?? []);
      const type = wanted === 'text' ? typeOfFiles(files) : wanted;
      const fits = type === 'text' || files.some((file) => typeOfFiles([file]) === type);
      if (type === null || !fits || files.length < ids.length) throw new AppError('INVALID_OR_MISSING_FILE');
      return { type, files };
    },
  };
}
