import dynamic from 'next/dynamic';
import { AudioLines, Film } from 'lucide-react';
import { useEffect } from 'react';
import { Icon } from '@/components/basic/icon';
import { PhotoSet } from '@/components/media/photo-set';
import { LazyPart } from '@/components/states/part-failed';
import { pluralise } from '@/lib/format-count';
import { formatDuration } from '@/lib/format-duration';
import { getPlayableUrl } from '@/lib/media-file';
import { loadPreviewFrames } from '@/services/preview-frames';
import { useAppDispatch } from '@/store/hooks';
import { processingFileViewed, fileLinkExpired } from '../message-slice';
import type { Message } from '../message-state';
import styles from './message-media.module.css';

/** Loaded on demand, because most messages are only text. */
const AudioPlayer = dynamic(() => import('@/components/media/audio-player').then((module) => module.AudioPlayer), {
  loading: LazyPart,
});
const VideoPlayer = dynamic(() => import('@/components/media/video-player').then((module) => module.VideoPlayer), {
  loading: LazyPart,
});

interface MessageMediaProps {
  message: Message;
  mine: boolean;
  reveal: boolean;
}

export function MessageMedia({ message, mine, reveal }: MessageMediaProps) {
  const dispatch = useAppDispatch();
  const { photo, video, audio } = groupFilesByKind(message);
  const shared = { reveal, protect: !mine };
  const renew = ({ _id: fileId }: File) => dispatch(fileLinkExpired({ messageId: message._id, fileId }));
  return (
    <div className={styles.media}>
      {photo.length > 0 && (
        <div className={styles.photos} onErrorCapture={() => photo.forEach(renew)}>
          <PhotoSet pictures={getPictures(photo)} {...shared} />
        </div>
      )}
      {video.map((file) => {
        const src = getPlayableUrl(file);
        return src ? (
          <VideoPlayer
            key={file._id}
            src={src}
            hls={file.hls}
            onStale={() => renew(file)}
            loadFrames={file.previews ? getFrames(file.previews) : undefined}
            poster={file.thumbnails?.[0]}
            title={file.alt || 'Video message'}
            width={file.width ?? 1280}
            height={file.height ?? 720}
            seconds={file.duration ?? undefined}
            {...shared}
          />
        ) : (
          <Unready key={file._id} messageId={message._id} file={file} kind="video" />
        );
      })}
      {audio.map((file) => {
        const src = getPlayableUrl(file);
        return src ? (
          <AudioPlayer
            key={file._id}
            className={styles.audio}
            src={src}
            onStale={() => renew(file)}
            title={file.alt || 'Audio message'}
            seconds={file.duration ?? undefined}
            waveform={file.waveform}
            protect={!mine}
          />
        ) : (
          <Unready key={file._id} messageId={message._id} file={file} kind="audio" />
        );
      })}
    </div>
  );
}

const getFrames = (address: string) => () => loadPreviewFrames(address);

const getPictures = (files: Message['files']) =>
  files.map((file) => ({
    id: file._id,
    src: file.thumbnails?.[0] ?? getPlayableUrl(file) ?? '',
    full: getPlayableUrl(file) ?? file.thumbnails?.[0] ?? '',
    alt: file.alt || '',
    width: file.width ?? 640,
    height: file.height ?? 480,
    sources: file.sources,
    thumbHash: file.thumbHash,
  }));

function Unready({ messageId, file, kind }: { messageId: string; file: File; kind: FileKind }) {
  const dispatch = useAppDispatch();
  const { _id: fileId, status } = file;
  useEffect(() => {
    if (status === 'processing') dispatch(processingFileViewed({ messageId, fileId }));
  }, [dispatch, messageId, fileId, status]);
  return (
    <p className={styles.unready} role="status">
      <Icon of={kind === 'video' ? Film : AudioLines} />
      {status === 'processing' ? 'Processing. It will appear here by itself.' : 'This file cannot be played.'}
    </p>
  );
}

type File = Message['files'][number];
export type FileKind = 'photo' | 'video' | 'audio';

/** A locked file has a type but no `mimeType`. */
export function getKind(file: File, message: Pick<Message, 'type'>): FileKind {
  const said = `${file.type} ${file.mimeType ?? ''}`;
  if (said.includes('video')) return 'video';
  if (said.includes('audio')) return 'audio';
  if (said.includes('photo') || said.includes('image')) return 'photo';
  return message.type === 'video' || message.type === 'audio' ? message.type : 'photo';
}

function groupFilesByKind(message: Message): Record<FileKind, File[]> {
  const filterByKind = (kind: FileKind) => message.files.filter((file) => getKind(file, message) === kind);
  return { photo: filterByKind('photo'), video: filterByKind('video'), audio: filterByKind('audio') };
}

/** `2 photos`, `Video, 0:48`, `1 photo, 2 videos`. */
export function getContents(message: Message): string {
  const { photo, video, audio } = groupFilesByKind(message);
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
