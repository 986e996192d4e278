/** What files are, as far as they are shown or played. */
export type MediaKind = 'image' | 'video' | 'audio' | 'document';

interface ReadableKind {
  /** Types as the bytes tell them, and as browsers name them. SVG and HTML are not among them: they can carry scripts. */
  types: readonly string[];
  /** How a person is told. */
  name: string;
  formats: string;
}

/** The files that can be read: what the server takes, what file dialogs offer, what a refusal names. */
export const readableKinds: Record<MediaKind, ReadableKind> = {
  image: {
    types: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'],
    name: 'a photo',
    formats: 'JPEG, PNG, WebP, GIF or AVIF',
  },
  video: {
    types: ['video/mp4', 'video/quicktime', 'video/x-m4v', 'video/webm', 'video/x-matroska', 'video/matroska'],
    name: 'a video',
    formats: 'MP4, MOV, WebM or MKV',
  },
  audio: {
    types: [
      ...['audio/mpeg', 'audio/mp4', 'audio/x-m4a', 'audio/aac', 'audio/ogg', 'audio/ogg; codecs=opus'],
      ...['audio/wav', 'audio/x-wav', 'audio/flac', 'audio/x-flac', 'audio/webm'],
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

/** What is said of a file with nothing in it. */
export const emptyFile = 'This file is empty.';
