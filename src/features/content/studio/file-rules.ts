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

/** Whether the backend is known to tell files by their bytes, and to take the kinds that we name and no others. */
export const selectHasReadableKinds = selectHasExtension('readableKinds');

/** What the file dialog offers. Which pictures or films another backend reads, nobody knows. A `file` may be anything. */
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

/** `MP4, MOV, WebM, MKV or AVI, up to 2 GB` */
export const ACCEPTED_TEXTS: Record<FileKind, string> = {
  photo: `${readableKinds.image.formats}, up to ${formatBytes(MAX_BYTES.photo)}`,
  video: `${readableKinds.video.formats}, up to ${formatBytes(MAX_BYTES.video)}`,
  audio: `${readableKinds.audio.formats}, up to ${formatBytes(MAX_BYTES.audio)}`,
  file: `Any format, up to ${formatBytes(MAX_BYTES.file)}`,
};

/** Why a file need not even be sent, in words that say what to do; null when it may go. */
export function getFileError(
  file: Pick<File, 'type' | 'size'>,
  kind: FileKind,
  slot: FileSlot,
  knowsKinds: boolean,
): string | null {
  // Some systems name no type; then the bytes decide. Other backends may take more than our list.
  if (kind !== 'file' && knowsKinds && file.type !== '' && !acceptedTypes(kind, knowsKinds).includes(file.type))
    return getUnsupportedText(kind, knowsKinds);
  const most = slot === 'teaser' ? limits.teaserBytes : MAX_BYTES[kind];
  if (file.size > most) return `This file is too large: ${formatBytes(file.size)} of at most ${formatBytes(most)}.`;
  return file.size === 0 ? emptyFile : null;
}

/**
 * The same by what is in it, whatever it is called: what the backend would refuse once it had seen it. No backend makes anything of
 * texts, archives and programs, nor a film of a picture; whatever else another one reads is its own affair.
 */
export async function getContentError(file: Blob, kind: FileKind, knowsKinds: boolean): Promise<string | null> {
  if (kind === 'file') return null;
  // One that cannot be read any more fails when it is sent, in words for that.
  const head = await file
    .slice(0, SIGNATURE_BYTES)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0));
  const type = detectFileType(new Uint8Array(head));
  const refused = type === null ? null : getTypeError(type, kind, knowsKinds);
  // What a GIF says of its size is not to be relied on.
  if (refused || kind !== 'photo' || !knowsKinds || type === 'image/gif') return refused;
  return refuseMegapixels(await countPixels(file));
}

function getTypeError(type: string, kind: Exclude<FileKind, 'file'>, knowsKinds: boolean): string | null {
  const [group = ''] = type.split('/');
  const isOther = ['text', 'application'].includes(group) || (group === 'image') !== (kind === 'photo');
  const isRefused = knowsKinds ? !acceptedTypes(kind, knowsKinds).includes(type) : isOther;
  return isRefused ? getUnsupportedText(kind, knowsKinds) : null;
}

/** Bytes of a photo's beginning in which its size stands, behind what a camera notes. */
const SIZE_BYTES = 512 * 1024;

/** Pixels as the head of a photo tells; 0 when it does not. Only what is surely too large need not be sent. */
async function countPixels(file: Blob): Promise<number> {
  try {
    const { imageSize } = await import('image-size');
    const { width, height } = imageSize(new Uint8Array(await file.slice(0, SIZE_BYTES).arrayBuffer()));
    return width * height;
  } catch {
    return 0;
  }
}

/** A file that was just picked: queued, or failed if it cannot go. */
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
    // Others are shown once the server has made them into something that browsers read.
    previewUrl: kind === 'photo' && !error && !isHeic(file) ? URL.createObjectURL(file) : null,
  };
}
