import type { z } from 'zod';
import type { File } from '@contract/base/common-schemas';
import type { MediaLinks } from '../../../media/media-links';
import { hasBlurred, isSetAside, findMainVariant, findPlannedVariant, getPublicReach } from './processing-plan';
import type { FileRow } from './media-repository';
import { MASTER_PLAYLIST } from './playlists';

export type FileView = z.input<typeof File>;

/** Smallest first. */
const stills = ['small', 'poster'] as const;
/** Smallest first. */
const widths = ['w96', 'w192', 'w320', 'small', 'w1080', 'large', 'jpeg'] as const;

/**
 * The wire's File. A locked file shows its kind, measures, size and blurred preview, but no alt text, other URL or name, which
 * could reveal its content (wire contract 1.7, Promises A-6). An open file that is still processing already has its final URL,
 * which returns 404 until `status` is finished: clients store the response to an upload (wire contract 1.8).
 *
 * @param viewerId account for which the links are signed; null for a guest
 * @param access.open whether the viewer can open the file itself
 * @param access.isPublished whether the file belongs to a published item. If not, its previews have signed URLs too, because
 * the owner's browser sends no session if the web app has another host. Promises A-10
 */
export function presentFile(
  file: FileRow,
  { viewerId, open, isPublished = false }: { viewerId: string | null; open: boolean; isPublished?: boolean },
  links: Pick<MediaLinks, 'sign' | 'publicUrl'>,
): FileView {
  const isOpen = open || file.isPublic;
  const shared = {
    _id: file.id,
    type: file.type,
    mimeType: getServedMime(file),
    server: 'diskStorage',
    size: file.size,
    width: file.width,
    height: file.height,
    duration: file.duration,
    status: file.status,
    createdAt: file.createdAt.toISOString(),
    updatedAt: file.updatedAt.toISOString(),
  };
  if (!isOpen) {
    return {
      ...shared,
      name: toPlainName(file.kind, shared.mimeType),
      url: null,
      thumbnails: listBlurred(file, links, { viewerId, isPublished }),
      ...(file.kind === 'video' && { hls: null, previews: null }),
    };
  }
  const reach = getPublicReach(file);
  const hasPublicUrl = reach === 'item' ? isPublished : reach !== null;
  const address = (variant: string) =>
    hasPublicUrl ? links.publicUrl(file.id, variant) : links.sign(file.id, variant, viewerId);
  const { captions } = file.variants;
  const main = file.status === 'processing' ? findPlannedVariant(file) : findMainVariant(file);
  return {
    ...shared,
    name: file.name,
    alt: file.alt,
    url: main === null ? null : address(main),
    thumbnails: stills.filter((name) => file.variants[name]).map(address),
    ...presentSources(file, address),
    ...(file.status === 'error' && viewerId === file.ownerId && { failure: file.failure, canRetry: isSetAside(file) }),
    ...(file.kind === 'video' && {
      hls: file.ladder ? address(MASTER_PLAYLIST) : null,
      previews: file.previews ? address('previews') : null,
    }),
    ...(captions && { captions: { url: address('captions'), language: captions.language ?? '' } }),
    ...(file.thumbHash !== null && { thumbHash: file.thumbHash }),
    ...(file.waveform !== null && { waveform: file.waveform }),
  };
}

/** Smallest first, and a JPEG for clients without WebP. */
function presentSources(file: FileRow, address: (variant: string) => string): Pick<FileView, 'sources'> {
  const found = widths.flatMap((name) => {
    const variant = file.variants[name];
    return variant ? [{ name, ...variant }] : [];
  });
  if (file.kind !== 'image' || found.length === 0) return {};
  const sources = found
    // Leaves out equal sizes: `small` and `large` of a small image are the same.
    .filter(({ name, width }, index) => name === 'jpeg' || width > (found[index - 1]?.width ?? 0))
    .map(({ name, width, mimeType }) => ({ url: address(name), width, mimeType }));
  return { sources };
}

/** A neutral name for a locked file, such as `photo.webp` or `video.mp4`. */
function toPlainName(kind: FileRow['kind'], mimeType: string): string {
  const [, subtype = ''] = mimeType.split(/[/;]/);
  return [kind === 'image' ? 'photo' : kind, extensions[mimeType] ?? subtype].filter(Boolean).join('.');
}

const extensions: Record<string, string> = { 'image/jpeg': 'jpg', 'audio/mpeg': 'mp3', 'audio/mp4': 'm4a' };

/** Blurred images in messages and unpublished items need a signed URL. Promises A-10. */
function listBlurred(
  file: FileRow,
  links: Pick<MediaLinks, 'sign' | 'publicUrl'>,
  { viewerId, isPublished }: { viewerId: string | null; isPublished: boolean },
): string[] {
  if (!hasBlurred(file.type) || !file.variants['blurred']) return [];
  return [isPublished ? links.publicUrl(file.id, 'blurred') : links.sign(file.id, 'blurred', viewerId)];
}

function getServedMime(file: FileRow): string {
  const main = findMainVariant(file);
  return (main === null ? undefined : file.variants[main]?.mimeType) ?? file.mimeType;
}
