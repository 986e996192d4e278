import type { UploadField } from '@contract/base/define';
import { limits } from '@contract/base/limits';
import type { UploadPurpose } from '@contract/base/upload-purposes';
import { assertAllowed, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { UploadedFile } from '../../../http/multipart-upload';
import type { FileRow, MediaService } from '../../site/media/media-service';
import { canPublish } from './item-access';

interface UploadPlan extends Pick<UploadField, 'kinds'> {
  /** Purpose of the file. Wire contract 1.7. */
  type: string;
  /** True for previews, which stay visible if the item is locked. */
  isPublic: boolean;
  mostBytes: number;
}

const picture = { kinds: ['image'], mostBytes: limits.imageBytes } as const;
const film = { kinds: ['video'], mostBytes: limits.videoBytes } as const;
const teaser = { kinds: ['video'], mostBytes: limits.teaserBytes } as const;

/** For files sent whole or in chunks. Digital products are delivered byte for byte. Wire contract 2.6, 2.10. */
export const uploadFields = {
  'feed-audio': { type: 'feed-audio', isPublic: false, kinds: ['audio'], mostBytes: limits.audioBytes },
  'feed-photo': { type: 'feed-photo', isPublic: false, ...picture },
  'feed-video': { type: 'feed-video', isPublic: false, ...film },
  'feed-thumbnail': { type: 'feed-photo', isPublic: true, ...picture },
  'feed-teaser': { type: 'feed-video', isPublic: true, ...teaser },
  'performer-photo': { type: 'performer-photo', isPublic: false, ...picture },
  'performer-video': { type: 'performer-video', isPublic: false, ...film },
  'performer-video-teaser': { type: 'performer-video-teaser', isPublic: true, ...teaser },
  'performer-video-thumbnail': { type: 'performer-video-thumbnail', isPublic: true, ...picture },
  'performer-product-image': { type: 'performer-product-image', isPublic: true, ...picture },
  'performer-product-digital': {
    type: 'performer-product-digital',
    isPublic: false,
    kinds: ['any'],
    mostBytes: limits.videoBytes,
  },
} as const satisfies Record<UploadPurpose, UploadPlan>;

export type FormFiles = Partial<Record<string, UploadedFile>>;

export function createItemUploads(
  { db }: Pick<ServerContext, 'db'>,
  { store, removeLoose }: Pick<MediaService, 'store' | 'removeLoose'>,
) {
  /**
   * @param details.id id of the stored file; by default a new one
   * @throws AppError NO_FILE, INVALID_IMAGE, INVALID_OR_MISSING_FILE, PAYLOAD_TOO_LARGE
   */
  async function keep(
    actor: Actor,
    file: UploadedFile | undefined,
    purpose: UploadPurpose,
    { alt, id }: { alt?: string; id?: string } = {},
  ): Promise<FileRow> {
    assertAllowed(canPublish(actor));
    if (!file) throw new AppError('NO_FILE');
    const { type, isPublic, mostBytes } = uploadFields[purpose];
    if (file.size > mostBytes) throw new AppError('PAYLOAD_TOO_LARGE');
    return store(file, { ownerId: actor.id, type, isPublic, alt, id });
  }

  return {
    keep,

    /**
     * Stores the files of a form, then runs `work` with their ids. If storing one or `work` fails, deletes the stored files.
     *
     * @param fields form field and purpose of each file, by the name under which `work` gets its id; other fields are ignored
     */
    async withFiles<Name extends string, T>(
      actor: Actor,
      files: FormFiles,
      fields: Readonly<Record<Name, readonly [field: string, purpose: UploadPurpose]>>,
      work: (ids: Partial<Record<Name, string>>) => Promise<T>,
    ): Promise<T> {
      const ids: Partial<Record<Name, string>> = {};
      try {
        for (const name in fields) {
          const [field, purpose] = fields[name];
          if (files[field]) ids[name] = (await keep(actor, files[field], purpose)).id;
        }
        return await work(ids);
      } catch (error) {
        const kept = Object.values<string | undefined>(ids).filter((id) => id !== undefined);
        // Does not delete files that an item already uses, for example if only presenting the item has failed.
        if (kept.length > 0) await inTransaction(db, (tx) => removeLoose(kept, tx));
        throw error;
      }
    },
  };
}
