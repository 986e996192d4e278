import { limits } from '@contract/base/limits';
import type { EndpointReply } from '@contract/schemas';
import { assertAllowed, isPerformer, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { UploadedFile } from '../../../http/multipart-upload';
import type { FileRow, MediaService } from '../../site/media/media-service';
import type { FileSlot, FileSlots } from '../people/file-slots';
import type { PerformerMeView } from './performer-presenter';
import { createPerformerRepository } from './performer-repository';
import type { PerformerService } from './performer-service';

type UploadView = EndpointReply<'uploadPerformerAvatar'>;

export function createPerformerMediaService(
  { db }: Pick<ServerContext, 'db'>,
  { media, fileSlots, performer }: { media: MediaService; fileSlots: FileSlots; performer: PerformerService },
) {
  const repository = createPerformerRepository(db);
  const present = (actor: Actor, file: FileRow): UploadView => media.present(file, { viewer: actor, open: true });

  /**
   * Marks documents as waiting. An earlier approval stays valid until the review. Runs in the transaction that stores the
   * documents, so that a new document never has the status of the old one.
   */
  async function awaitReview({ id }: Actor, slots: readonly string[], tx: Tx): Promise<void> {
    if (slots.includes('idVerification')) await repository.update(id, { idVerificationStatus: 'waiting' }, tx);
    if (slots.includes('documentVerification'))
      await repository.update(id, { documentVerificationStatus: 'waiting' }, tx);
  }

  return {
    /** @throws AppError NO_FILE, INVALID_IMAGE, INVALID_OR_MISSING_FILE, PAYLOAD_TOO_LARGE */
    async replace(actor: Actor, slot: FileSlot, upload: UploadedFile | undefined): Promise<UploadView> {
      assertAllowed(isPerformer(actor));
      if (!upload) throw new AppError('NO_FILE');
      if (slot === 'welcomeVideo' && upload.size > limits.teaserBytes) throw new AppError('PAYLOAD_TOO_LARGE');
      const file = await fileSlots.fill(actor.id, slot, upload, { also: (tx) => awaitReview(actor, [slot], tx) });
      return present(actor, file);
    },

    async clear(actor: Actor, slot: 'cover' | 'welcomeVideo'): Promise<PerformerMeView> {
      assertAllowed(isPerformer(actor));
      if (slot === 'welcomeVideo') await repository.update(actor.id, { activateWelcomeVideo: false });
      await fileSlots.clear(actor.id, slot);
      return performer.getMe(actor);
    },

    /** @returns the document stored last @throws AppError DOCUMENTS_MISSING, and as `replace` */
    async replaceDocuments(actor: Actor, files: Record<string, UploadedFile>): Promise<UploadView> {
      assertAllowed(isPerformer(actor));
      const { idVerification, documentVerification } = files;
      const sent = { ...(idVerification && { idVerification }), ...(documentVerification && { documentVerification }) };
      const stored = await fileSlots.fillAll(actor.id, sent, {
        also: (tx) => awaitReview(actor, Object.keys(sent), tx),
      });
      const last = stored.at(-1);
      if (!last) throw new AppError('DOCUMENTS_MISSING');
      return present(actor, last);
    },

    /** @throws AppError TOO_MANY_FILES, NO_FILE */
    async addWelcomeFile(
      actor: Actor,
      type: 'message-photo' | 'message-video',
      upload: UploadedFile | undefined,
    ): Promise<UploadView> {
      assertAllowed(isPerformer(actor));
      if (!upload) throw new AppError('NO_FILE');
      const file = await media.store(upload, { ownerId: actor.id, type });
      if (!(await repository.addWelcomeFile(actor.id, file.id, limits.messageFiles))) {
        await inTransaction(db, (tx) => media.remove([file.id], tx));
        throw new AppError('TOO_MANY_FILES');
      }
      return present(actor, file);
    },

    /** Subscribers who have received the file keep it. @throws AppError ENTITY_NOT_FOUND */
    async removeWelcomeFile(actor: Actor, fileId: string): Promise<EndpointReply<'deleteWelcomeMessageFile'>> {
      assertAllowed(isPerformer(actor));
      if (!(await repository.removeWelcomeFile(actor.id, fileId))) throw new AppError('ENTITY_NOT_FOUND');
      return { deleted: true };
    },
  };
}
