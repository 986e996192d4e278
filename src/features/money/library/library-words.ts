import { AudioLines, Film, Image as Picture, Images, MessageCircle, ShoppingBag, Text } from 'lucide-react';
import { pluralise } from '@/lib/format-count';
import { formatDuration } from '@/lib/format-duration';
import type { Purchase, PurchaseKind } from './library-feature';

export const kindIcons = {
  text: Text,
  photo: Picture,
  video: Film,
  audio: AudioLines,
  message: MessageCircle,
  gallery: Images,
  product: ShoppingBag,
} satisfies Record<PurchaseKind, unknown>;

export const kindNames: Record<PurchaseKind, string> = {
  text: 'Text',
  photo: 'Photo',
  video: 'Video',
  audio: 'Audio',
  message: 'Message',
  gallery: 'Gallery',
  product: 'Product',
};

/** What it is, with how much of it: `14 photos`, `Video, 18:24`. */
export function contentsOf({ kind, fileCount, totalDuration }: Purchase): string {
  if (totalDuration > 0) return `${kindNames[kind]}, ${formatDuration(totalDuration)}`;
  return kind === 'photo' && fileCount > 1 ? pluralise(fileCount, 'photo') : kindNames[kind];
}
