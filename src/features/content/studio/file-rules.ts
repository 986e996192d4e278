import { limits } from '@contract/base/limits';
import { adviseKinds, readableKinds } from '@contract/base/media-kinds';
import { formatBytes } from '@/lib/format-bytes';
import { randomKey } from '@/lib/random-key';
import type { DraftFile, FileKind, FileSlot } from './draft';

/** What the file dialog offers, and what is sent; the server looks into the bytes. A `file` may be anything. */
export const acceptedTypes: Record<FileKind, readonly string[]> = {
  photo: readableKinds.image.types,
  video: readableKinds.video.types,
  audio: readableKinds.audio.types,
  file: [],
};

const advice: Record<FileKind, string> = {
  photo: adviseKinds(['image']),
  video: adviseKinds(['video']),
  audio: adviseKinds(['audio']),
  file: '',
};

const mostBytes: Record<FileKind, number> = {
  photo: limits.imageBytes,
  video: limits.videoBytes,
  audio: limits.audioBytes,
  file: limits.videoBytes,
};

/** `MP4, MOV, WebM or MKV, up to 2 GB`: what is taken, as file places say it. */
export const takenWords: Record<FileKind, string> = {
  photo: `${readableKinds.image.formats}, up to ${formatBytes(mostBytes.photo)}`,
  video: `${readableKinds.video.formats}, up to ${formatBytes(mostBytes.video)}`,
  audio: `${readableKinds.audio.formats}, up to ${formatBytes(mostBytes.audio)}`,
  file: `Any format, up to ${formatBytes(mostBytes.file)}`,
};

/** Why a file need not even be sent, in words that say what to do; null when it may go. */
export function refuseFile(file: Pick<File, 'type' | 'size'>, kind: FileKind, slot: FileSlot): string | null {
  // Some systems name no type; then the server's look decides.
  if (kind !== 'file' && file.type !== '' && !acceptedTypes[kind].includes(file.type))
    return `This file type is not supported. ${advice[kind]}`;
  const most = slot === 'teaser' ? limits.teaserBytes : mostBytes[kind];
  if (file.size > most) return `This file is too large: ${formatBytes(file.size)} of at most ${formatBytes(most)}.`;
  return file.size === 0 ? 'This file is empty.' : null;
}

/** A file that was just picked: it waits its turn, or says at once why it cannot go. */
export function toPicked(file: File, kind: FileKind, slot: FileSlot): DraftFile {
  const error = refuseFile(file, kind, slot);
  return {
    localId: randomKey(),
    kind,
    name: file.name,
    size: file.size,
    status: error ? 'failed' : 'waiting',
    progress: 0,
    secondsLeft: null,
    fileId: null,
    storedId: null,
    previewUrl: kind === 'photo' && !error ? URL.createObjectURL(file) : null,
    alt: '',
    storedAlt: '',
    error,
    canRetry: false,
  };
}
