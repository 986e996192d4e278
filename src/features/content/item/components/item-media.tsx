import dynamic from 'next/dynamic';
import { CircleAlert, Clock } from 'lucide-react';
import { useEffect, useRef, type AnimationEvent } from 'react';
import { PhotoSet } from '@/components/media/photo-set';
import { Note } from '@/components/basic/note';
import { LazyPart } from '@/components/states/part-failed';
import { getNoun } from '@/config/item-names';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { getAudience } from '@/lib/audience';
import { getPlayableUrl } from '@/lib/media-file';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { getKey } from '../item-kinds';
import { itemRefreshed, revealEnded } from '../item-slice';
import { selectIsRevealed } from '../item-state';
import { useRemoval } from '../use-removal';
import { getFiles, isBeingProcessed, getPictures, getPreview, getTitle, type Item } from '../item-view';
import type { FileProps } from './item-film';
import styles from './item.module.css';

/** Loaded on demand, with space reserved for them: most posts only have pictures. */
const AudioPlayer = dynamic(() => import('@/components/media/audio-player').then((module) => module.AudioPlayer), {
  loading: LazyPart,
});
const Film = dynamic(() => import('./item-film').then((module) => module.ItemFilm), { loading: LazyPart });

const POLL_INTERVAL_MS = 8_000;
/** If a link fails again within this time, it is not renewed: the file itself may be broken. */
const LINK_PAUSE_MS = 30_000;

interface ItemMediaProps {
  item: Item;
  eager?: boolean;
}

/** Media links expire: when one fails, the item is fetched again. */
export function ItemMedia({ item, eager }: ItemMediaProps) {
  const dispatch = useAppDispatch();
  const key = getKey(item);
  const reveal = useAppSelector(selectIsRevealed(key));
  const toRemovalItem = useRemoval();
  const refreshedAt = useRef(0);
  const protect = getAudience(item) !== 'everyone';
  const handleError = () => {
    if (Date.now() - refreshedAt.current < LINK_PAUSE_MS) return;
    refreshedAt.current = Date.now();
    dispatch(itemRefreshed({ key }));
  };
  const handleAnimationEnd = ({ animationName }: AnimationEvent) => {
    if (animationName === 'aperture') dispatch(revealEnded({ key }));
  };
  const pictures = getPictures(item).map((picture) => {
    const { sources, thumbHash } = item.files.find(({ _id }) => _id === picture.id) ?? {};
    return { ...picture, sources, thumbHash };
  });
  const getLink = (index: number) => {
    const photoId = item.files.find(({ _id }) => _id === pictures[index]?.id)?.photoId;
    return toRemovalItem && (photoId ? toRemovalItem('photo', photoId) : toRemovalItem(item.kind, item._id, item));
  };
  const shared = { item, reveal, protect, onStale: handleError };
  return (
    <div className={styles.media} onErrorCapture={handleError} onAnimationEnd={handleAnimationEnd}>
      {pictures.length > 0 && (
        <PhotoSet pictures={pictures} reveal={reveal} protect={protect} eager={eager} getLink={getLink} />
      )}
      {getFiles(item, 'video')
        .filter(getPlayableUrl)
        .map((file) => (
          <Film key={file._id} file={file} {...shared} />
        ))}
      {getFiles(item, 'audio').map((file) => (
        <Sound key={file._id} file={file} {...shared} />
      ))}
      <PendingFiles item={item} />
    </div>
  );
}

function Sound({ item, file, reveal, protect }: FileProps) {
  const src = getPlayableUrl(file);
  if (!src) return null;
  return (
    <div className={styles.sound}>
      <AudioPlayer
        src={src}
        title={file.alt || getTitle(item)}
        hideTitle={Boolean(item.title) && !file.alt}
        seconds={file.duration ?? undefined}
        waveform={file.waveform}
        art={getPreview(item)?.src}
        protect={protect}
        className={reveal ? 'aperture' : undefined}
      />
    </div>
  );
}

export function usePolledItem(item: Item, isProcessing: boolean): void {
  const dispatch = useAppDispatch();
  const key = getKey(item);
  useEffect(() => {
    if (!isProcessing) return undefined;
    const timer = setInterval(() => dispatch(itemRefreshed({ key })), POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [dispatch, key, isProcessing]);
}

function PendingFiles({ item }: { item: Item }) {
  const viewer = useAppSelector(selectCurrentUser);
  const isBuyer = item.isBought && item.isSale && viewer?._id !== item.performer._id;
  const countFiles = (status: string) => item.files.filter((file) => file.status === status).length;
  const processing = isBeingProcessed(item) ? 1 : 0;
  const failed = countFiles('error');
  usePolledItem(item, processing > 0);
  return (
    <>
      {processing > 0 && (
        <Note icon={Clock}>
          {item.type === 'photo' ? 'The pictures are' : 'The recording is'} being processed and will appear here by
          itself.
        </Note>
      )}
      {failed > 0 && (
        <Note icon={CircleAlert} tone="warn">
          {failed === 1 ? 'One file' : `${failed} files`} of this {getNoun(item.kind)}{' '}
          {isBuyer
            ? `can’t be opened. If ${item.performer.name} doesn’t replace it, you get your money back.`
            : 'could not be processed.'}{' '}
          {item.files.find((file) => file.failure)?.failure}
        </Note>
      )}
    </>
  );
}
