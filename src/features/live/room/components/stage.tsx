import { Eye, Maximize, PictureInPicture2, Volume2, VolumeX, X } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { IconButton } from '@/components/basic/icon-button';
import { useSecondsSince } from '@/components/hooks/use-seconds';
import { formatShortCount, pluralise } from '@/lib/format-count';
import { formatDuration } from '@/lib/format-duration';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { pictureWanted, soundSwitched } from '../room-slice';
import { selectPicture, type RoomPlace } from '../room-state';
import { StageNotice } from './stage-notice';
import { canShowAside, setSound, toggleAside, toggleFullscreen } from './stage-screen';
import styles from './stage.module.css';

interface StageProps {
  name: string;
  poster?: string | null | undefined;
  /** Null while there is nothing to watch; `overlay` then shows what the viewer can do. */
  place: RoomPlace | null;
  label: string;
  isPrivate?: boolean;
  viewers?: number;
  startedAt?: string | null | undefined;
  hostAwaySince?: string | null | undefined;
  onLeave: () => void;
  onViewers?: (() => void) | undefined;
  unplayable?: ReactNode;
  /** Shown instead of the picture until the viewer has access. */
  overlay?: ReactNode;
}

/** The video of a show. Starts muted, because browsers block autoplay with sound. */
export function Stage({ name, poster, place, label, isPrivate, overlay, unplayable, onLeave, ...about }: StageProps) {
  const box = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const { isDelayed, state } = useAppSelector(selectPicture);
  const hasControls = !overlay && state !== 'unplayable' && state !== 'replaced';
  useWantedPicture(video, place);
  return (
    <div ref={box} className={styles.stage}>
      <video
        ref={video}
        className={styles.video}
        playsInline
        autoPlay
        muted
        poster={poster || undefined}
        aria-label={`${name}, live`}
      />
      {overlay ?? (
        <StageNotice name={name} hostAwaySince={about.hostAwaySince} unplayable={unplayable} onLeave={onLeave} />
      )}
      <div className={styles.topLeft}>
        <Badge tone={isPrivate ? 'media' : 'live'}>{label}</Badge>
        <ViewerCount viewers={about.viewers} onViewers={about.onViewers} />
        <RunningTime startedAt={about.startedAt} />
        {isDelayed && hasControls && <Badge tone="media">Some seconds behind</Badge>}
      </div>
      <div className={styles.topRight}>
        <IconButton icon={X} variant="media" size="sm" label="Leave" onClick={onLeave} className={styles.phoneOnly} />
      </div>
      {hasControls && (
        <>
          <div className={styles.bottomLeft}>
            <SoundButton video={video} />
          </div>
          <div className={styles.bottomRight}>
            <ScreenButtons box={box} video={video} />
          </div>
        </>
      )}
    </div>
  );
}

function useWantedPicture(video: RefObject<HTMLVideoElement | null>, place: RoomPlace | null): void {
  const dispatch = useAppDispatch();
  const { streamId = '', sessionId = '' } = place ?? {};
  useEffect(() => {
    const element = video.current;
    if (!element || streamId === '') return undefined;
    dispatch(pictureWanted({ video: element, streamId, sessionId }));
    return () => {
      dispatch(pictureWanted(null));
      element.srcObject = null;
      element.removeAttribute('src');
    };
  }, [dispatch, video, streamId, sessionId]);
}

function ViewerCount({ viewers, onViewers }: Pick<StageProps, 'viewers' | 'onViewers'>) {
  if (viewers === undefined) return null;
  const count = (
    <>
      <span aria-hidden="true">{formatShortCount(viewers)}</span>
      <span className="sr">{pluralise(viewers, 'viewer')}</span>
    </>
  );
  if (!onViewers)
    return (
      <Badge tone="media" icon={Eye}>
        {count}
      </Badge>
    );
  return (
    <button type="button" className={styles.count} onClick={onViewers}>
      <Badge tone="media" icon={Eye}>
        {count}
      </Badge>
    </button>
  );
}

function RunningTime({ startedAt }: Pick<StageProps, 'startedAt'>) {
  const seconds = useSecondsSince(startedAt);
  if (!startedAt || seconds === 0) return null;
  return (
    <Badge tone="media" className="num not-phone">
      {formatDuration(seconds)}
    </Badge>
  );
}

function SoundButton({ video }: { video: RefObject<HTMLVideoElement | null> }) {
  const dispatch = useAppDispatch();
  const [isMuted, setIsMuted] = useState(true);
  useEffect(() => {
    const element = video.current;
    if (!element) return undefined;
    const read = () => setIsMuted(element.muted);
    element.addEventListener('volumechange', read);
    return () => element.removeEventListener('volumechange', read);
  }, [video]);
  const switchSound = () => {
    const element = video.current;
    if (!element) return;
    setSound(element, !isMuted);
    setIsMuted(!isMuted);
    dispatch(soundSwitched({ isMuted: !isMuted }));
  };
  if (isMuted)
    return (
      <Button variant="media" size="sm" icon={VolumeX} onClick={switchSound}>
        Tap for sound
      </Button>
    );
  return <IconButton variant="media" size="sm" icon={Volume2} label="Mute" onClick={switchSound} />;
}

interface ScreenButtonsProps {
  box: RefObject<HTMLDivElement | null>;
  video: RefObject<HTMLVideoElement | null>;
}

function ScreenButtons({ box, video }: ScreenButtonsProps) {
  const [hasAside, setHasAside] = useState(false);
  useEffect(() => setHasAside(canShowAside()), []);
  return (
    <>
      {hasAside && (
        <IconButton
          variant="media"
          size="sm"
          icon={PictureInPicture2}
          label="Picture in picture"
          onClick={() => toggleAside(video.current)}
        />
      )}
      <IconButton
        variant="media"
        size="sm"
        icon={Maximize}
        label="Full screen"
        onClick={() => toggleFullscreen(box.current, video.current)}
      />
    </>
  );
}
