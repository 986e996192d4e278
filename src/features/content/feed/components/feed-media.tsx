import dynamic from 'next/dynamic';
import { CircleAlert, Clock } from 'lucide-react';
import { useEffect, useRef, type AnimationEvent } from 'react';
import { Note } from '@/components/basic/note';
import { LazyPart } from '@/components/states/part-failed';
import { audienceOf } from '@/lib/audience';
import { playableUrl } from '@/lib/media-file';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { feedRefreshed, revealEnded, selectIsRevealed } from '../feed-slice';
import { filesOf, pendingFilesOf, picturesOf, previewOf, titleOf, type Feed, type FeedFile } from '../feed-view';
import { FeedPhotos } from './feed-photos';
import styles from './feed-media.module.css';

/** Most posts are pictures: the players come with the first post that needs them, into room that is kept for them. */
const AudioPlayer = dynamic(() => import('@/components/media/audio-player').then((module) => module.AudioPlayer), {
  loading: LazyPart,
});
const VideoPlayer = dynamic(() => import('@/components/media/video-player').then((module) => module.VideoPlayer), {
  loading: LazyPart,
});

/** Milliseconds between looks at files that still convert. */
const lookAgainMs = 8_000;
/** Milliseconds in which a link that fails is not asked for again: the file itself may be broken. */
const linkPauseMs = 30_000;

interface FeedMediaProps {
  feed: Feed;
  /** Above the fold. */
  eager?: boolean;
}

/** Pictures, films and sound of an open post. Links of media live for a while only: one that fails is fetched anew. */
export function FeedMedia({ feed, eager }: FeedMediaProps) {
  const dispatch = useAppDispatch();
  const reveal = useAppSelector(selectIsRevealed(feed._id));
  const refreshedAt = useRef(0);
  const protect = audienceOf(feed) !== 'everyone';
  const handleError = () => {
    if (Date.now() - refreshedAt.current < linkPauseMs) return;
    refreshedAt.current = Date.now();
    dispatch(feedRefreshed({ id: feed._id }));
  };
  const handleAnimationEnd = ({ animationName }: AnimationEvent) => {
    if (animationName === 'aperture') dispatch(revealEnded({ id: feed._id }));
  };
  const shared = { feed, reveal, protect };
  return (
    <div className={styles.media} onErrorCapture={handleError} onAnimationEnd={handleAnimationEnd}>
      {picturesOf(feed).length > 0 && <FeedPhotos {...shared} eager={eager} />}
      {filesOf(feed, 'video').map((file) => (
        <Film key={file._id} file={file} {...shared} />
      ))}
      {filesOf(feed, 'audio').map((file) => (
        <Sound key={file._id} file={file} {...shared} />
      ))}
      <PendingFiles feed={feed} />
    </div>
  );
}

interface FileProps {
  feed: Feed;
  file: FeedFile;
  reveal: boolean;
  protect: boolean;
}

function Film({ feed, file, reveal, protect }: FileProps) {
  const src = playableUrl(file);
  if (!src) return null;
  const [width, height] = [file.width || 1280, file.height || 720];
  return (
    <div style={{ aspectRatio: Math.min(16 / 9, Math.max(4 / 5, width / height)) }}>
      <VideoPlayer
        src={src}
        poster={file.thumbnails?.at(-1) ?? previewOf(feed)?.src}
        title={file.alt || titleOf(feed)}
        width={width}
        height={height}
        seconds={file.duration ?? undefined}
        autoplay
        protect={protect}
        reveal={reveal}
      />
    </div>
  );
}

function Sound({ feed, file, reveal, protect }: FileProps) {
  const src = playableUrl(file);
  if (!src) return null;
  return (
    <div className={styles.sound}>
      <AudioPlayer
        src={src}
        title={file.alt || titleOf(feed)}
        hideTitle={Boolean(feed.title) && !file.alt}
        seconds={file.duration ?? undefined}
        art={previewOf(feed)?.src}
        protect={protect}
        className={reveal ? 'aperture' : undefined}
      />
    </div>
  );
}

function PendingFiles({ feed }: { feed: Feed }) {
  const dispatch = useAppDispatch();
  const { processing, failed } = pendingFilesOf(feed);
  useEffect(() => {
    if (processing === 0) return undefined;
    const timer = setInterval(() => dispatch(feedRefreshed({ id: feed._id })), lookAgainMs);
    return () => clearInterval(timer);
  }, [dispatch, feed._id, processing]);
  return (
    <>
      {processing > 0 && (
        <Note icon={Clock}>
          {feed.type === 'photo' ? 'The pictures are' : 'The recording is'} being processed and will appear here by
          itself.
        </Note>
      )}
      {failed > 0 && (
        <Note icon={CircleAlert} tone="warn">
          {failed === 1 ? 'One file' : `${failed} files`} of this post could not be processed.
        </Note>
      )}
    </>
  );
}
