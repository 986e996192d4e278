import { formatDuration } from '@/lib/format-duration';
import { pluralise } from '@/lib/format-count';
import type { Message } from '../message-types';

type File = Message['files'][number];
export type FileKind = 'photo' | 'video' | 'audio';

/** What a file of a message is. Locked ones say only their type. */
export function kindOf(file: File, message: Pick<Message, 'type'>): FileKind {
  const said = `${file.type} ${file.mimeType ?? ''}`;
  if (said.includes('video')) return 'video';
  if (said.includes('audio')) return 'audio';
  if (said.includes('photo') || said.includes('image')) return 'photo';
  return message.type === 'video' || message.type === 'audio' ? message.type : 'photo';
}

/** The files of a message by what they are, in their order. */
export function filesByKind(message: Message): Record<FileKind, File[]> {
  const of = (kind: FileKind) => message.files.filter((file) => kindOf(file, message) === kind);
  return { photo: of('photo'), video: of('video'), audio: of('audio') };
}

/** What is in a message, exactly: `2 photos`, `Video, 0:48`, `1 photo, 2 videos`. */
export function contentsOf(message: Message): string {
  const { photo, video, audio } = filesByKind(message);
  if (message.files.length === 0) return 'Message';
  const [only] = message.files;
  if (only && message.files.length === 1 && photo.length === 0) {
    const length = only.duration ? `, ${formatDuration(only.duration)}` : '';
    return `${video.length > 0 ? 'Video' : 'Audio'}${length}`;
  }
  return [
    photo.length > 0 && pluralise(photo.length, 'photo'),
    video.length > 0 && pluralise(video.length, 'video'),
    audio.length > 0 && pluralise(audio.length, 'sound'),
  ]
    .filter(Boolean)
    .join(', ');
}
