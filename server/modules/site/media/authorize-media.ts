import { Readable } from 'node:stream';
import type { Actor } from '../../../access';
import { AppError, requireFound } from '../../../errors';
import { GUEST, type MediaLink, type MediaLinks } from '../../../media/media-links';
import type { ByteRange, MediaStore } from '../../../media/media-store';
import { hasBlurred, getProcessingPlan, publicReach } from './processing-plan';
import type { FileRow } from './media-repository';
import { readStreamName, sealedName, writePlaylist, type PlaylistText } from './playlists';

export interface MediaRequest {
  fileId: string;
  variant: string;
  /** Null when the address is that of a public file. */
  link: Pick<MediaLink, 'viewer' | 'expires' | 'signature'> | null;
  /** Finds whose session came along, if any: addresses in pages carry no token. Asked only where it decides. */
  findActor(): Promise<Actor | null>;
  country: string | null;
}

/** A variant that may be sent. */
export interface OpenedMedia {
  mimeType: string;
  /** Bytes. */
  size: number;
  etag: string;
  /** Which copies may be kept: by every cache for ever, by the viewer's browser for a moment, none. Promises. */
  caching: 'for ever' | 'for a moment' | 'never';
  /** Set for what is saved instead of shown. */
  downloadName: string | null;
  open(range?: ByteRange): Promise<Readable>;
}

/** Who may see files that are neither public nor their own; a viewer of null is a guest. */
export interface FileAccess {
  canOpenFile(fileId: string, viewerId: string | null, country: string | null): Promise<boolean>;
  /** Whether the blurred picture of a file that is closed to them may be seen. */
  canSeePreview(fileId: string, viewerId: string | null, country: string | null): Promise<boolean>;
  /** Whether a creator keeps a viewer, or their country, out. */
  keepsOut(performerId: string, viewerId: string | null, country: string | null): Promise<boolean>;
}

interface Parts {
  links: MediaLinks;
  store: MediaStore;
  find(id: string): Promise<FileRow | null>;
  fileAccess: FileAccess;
  /** The web app sits on the same host: browsers send its session with each request, so a link alone opens nothing. */
  needsSession: boolean;
}

/**
 * Decides whether a request for bytes is answered. A good signature is not enough: access is checked on each request, so that
 * a viewer who lost it gets no further byte. Previews are as private as what they are of. Promises.
 *
 * @throws AppError ENTITY_NOT_FOUND for what is not there or not public, FORBIDDEN for a bad link or a viewer who may not.
 */
export async function openMedia(request: MediaRequest, parts: Parts): Promise<OpenedMedia> {
  const { links, store, find, needsSession } = parts;
  const { fileId, link } = request;
  const variant = readStreamName(request.variant);
  if (link && !links.isValid({ fileId, variant: sealedName(variant), ...link })) throw new AppError('FORBIDDEN');
  const mustBe = link && link.viewer !== GUEST ? link.viewer : null;
  const actor = link ? await request.findActor() : null;
  if (mustBe !== null && (actor ? actor.id !== mustBe : needsSession)) throw new AppError('FORBIDDEN');
  const file = requireFound(await find(fileId));
  const list = link && writePlaylist(file, variant, queryOf(link));
  const stored = list ? asObject(list) : requireFound(variantOf(file, variant));
  const isAnybodys = publicReach(file) === 'all' && isServed(file, variant);
  if (!isAnybodys) {
    const isAllowed = link
      ? await canOpenByLink(file, { ...request, variant, viewerId: mustBe ?? actor?.id ?? null }, parts)
      : await canOpenByAddress(file, { ...request, variant }, parts);
    if (!isAllowed) throw new AppError(link ? 'FORBIDDEN' : 'ENTITY_NOT_FOUND');
  }
  return {
    mimeType: stored.mimeType,
    size: stored.size,
    etag: `"${file.id}-${variant}-${stored.size.toString(36)}"`,
    caching: isAnybodys ? 'for ever' : link ? 'never' : 'for a moment',
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
  if (name === 'original' && status !== 'finished') return undefined;
  const own = (key: string) => (Object.hasOwn(variants, key) ? variants[key] : undefined);
  return own(name) ?? (Object.hasOwn(standIns, name) ? own(standIns[name] ?? '') : undefined);
}

/** The original of a picture or film still waiting to be made carries its metadata. */
const isServed = (file: FileRow, variant: string): boolean =>
  variant !== 'original' || getProcessingPlan(file.type, file.kind) === 'keep';

const isBlurred = (file: FileRow, variant: string): boolean => variant === 'blurred' && hasBlurred(file.type);

async function canOpenByLink(
  file: FileRow,
  { variant, viewerId, country }: { variant: string; viewerId: string | null; country: string | null },
  { fileAccess }: Parts,
): Promise<boolean> {
  if (viewerId !== null && viewerId === file.ownerId) return true;
  if (publicReach(file) === 'profile')
    return isServed(file, variant) && !(await fileAccess.keepsOut(file.ownerId, viewerId, country));
  if (await fileAccess.canOpenFile(file.id, viewerId, country)) return true;
  return isBlurred(file, variant) && fileAccess.canSeePreview(file.id, viewerId, country);
}

/**
 * Whether an address without a seal opens: of previews of what everybody finds, but for those whom its creator keeps out, as
 * far as browsers tell. The answer for guests is shared by all callers, so that a page of previews costs few queries.
 */
async function canOpenByAddress(
  file: FileRow,
  { variant, country, findActor }: MediaRequest,
  { fileAccess }: Parts,
): Promise<boolean> {
  const reach = isServed(file, variant) ? publicReach(file) : null;
  const isPreview = isBlurred(file, variant);
  if (reach === null && !isPreview) return false;
  const actor = await findActor();
  if (actor?.id === file.ownerId) return true;
  const check = reach === null ? fileAccess.canSeePreview : fileAccess.canOpenFile;
  const isOut = reach === 'profile' || (await check(file.id, null, country));
  if (isOut && !(await fileAccess.keepsOut(file.ownerId, actor?.id ?? null, country))) return true;
  return actor !== null && reach !== 'profile' && check(file.id, actor.id, country);
}

/** `6b04….pdf`: what a file is saved as that came without a name. */
const namelessName = ({ id, mimeType }: FileRow): string => `${id}.${mimeType.split('/')[1]}`;
