import dynamic from 'next/dynamic';
import { AudioLines, Film } from 'lucide-react';
import { useEffect } from 'react';
import { Icon } from '@/components/basic/icon';
import { PhotoSet } from '@/components/media/photo-set';
import { LazyPart } from '@/components/states/part-failed';
import { loadPreviewFrames } from '@/services/preview-frames';
import { playableUrl } from '@/lib/media-file';
import { useAppDispatch } from '@/store/hooks';
import { fileAwaited, fileLinkExpired } from '../message-slice';
import type { Message } from '../message-types';
import { filesByKind } from './message-contents';
import styles from './message-media.module.css';

/** Most messages are words: the players come with the first one that needs them. */
const AudioPlayer = dynamic(() => import('@/components/media/audio-player').then((module) => module.AudioPlayer), {
  loading: LazyPart,
});
const VideoPlayer = dynamic(() => import('@/components/media/video-player').then((module) => module.VideoPlayer), {
  loading: LazyPart,
});

interface MessageMediaProps {
  message: Message;
  mine: boolean;
  /** Just paid for: it opens out of the seal, once. */
  reveal: boolean;
}

/** What a message carries and its reader may see: pictures together, films and sounds below each other. */
export function MessageMedia({ message, mine, reveal }: MessageMediaProps) {
  const dispatch = useAppDispatch();
  const { photo, video, audio } = filesByKind(message);
  const shared = { reveal, protect: !mine };
  return (
    <div className={styles.media}>
      {photo.length > 0 && (
        <div className={styles.photos}>
          <PhotoSet pictures={picturesOf(photo)} {...shared} />
        </div>
      )}
      {video.map((file) => {
        const src = playableUrl(file);
        return src ? (
          <VideoPlayer
            key={file._id}
            src={src}
            hls={file.hls}
            onStale={() => dispatch(fileLinkExpired({ messageId: message._id, fileId: file._id }))}
            loadFrames={file.previews ? framesOf(file.previews) : undefined}
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
        const src = playableUrl(file);
        return src ? (
          <AudioPlayer
            key={file._id}
            className={styles.audio}
            src={src}
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

const framesOf = (address: string) => () => loadPreviewFrames(address);

const picturesOf = (files: Message['files']) =>
  files.map((file, index) => ({
    id: file._id,
    src: file.thumbnails?.[0] ?? playableUrl(file) ?? '',
    full: playableUrl(file) ?? file.thumbnails?.[0] ?? '',
    alt: file.alt || `Photo ${index + 1} of ${files.length}`,
    width: file.width ?? 640,
    height: file.height ?? 480,
    sources: file.sources,
    thumbHash: file.thumbHash,
  }));

/** A film or sound that cannot be played yet, or never. */
function Unready({
  messageId,
  file: { _id: fileId, status },
  kind,
}: {
  messageId: string;
  file: Message['files'][number];
  kind: 'video' | 'audio';
}) {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (status === 'processing') dispatch(fileAwaited({ messageId, fileId }));
  }, [dispatch, messageId, fileId, status]);
  return (
    <p className={styles.unready} role="status">
      <Icon of={kind === 'video' ? Film : AudioLines} />
      {status === 'processing' ? 'Processing. It will appear here by itself.' : 'This file cannot be played.'}
    </p>
  );
}
