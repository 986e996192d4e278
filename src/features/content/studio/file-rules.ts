import { limits } from '@contract/base/limits';
import { adviseKinds, emptyFile, readableKinds, refuseMegapixels } from '@contract/base/media-kinds';
import { formatBytes } from '@/lib/format-bytes';
import { isHeic } from '@/lib/heic';
import { createRandomKey } from '@/lib/random-key';
import { SIGNATURE_BYTES, detectFileType } from '@/lib/detect-file-type';
import { selectHasExtension } from '@/store/backend';
import { newFile, type DraftFile, type FileKind, type FileSlot } from './draft';
import { UPLOAD_START } from './upload-step';

const getMedia = { photo: 'image', video: 'video', audio: 'audio' } as const;

/** Whether the backend detects file types from the content, and supports exactly the types that we list. */
export const selectHasReadableKinds = selectHasExtension('readableKinds');

/** Types for the file dialog. Those that other backends read are unknown. A `file` can have any format. */
export function acceptedTypes(kind: FileKind, knowsKinds: boolean): readonly string[] {
  if (kind === 'file') return [];
  return knowsKinds ? readableKinds[getMedia[kind]].types : [`${getMedia[kind]}/*`];
}

function getUnsupportedText(kind: Exclude<FileKind, 'file'>, knowsKinds: boolean): string {
  const media = getMedia[kind];
  const advice = knowsKinds ? adviseKinds([media]) : `Choose ${readableKinds[media].name}.`;
  return `This file type is not supported. ${advice}`;
}

const MAX_BYTES: Record<FileKind, number> = {
  photo: limits.imageBytes,
  video: limits.videoBytes,
  audio: limits.audioBytes,
  file: limits.videoBytes,
};

export const ACCEPTED_TEXTS: Record<FileKind, string> = {
  photo: `${readableKinds.image.formats}, up to ${formatBytes(MAX_BYTES.photo)}`,
  video: `${readableKinds.video.formats}, up to ${formatBytes(MAX_BYTES.video)}`,
  audio: `${readableKinds.audio.formats}, up to ${formatBytes(MAX_BYTES.audio)}`,
  file: `Any format, up to ${formatBytes(MAX_BYTES.file)}`,
};

export function getFileError(
  file: Pick<File, 'type' | 'size'>,
  kind: FileKind,
  slot: FileSlot,
  knowsKinds: boolean,
): string | null {
  // If the system reports no type, the content is checked later. Other backends may support more types than our list.
  if (kind !== 'file' && knowsKinds && file.type !== '' && !acceptedTypes(kind, knowsKinds).includes(file.type))
    return getUnsupportedText(kind, knowsKinds);
  const most = slot === 'teaser' ? limits.teaserBytes : MAX_BYTES[kind];
  if (file.size > most) return `This file is too large: ${formatBytes(file.size)} of at most ${formatBytes(most)}.`;
  return file.size === 0 ? emptyFile : null;
}

/** Checks the content, regardless of the name. No backend accepts texts, archives or programs, or a picture as a video. */
export async function getContentError(file: Blob, kind: FileKind, knowsKinds: boolean): Promise<string | null> {
  if (kind === 'file') return null;
  // If the file can no longer be read, the upload fails with its own error.
  const head = await file
    .slice(0, SIGNATURE_BYTES)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const type = detectFileType(new Uint8Array(head));
  const refused = type === null ? null : getTypeError(type, kind, knowsKinds);
  // The dimensions in the header of a GIF are not reliable.
  if (refused || kind !== 'photo' || !knowsKinds || type === 'image/gif') return refused;
  return refuseMegapixels(await countPixels(file));
}

function getTypeError(type: string, kind: Exclude<FileKind, 'file'>, knowsKinds: boolean): string | null {
  const [group = ''] = type.split('/');
  const isOther = ['text', 'application'].includes(group) || (group === 'image') !== (kind === 'photo');
  const isRefused = knowsKinds ? !acceptedTypes(kind, knowsKinds).includes(type) : isOther;
  return isRefused ? getUnsupportedText(kind, knowsKinds) : null;
}

/** Bytes at the start of a photo that contain its dimensions, even after large camera metadata. */
const SIZE_BYTES = 512 * 1024;

/** Number of pixels by the header of a photo; 0 if unknown, so that only photos known to be too large are rejected. */
async function countPixels(file: Blob): Promise<number> {
  try {
    const { imageSize } = await import('image-size');
    const { width, height } = imageSize(new Uint8Array(await file.slice(0, SIZE_BYTES).arrayBuffer()));
    return width * height;
  } catch {
    return 0;
  }
}

export function toPicked(file: File, kind: FileKind, slot: FileSlot, knowsKinds: boolean): DraftFile {
  const error = getFileError(file, kind, slot, knowsKinds);
  return {
    ...newFile,
    localId: createRandomKey(),
    kind,
    name: file.name,
    size: file.size,
    upload: error
      ? { step: 'failed', reason: error, canRetry: false, fileId: null, ...UPLOAD_START }
      : { step: 'queued', ...UPLOAD_START },
    // Most browsers cannot show HEIC, so there is no preview until the server has converted it.
    previewUrl: kind === 'photo' && !error && !isHeic(file) ? URL.createObjectURL(file) : null,
  };
}
