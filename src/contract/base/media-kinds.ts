import { limits } from './limits';

export type MediaKind = 'image' | 'video' | 'audio' | 'document';

interface ReadableKind {
  /** MIME types that we detect from the bytes, and other names that browsers use. No SVG or HTML: they can contain scripts. */
  types: readonly string[];
  name: string;
  formats: string;
}

/** Photo formats of phones. Safari is the only browser that displays them. */
export const heicTypes = ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'] as const;

/** Readable files: accepted by the server, offered in file dialogs, and named in error messages. */
export const readableKinds: Record<MediaKind, ReadableKind> = {
  image: {
    types: ['image/jpeg', 'image/png', 'image/apng', 'image/webp', 'image/gif', 'image/avif', ...heicTypes],
    name: 'a photo',
    formats: 'JPEG, PNG, WebP, GIF, AVIF or HEIC',
  },
  video: {
    types: [
      'video/mp4',
      'video/quicktime',
      'video/x-m4v',
      'video/webm',
      'video/x-matroska',
      'video/matroska',
      'video/vnd.avi',
      'video/x-msvideo',
      'video/avi',
    ],
    name: 'a video',
    formats: 'MP4, MOV, WebM, MKV or AVI',
  },
  audio: {
    types: [
      'audio/mpeg',
      'audio/mp4',
      'audio/x-m4a',
      'audio/aac',
      'audio/ogg',
      'audio/ogg; codecs=opus',
      'audio/wav',
      'audio/x-wav',
      'audio/flac',
      'audio/x-flac',
      'audio/webm',
    ],
    name: 'an audio file',
    formats: 'MP3, M4A, AAC, OGG, WAV or FLAC',
  },
  document: { types: ['application/pdf'], name: 'a document', formats: 'PDF' },
};

/** For example, "Choose a photo (JPEG, …) or a video (MP4, …)." */
export function adviseKinds(kinds: readonly MediaKind[]): string {
  const names = kinds.map((kind) => `${readableKinds[kind].name} (${readableKinds[kind].formats})`);
  const last = names.pop() ?? '';
  return `Choose ${names.length > 0 ? `${names.join(', ')} or ` : ''}${last}.`;
}

/**
 * @param pixels of all frames together.
 * @returns the error text for a photo with too many pixels; null if it is small enough.
 */
export function refuseMegapixels(pixels: number, frames = 1): string | null {
  if (pixels <= limits.imagePixels) return null;
  const most = `${limits.imagePixels / 1_000_000} megapixels`;
  // Rounded up, so that it never equals the limit.
  const has = `${(Math.ceil(pixels / 100_000) / 10).toLocaleString('en')} megapixels`;
  return frames > 1
    ? `The ${frames} pictures of this file have ${has} together. The limit is ${most}: save it smaller or shorter.`
    : `This photo has ${has}. The limit is ${most}: save it smaller and try again.`;
}

/** Adds the advice to choose another file, unless the reason has its own: sending the same file again would not help. */
export const withAdvice = (reason: string): string =>
  /\b(?:choose|save it) /i.test(reason) ? reason : `${reason} Choose another file.`;

export const emptyFile = 'This file is empty.';
