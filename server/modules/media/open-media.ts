import type { Readable } from 'node:stream';
import type { Actor } from '../../access';
import { AppError, found } from '../../errors';
import { GUEST, type MediaLink, type MediaLinks } from '../../media/media-links';
import type { ByteRange, MediaStore } from '../../media/media-store';
import { hasBlurred, planOf } from './file-plan';
import type { FileRow } from './media-repository';

export interface MediaRequest {
  fileId: string;
  variant: string;
  /** Null when the address is that of a public file. */
  link: Pick<MediaLink, 'viewer' | 'expires' | 'signature'> | null;
  /** Who asks, as far as the request tells: addresses in pages carry no token. */
  actor: Actor | null;
  country: string | null;
}

/** A variant that may be sent. */
export interface OpenedMedia {
  mimeType: string;
  /** Bytes. */
  size: number;
  etag: string;
  /** Anybody may see it for ever, so caches may keep it. */
  isPublic: boolean;
  /** Set for what is saved instead of shown. */
  downloadName: string | null;
  open(range?: ByteRange): Promise<Readable>;
}

/** Whether a viewer (null: a guest) may have a file now. */
export type FileGuard = (fileId: string, viewerId: string | null, country: string | null) => Promise<boolean>;

interface Parts {
  links: MediaLinks;
  store: MediaStore;
  find(id: string): Promise<FileRow | null>;
  guard: FileGuard;
}

/**
 * Decides whether a request for bytes is answered. A good signature is not enough: the entitlement is asked each time,
 * so that who lost it gets no further byte. Promises.
 *
 * @throws AppError ENTITY_NOT_FOUND for what is not there or not public, FORBIDDEN for a bad link or a viewer who may not.
 */
export async function openMedia(request: MediaRequest, { links, store, find, guard }: Parts): Promise<OpenedMedia> {
  const { fileId, variant, link, actor } = request;
  if (link && !links.isValid({ fileId, variant, ...link })) throw new AppError('FORBIDDEN');
  if (link && actor && link.viewer !== GUEST && link.viewer !== actor.id) throw new AppError('FORBIDDEN');
  const file = found(await find(fileId));
  const stored = found(Object.hasOwn(file.variants, variant) ? file.variants[variant] : null);
  const isPublic = isOpenToAll(file, variant);
  if (!link && !isPublic) throw new AppError('ENTITY_NOT_FOUND');
  if (link && !isPublic) {
    const viewerId = link.viewer === GUEST ? null : link.viewer;
    const allowed = viewerId === file.ownerId || (await guard(fileId, viewerId, request.country));
    if (!allowed) throw new AppError('FORBIDDEN');
  }
  return {
    mimeType: stored.mimeType,
    size: stored.size,
    etag: `"${file.id}-${variant}-${stored.size.toString(36)}"`,
    isPublic,
    downloadName: variant === 'original' ? file.name || file.id : null,
    open: (range) => store.open(stored.key, range),
  };
}

function isOpenToAll(file: FileRow, variant: string): boolean {
  if (variant === 'blurred') return hasBlurred(file.type);
  // The original of a picture or film still waiting to be made carries its metadata.
  return file.isPublic && (variant !== 'original' || planOf(file.type, file.kind) === 'keep');
}
