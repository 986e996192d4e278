import { Readable } from 'node:stream';
import type { Actor } from '../../../access';
import { AppError, requireFound } from '../../../errors';
import { GUEST, type MediaLink, type MediaLinks } from '../../../media/media-links';
import type { ByteRange, MediaStore } from '../../../media/media-store';
import { hasBlurred, getProcessingPlan, getPublicReach } from './processing-plan';
import type { FileRow, MediaRepository } from './media-repository';
import { readStreamName, getLinkScope, writePlaylist, type PlaylistText } from './playlists';

export interface MediaRequest {
  fileId: string;
  variant: string;
  /** Null for the address of a public file. */
  link: Pick<MediaLink, 'viewer' | 'expires' | 'signature'> | null;
  /** Reads the session of the request, if any: addresses in pages carry no token. Called only where it decides. */
  findActor(): Promise<Actor | null>;
  country: string | null;
}

/** A variant that the viewer can open. */
export interface OpenedMedia {
  mimeType: string;
  /** Bytes. */
  size: number;
  etag: string;
  /** Allowed caches: every one for ever, the viewer's browser for a moment, none. Promises. */
  caching: 'for ever' | 'for a moment' | 'never';
  /** Set for files that browsers save instead of showing. */
  downloadName: string | null;
  open(range?: ByteRange): Promise<Readable>;
}

/** Decides who can open files that are neither public nor the viewer's own; a viewer of null is a guest. */
export interface FileAccess {
  canOpenFile(fileId: string, viewerId: string | null, country: string | null): Promise<boolean>;
  /** Whether the viewer can see the blurred picture of a file that is closed to them. */
  canSeePreview(fileId: string, viewerId: string | null, country: string | null): Promise<boolean>;
  /** Whether a creator blocks a viewer, or their country. */
  blocksViewer(performerId: string, viewerId: string | null, country: string | null): Promise<boolean>;
}

interface OpenDeps {
  links: MediaLinks;
  store: MediaStore;
  repository: Pick<MediaRepository, 'find'>;
  fileAccess: FileAccess;
  /** The web app has the same host: browsers send its session with each request, so a link alone opens nothing. */
  needsSession: boolean;
}

/**
 * Authorizes a request for bytes. A valid signature is not enough: access is checked on each request, so that a viewer who
 * lost it gets no further byte. Previews are as private as their items. Promises.
 *
 * @throws AppError ENTITY_NOT_FOUND for a file that does not exist or is not public, FORBIDDEN for an invalid link or a viewer
 * without access.
 */
export async function openMedia(deps: OpenDeps, request: MediaRequest): Promise<OpenedMedia> {
  const { links, store, repository, needsSession } = deps;
  const { fileId, link } = request;
  const variant = readStreamName(request.variant);
  if (link && !links.isValid({ fileId, variant: getLinkScope(variant), ...link })) throw new AppError('FORBIDDEN');
  const linkViewer = link && link.viewer !== GUEST ? link.viewer : null;
  const actor = link ? await request.findActor() : null;
  if (linkViewer !== null && (actor ? actor.id !== linkViewer : needsSession)) throw new AppError('FORBIDDEN');
  const file = requireFound(await repository.find(fileId));
  const list = link && writePlaylist(file, variant, toLinkQuery(link));
  const stored = list ? toStoredText(list) : requireFound(findVariant(file, variant));
  const isOpenToAll = getPublicReach(file) === 'all' && isServed(file, variant);
  if (!isOpenToAll) {
    const isAllowed = link
      ? await canOpenByLink(file, { ...request, variant, viewerId: linkViewer ?? actor?.id ?? null }, deps)
      : await canOpenByAddress(file, { ...request, variant }, deps);
    if (!isAllowed) throw new AppError(link ? 'FORBIDDEN' : 'ENTITY_NOT_FOUND');
  }
  return {
    mimeType: stored.mimeType,
    size: stored.size,
    etag: `"${file.id}-${variant}-${stored.size.toString(36)}"`,
    caching: isOpenToAll ? 'for ever' : link ? 'never' : 'for a moment',
    downloadName: variant === 'original' ? file.name || toDownloadName(file) : null,
    open: (range) => ('text' in stored ? stored.read(range) : store.open(stored.key, range)),
  };
}

/** The entries of a playlist repeat the signature of its link. */
const toLinkQuery = ({ viewer, expires, signature }: NonNullable<MediaRequest['link']>): string =>
  `?v=${viewer}&e=${expires}&s=${signature}`;

/** A playlist in the form of a stored variant. */
function toStoredText({ mimeType, text }: PlaylistText) {
  const bytes = Buffer.from(text);
  const read = async (range?: ByteRange) =>
    Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes], { objectMode: false });
  return { mimeType, text, size: bytes.length, read };
}

/**
 * Pictures from before there were widths lack these; another variant replaces them. Pages derive the address of one width from
 * that of another, which is all that some replies contain.
 */
const replacements: Record<string, string> = { w96: 'small', w192: 'small', w320: 'small', w1080: 'large' };

function findVariant({ variants, status }: FileRow, name: string) {
  // It is not scanned yet. Promises F-2.
  if (name === 'original' && status !== 'finished') return undefined;
  const own = (key: string) => (Object.hasOwn(variants, key) ? variants[key] : undefined);
  return own(name) ?? (Object.hasOwn(replacements, name) ? own(replacements[name] ?? '') : undefined);
}

/** The original of a picture or film contains its metadata and is not served. */
const isServed = (file: FileRow, variant: string): boolean =>
  variant !== 'original' || getProcessingPlan(file.type, file.kind) === 'keep';

const isBlurred = (file: FileRow, variant: string): boolean => variant === 'blurred' && hasBlurred(file.type);

async function canOpenByLink(
  file: FileRow,
  { variant, viewerId, country }: { variant: string; viewerId: string | null; country: string | null },
  { fileAccess }: OpenDeps,
): Promise<boolean> {
  if (viewerId !== null && viewerId === file.ownerId) return true;
  if (getPublicReach(file) === 'profile')
    return isServed(file, variant) && !(await fileAccess.blocksViewer(file.ownerId, viewerId, country));
  if (await fileAccess.canOpenFile(file.id, viewerId, country)) return true;
  return isBlurred(file, variant) && fileAccess.canSeePreview(file.id, viewerId, country);
}

/**
 * An address without a signature opens previews of published items, except for viewers that the creator blocks, as far as a
 * session identifies them. All callers share the cached answer for guests, so that a page of previews takes few queries.
 */
async function canOpenByAddress(
  file: FileRow,
  { variant, country, findActor }: MediaRequest,
  { fileAccess }: OpenDeps,
): Promise<boolean> {
  const reach = isServed(file, variant) ? getPublicReach(file) : null;
  const isPreview = isBlurred(file, variant);
  if (reach === null && !isPreview) return false;
  const actor = await findActor();
  if (actor?.id === file.ownerId) return true;
  const check = reach === null ? fileAccess.canSeePreview : fileAccess.canOpenFile;
  const isPublished = reach === 'profile' || (await check(file.id, null, country));
  if (isPublished && !(await fileAccess.blocksViewer(file.ownerId, actor?.id ?? null, country))) return true;
  return actor !== null && reach !== 'profile' && check(file.id, actor.id, country);
}

/** The name of a file that came without one, as `6b04….pdf`. */
const toDownloadName = ({ id, mimeType }: FileRow): string => `${id}.${mimeType.split('/')[1]}`;
