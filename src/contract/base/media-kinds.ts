import { limits } from './limits';

/** What files are, as far as they are shown or played. */
export type MediaKind = 'image' | 'video' | 'audio' | 'document';

interface ReadableKind {
  /** Types as the bytes tell them, and as browsers name them. SVG and HTML are not among them: they can carry scripts. */
  types: readonly string[];
  /** How a person is told. */
  name: string;
  formats: string;
}

/** What phones save. Browsers show none of it, but for Safari. */
export const heicTypes = ['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence'] as const;

/** The files that can be read: what the server takes, what file dialogs offer, what a refusal names. */
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

/** Says which files can be taken: "Choose a photo (JPEG, …) or a video (MP4, …)." */
export function adviseKinds(kinds: readonly MediaKind[]): string {
  const names = kinds.map((kind) => `${readableKinds[kind].name} (${readableKinds[kind].formats})`);
  const last = names.pop() ?? '';
  return `Choose ${names.length > 0 ? `${names.join(', ')} or ` : ''}${last}.`;
}

/**
 * Why a photo cannot be taken that has too many pixels; null when it can.
 *
 * @param pixels of all its frames together.
 */
export function refuseMegapixels(pixels: number, frames = 1): string | null {
  if (pixels <= limits.imagePixels) return null;
  const most = `${limits.imagePixels / 1_000_000} megapixels`;
  // Never rounded down to the limit itself.
  const has = `${(Math.ceil(pixels / 100_000) / 10).toLocaleString('en')} megapixels`;
  return frames > 1
    ? `The ${frames} pictures of this file have ${has} together. The limit is ${most}: save it smaller or shorter.`
    : `This photo has ${has}. The limit is ${most}: save it smaller and try again.`;
}

/** Why a file cannot be taken, and what to do: what its reason says, or to take another. Never to send what was just refused. */
export const withAdvice = (reason: string): string =>
  /\b(?:choose|save it) /i.test(reason) ? reason : `${reason} Choose another file.`;

/** What is said of a file with nothing in it. */
export const emptyFile = 'This file is empty.';
