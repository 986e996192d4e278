import { Readable } from 'node:stream';
import type { Actor } from '../../../access';
import { AppError, found } from '../../../errors';
import { GUEST, type MediaLink, type MediaLinks } from '../../../media/media-links';
import type { ByteRange, MediaStore } from '../../../media/media-store';
import { hasBlurred, planOf } from './file-plan';
import type { FileRow } from './media-repository';
import { readStreamName, sealedName, writePlaylist, type PlaylistText } from './playlists';

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
  /** Whose copies caches may keep: everybody's for ever, everybody's for some minutes, nobody's. */
  caching: 'for ever' | 'for minutes' | 'never';
  /** Set for what is saved instead of shown. */
  downloadName: string | null;
  open(range?: ByteRange): Promise<Readable>;
}

/** Whether a viewer (null: a guest) may have a file, or see that it is there, now. */
export type FileGuard = (fileId: string, viewerId: string | null, country: string | null) => Promise<boolean>;

interface Parts {
  links: MediaLinks;
  store: MediaStore;
  find(id: string): Promise<FileRow | null>;
  guard: FileGuard;
  /** Who may see the blurred picture of a file that is closed to them. */
  previewGuard: FileGuard;
  /** The web app sits on the same host: browsers send its session with each request, so a link alone opens nothing. */
  needsSession: boolean;
}

/**
 * Decides whether a request for bytes is answered. A good signature is not enough: the entitlement is asked each time,
 * so that who lost it gets no further byte. The blurred picture is as private as what it is of. Promises.
 *
 * @throws AppError ENTITY_NOT_FOUND for what is not there or not public, FORBIDDEN for a bad link or a viewer who may not.
 */
export async function openMedia(request: MediaRequest, parts: Parts): Promise<OpenedMedia> {
  const { links, store, find, guard, previewGuard, needsSession } = parts;
  const { fileId, link, actor, country } = request;
  const variant = readStreamName(request.variant);
  if (link && !links.isValid({ fileId, variant: sealedName(variant), ...link })) throw new AppError('FORBIDDEN');
  const mustBe = link && link.viewer !== GUEST ? link.viewer : null;
  if (mustBe !== null && (actor ? actor.id !== mustBe : needsSession)) throw new AppError('FORBIDDEN');
  const file = found(await find(fileId));
  const list = link && writePlaylist(file, variant, queryOf(link));
  const stored = list ? asObject(list) : found(variantOf(file, variant));
  const isPublic = isOpenToAll(file, variant);
  const isPreview = variant === 'blurred' && hasBlurred(file.type);
  if (!link && !isPublic && !isPreview) throw new AppError('ENTITY_NOT_FOUND');
  if (!isPublic) {
    const isAllowed =
      (mustBe !== null && mustBe === file.ownerId) ||
      (link !== null && (await guard(fileId, mustBe, country))) ||
      (isPreview && (await previewGuard(fileId, mustBe, country)));
    if (!isAllowed) throw new AppError(link ? 'FORBIDDEN' : 'ENTITY_NOT_FOUND');
  }
  return {
    mimeType: stored.mimeType,
    size: stored.size,
    etag: `"${file.id}-${variant}-${stored.size.toString(36)}"`,
    caching: isPublic ? 'for ever' : link ? 'never' : 'for minutes',
    downloadName: variant === 'original' ? file.name || namelessName(file) : null,
    open: (range) => ('text' in stored ? stored.read(range) : store.open(stored.key, range)),
  };
}

/** The seal of the link, as the list's own entries need it. */
const queryOf = ({ viewer, expires, signature }: NonNullable<MediaRequest['link']>): string =>
  `?v=${viewer}&e=${expires}&s=${signature}`;

/** A text as if it were stored. */
function asObject({ mimeType, text }: PlaylistText) {
  const bytes = Buffer.from(text);
  const read = async (range?: ByteRange) =>
    Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes], { objectMode: false });
  return { mimeType, text, size: bytes.length, read };
}

/**
 * Widths that a picture from before they were made does not have, and what stands for them: pages name them by the
 * address of another width, which is all that some replies tell.
 */
const standIns: Record<string, string> = { w96: 'small', w192: 'small', w320: 'small', w1080: 'large' };

function variantOf({ variants, status }: FileRow, name: string) {
  // Nobody has looked into it yet. Promises F-2.
  if (name === 'original' && status === 'processing') return undefined;
  const own = (key: string) => (Object.hasOwn(variants, key) ? variants[key] : undefined);
  return own(name) ?? (Object.hasOwn(standIns, name) ? own(standIns[name] ?? '') : undefined);
}

function isOpenToAll(file: FileRow, variant: string): boolean {
  // The original of a picture or film still waiting to be made carries its metadata.
  return file.isPublic && (variant !== 'original' || planOf(file.type, file.kind) === 'keep');
}

/** `6b04….pdf`: what a file is saved as that came without a name. */
const namelessName = ({ id, mimeType }: FileRow): string => `${id}.${mimeType.split('/')[1]}`;
