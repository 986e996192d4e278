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

/** What becomes of a file, and what it may be. */
interface UploadPlan extends Pick<UploadField, 'kinds'> {
  /** Wire contract 1.7. */
  type: string;
  /** Everybody may see it: what a closed item shows. */
  isPublic: boolean;
  mostBytes: number;
}

const picture = { kinds: ['image'], mostBytes: limits.imageBytes } as const;
const film = { kinds: ['video'], mostBytes: limits.videoBytes } as const;
const teaser = { kinds: ['video'], mostBytes: limits.teaserBytes } as const;

/** What files of items are for, whether they come whole or in parts. Wire contract 2.6, 2.10. Goods leave as the very bytes that came. */
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

/** What came with a form, by field. */
export type FormFiles = Partial<Record<string, UploadedFile>>;

/** Files that come with an item's form, or ahead of it. */
export function createItemUploads(
  { db }: Pick<ServerContext, 'db'>,
  { store, removeLoose }: Pick<MediaService, 'store' | 'removeLoose'>,
) {
  /** Stores one file. @param details.id which it gets; without one it is a new one. @throws AppError NO_FILE, INVALID_IMAGE, INVALID_OR_MISSING_FILE, PAYLOAD_TOO_LARGE */
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
     * Stores the files of a form for what is done with them; when that is refused, or one of them is, none is kept.
     *
     * @param fields the form's, by what the id of its file is called in what is done; others are not looked at.
     * @param work gets the ids of those that came.
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
        // Not those of an item that was stored, and then could not be shown.
        if (kept.length > 0) await inTransaction(db, (tx) => removeLoose(kept, tx));
        throw error;
      }
    },
  };
}
