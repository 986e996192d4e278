import type { z } from 'zod';
import type { File } from '@contract/base/common-schemas';
import type { MediaLinks } from '../../../media/media-links';
import { hasBlurred, isSetAside, mainVariant, plannedVariant, publicReach } from './processing-plan';
import type { FileRow } from './media-repository';
import { MASTER_PLAYLIST } from './playlists';

export type FileView = z.input<typeof File>;

/** Still pictures that stand for a file, smallest first. */
const stills = ['small', 'poster'] as const;
/** What a picture is made into, smallest first. */
const widths = ['w96', 'w192', 'w320', 'small', 'w1080', 'large', 'jpeg'] as const;

/**
 * A file as the wire shows it. A closed one tells its kind, measures and size and shows the blurred picture; text and every
 * address of it stay here, and so does its name, which may say what is inside: it is called after its kind. Wire contract 1.7. Promises A-6. An open one that is still in work has the address at which it will be,
 * which answers 404 until `status` says finished: clients keep what an upload replied. Wire contract 1.8.
 *
 * @param viewerId whom the links are made for; null for anybody without an account.
 * @param access.open whether this viewer may have the file itself; `isOut` whether it belongs to an item that everybody finds.
 * Until then previews have signed addresses too: browsers of the owner may have no session to send. Promises A-10.
 */
export function presentFile(
  file: FileRow,
  { viewerId, open, isOut = false }: { viewerId: string | null; open: boolean; isOut?: boolean },
  links: Pick<MediaLinks, 'sign' | 'publicUrl'>,
): FileView {
  const isOpen = open || file.isPublic;
  const shared = {
    _id: file.id,
    type: file.type,
    mimeType: servedMime(file),
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
      name: plainName(file.kind, shared.mimeType),
      url: null,
      thumbnails: blurredOf(file, links, { viewerId, isOut }),
      ...(file.kind === 'video' && { hls: null, previews: null }),
    };
  }
  const reach = publicReach(file);
  const hasPublicUrl = reach === 'item' ? isOut : reach !== null;
  const address = (variant: string) =>
    hasPublicUrl ? links.publicUrl(file.id, variant) : links.sign(file.id, variant, viewerId);
  const { captions } = file.variants;
  const main = file.status === 'processing' ? plannedVariant(file) : mainVariant(file);
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

/** A picture in each width it has, smallest first, and what is for those who cannot read WebP. */
function presentSources(file: FileRow, address: (variant: string) => string): Pick<FileView, 'sources'> {
  const found = widths.flatMap((name) => {
    const variant = file.variants[name];
    return variant ? [{ name, ...variant }] : [];
  });
  if (file.kind !== 'image' || found.length === 0) return {};
  const sources = found
    // `small` may be the same as `large`.
    .filter(({ name, width }, index) => name === 'jpeg' || width > (found[index - 1]?.width ?? 0))
    .map(({ name, width, mimeType }) => ({ url: address(name), width, mimeType }));
  return { sources };
}

/** What a file is called where its own name is not told: `photo.webp`, `video.mp4`. */
function plainName(kind: FileRow['kind'], mimeType: string): string {
  const [, subtype = ''] = mimeType.split(/[/;]/);
  return [kind === 'image' ? 'photo' : kind, endings[mimeType] ?? subtype].filter(Boolean).join('.');
}

/** Ends of names that are no part of the type. */
const endings: Record<string, string> = { 'image/jpeg': 'jpg', 'audio/mpeg': 'mp3', 'audio/mp4': 'm4a' };

/** Messages, and items that not everybody finds, show their blurred pictures to those who may see them only. Promises A-10. */
function blurredOf(
  file: FileRow,
  links: Pick<MediaLinks, 'sign' | 'publicUrl'>,
  { viewerId, isOut }: { viewerId: string | null; isOut: boolean },
): string[] {
  if (!hasBlurred(file.type) || !file.variants['blurred']) return [];
  return [isOut ? links.publicUrl(file.id, 'blurred') : links.sign(file.id, 'blurred', viewerId)];
}

function servedMime(file: FileRow): string {
  const main = mainVariant(file);
  return (main === null ? undefined : file.variants[main]?.mimeType) ?? file.mimeType;
}
