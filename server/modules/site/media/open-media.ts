import { Readable } from 'node:stream';
import type { Actor } from '../../../access';
import { AppError, requireFound } from '../../../errors';
import { GUEST, type MediaLink, type MediaLinks } from '../../../media/media-links';
import { linkSeconds, type ByteRange, type LinkOptions, type MediaStore } from '../../../media/media-store';
import { hasBlurred, getProcessingPlan, getPublicReach } from './processing-plan';
import type { FileRow, MediaRepository } from './media-repository';
import { readStreamName, getLinkScope, writePlaylist, type PlaylistText } from './playlists';

export interface MediaRequest {
  fileId: string;
  variant: string;
  /** Null for a URL without a signature. */
  link: Pick<MediaLink, 'viewer' | 'expires' | 'signature'> | null;
  /** Finds the account of the request's session, if any. Called only if access depends on it. */
  findActor(): Promise<Actor | null>;
  country: string | null;
}

export interface OpenedMedia {
  mimeType: string;
  /** Bytes. */
  size: number;
  etag: string;
  /** `for ever`: by all caches. `for a moment`: only by the viewer's browser. Promises. */
  caching: 'for ever' | 'for a moment' | 'never';
  /** Set if browsers should save the file instead of showing it. */
  downloadName: string | null;
  open(range?: ByteRange): Promise<Readable>;
  /** @returns a link that opens the bytes for one to a few minutes, or null if only `open` does */
  sign(headers: Pick<LinkOptions, 'disposition' | 'cacheControl'>): Promise<string | null>;
}

/** Decides access to files that are neither public nor the viewer's own. A viewer id of null means a guest. */
export interface FileAccessChecks {
  canOpenFile(fileId: string, viewerId: string | null, country: string | null): Promise<boolean>;
  canSeePreview(fileId: string, viewerId: string | null, country: string | null): Promise<boolean>;
  /** True if the creator blocks the viewer, individually or by country. */
  blocksViewer(performerId: string, viewerId: string | null, country: string | null): Promise<boolean>;
}

interface OpenDeps {
  links: MediaLinks;
  store: MediaStore;
  repository: Pick<MediaRepository, 'find'>;
  fileAccess: FileAccessChecks;
  /** True if the web app has the same host. Browsers then send its session, so a link alone opens nothing. */
  needsSession: boolean;
}

/**
 * A valid signature is not enough: access is checked on each request, so that a viewer who has lost access gets no further
 * byte. Previews are as private as their items. Promises.
 *
 * @throws AppError ENTITY_NOT_FOUND for a file that does not exist. Without access: ENTITY_NOT_FOUND for an address without a
 * signature, FORBIDDEN for one with a signature. FORBIDDEN also for an invalid signature.
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
    // Objects that all caches may keep are best sent under their own address.
    sign: async (headers) =>
      'text' in stored || isOpenToAll
        ? null
        : store.sign(stored.key, { ...headers, mimeType: stored.mimeType, seconds: getLinkSeconds(variant, stored) }),
  };
}

const LARGE_BYTES = 10 * 1024 * 1024;

/**
 * Such a link outlives a loss of access. So it is short where a player asks here again for each segment, or the file is soon
 * sent; players and downloads of large files ask for further ranges by the link itself. Promises A-4.
 */
const getLinkSeconds = (variant: string, { size }: { size: number }): number =>
  size < LARGE_BYTES || getLinkScope(variant) === 'hls' ? linkSeconds.small : linkSeconds.large;

/** The entries of a playlist get the signature of the playlist's link. */
const toLinkQuery = ({ viewer, expires, signature }: NonNullable<MediaRequest['link']>): string =>
  `?v=${viewer}&e=${expires}&s=${signature}`;

function toStoredText({ mimeType, text }: PlaylistText) {
  const bytes = Buffer.from(text);
  const read = async (range?: ByteRange) =>
    Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes], { objectMode: false });
  return { mimeType, text, size: bytes.length, read };
}

/**
 * Older images lack these widths, so the nearest variant is served. Pages derive the URL of one width from another, because
 * some responses contain only one.
 */
const replacements: Record<string, string> = { w96: 'small', w192: 'small', w320: 'small', w1080: 'large' };

function findVariant({ variants, status }: FileRow, name: string) {
  // The original has not been scanned yet. Promises F-2.
  if (name === 'original' && status !== 'finished') return undefined;
  const own = (key: string) => (Object.hasOwn(variants, key) ? variants[key] : undefined);
  return own(name) ?? (Object.hasOwn(replacements, name) ? own(replacements[name] ?? '') : undefined);
}

/** Originals of images and videos contain metadata, so nobody gets a link to one, and no address opens one. */
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
 * Decides whether a URL without a signature opens a preview: it does if the item is published, except for viewers whom the
 * creator blocks, if a session identifies them. Checks a guest's access first, because that is cached for all, so that a page
 * of previews costs few queries.
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

/** For a file that has no name, such as `6b04….pdf`. */
const toDownloadName = ({ id, mimeType }: FileRow): string => `${id}.${mimeType.split('/')[1]}`;
