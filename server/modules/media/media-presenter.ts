import type { z } from 'zod';
import type { File } from '@contract/common-schemas';
import type { MediaLinks } from '../../media/media-links';
import { hasBlurred, mainVariant } from './file-plan';
import type { FileRow } from './media-repository';

export type FileView = z.input<typeof File>;

export interface PresentFor {
  /** Whom the links are made for; null for anybody without an account. */
  viewerId: string | null;
  /** Whether this viewer may have the file itself. */
  open: boolean;
}

/** Still pictures that stand for a file, smallest first. */
const stills = ['small', 'poster'] as const;

/**
 * A file as the wire shows it. A closed one tells its kind and measures and shows the blurred picture; its name, text and
 * every address of it stay here. Promises A-6.
 */
export function presentFile(
  file: FileRow,
  { viewerId, open }: PresentFor,
  links: Pick<MediaLinks, 'sign' | 'publicUrl'>,
): FileView {
  const isOpen = open || file.isPublic;
  const shared = {
    _id: file.id,
    type: file.type,
    mimeType: servedMime(file),
    server: 'diskStorage',
    width: file.width,
    height: file.height,
    duration: file.duration,
    status: file.status,
    createdAt: file.createdAt.toISOString(),
    updatedAt: file.updatedAt.toISOString(),
  };
  if (!isOpen) return { ...shared, url: null, thumbnails: blurredOf(file, links) };
  const address = (variant: string) =>
    file.isPublic ? links.publicUrl(file.id, variant) : links.sign(file.id, variant, viewerId);
  const main = mainVariant(file);
  return {
    ...shared,
    name: file.name,
    alt: file.alt,
    size: file.size,
    url: main === null ? null : address(main),
    thumbnails: stills.filter((name) => file.variants[name]).map(address),
  };
}

/** Address of one variant of a public file; empty when it has none, as the wire wants it for avatars. */
export function presentPublicUrl(file: FileRow | null | undefined, variant: string, links: MediaLinks): string {
  return file?.isPublic && file.variants[variant] ? links.publicUrl(file.id, variant) : '';
}

const blurredOf = (file: FileRow, links: Pick<MediaLinks, 'publicUrl'>) =>
  hasBlurred(file.type) && file.variants['blurred'] ? [links.publicUrl(file.id, 'blurred')] : [];

function servedMime(file: FileRow): string {
  const main = mainVariant(file);
  return (main === null ? undefined : file.variants[main]?.mimeType) ?? file.mimeType;
}
