import { Play, VolumeX } from 'lucide-react';
import { useRef, useState } from 'react';
import { cx } from '@/lib/cx';
import { formatDuration } from '@/lib/format-duration';
import { Badge } from '../basic/badge';
import { Button } from '../basic/button';
import { PlayMark } from './play-mark';
import { takeFloor } from './media-floor';
import { useVisibleAutoplay } from '../hooks/use-visible-autoplay';
import styles from './video-player.module.css';

interface VideoPlayerProps {
  src: string;
  poster?: string | null;
  /** Names the player and its buttons. */
  title: string;
  /** Of the film, in pixels. */
  width: number;
  height: number;
  /** Shown before it runs. */
  seconds?: number;
  /** Words for those who cannot hear it, when there are any. */
  captions?: { src: string; language: string; label: string };
  /** Starts muted when 60 % of it are in view. */
  autoplay?: boolean;
  /** No menu, no download: only for media the server marks as protected. */
  protect?: boolean;
  /** Just unlocked. */
  reveal?: boolean;
  /** The reader started it, with sound. */
  onStart?: () => void;
  className?: string;
}

/** A film: poster and play mark, or a muted preview with a line of progress; the browser's controls once it is started. */
export function VideoPlayer(props: VideoPlayerProps) {
  const {
    src,
    poster,
    title,
    width,
    height,
    seconds,
    captions,
    autoplay = false,
    protect,
    reveal,
    onStart,
    className,
  } = props;
  const video = useRef<HTMLVideoElement>(null);
  const scrub = useRef<HTMLSpanElement>(null);
  const [started, setStarted] = useState(false);
  const [previewing, setPreviewing] = useState(false);
  useVisibleAutoplay(video, autoplay && !started);

  const start = () => {
    const element = video.current;
    if (!element) return;
    setStarted(true);
    if (previewing) element.currentTime = 0;
    element.muted = false;
    element.controls = true;
    element.play().catch(() => undefined);
    element.focus();
    onStart?.();
  };
  const showProgress = () => {
    const element = video.current;
    if (element && scrub.current) scrub.current.style.scale = `${element.currentTime / (element.duration || 1)} 1`;
  };

  return (
    <div
      className={cx(styles.player, reveal && 'aperture', className)}
      style={{ aspectRatio: Math.min(16 / 9, Math.max(4 / 5, width / height)) }}
    >
      <video
        ref={video}
        src={src}
        poster={poster ?? undefined}
        width={width}
        height={height}
        aria-label={title}
        preload={poster ? 'none' : 'metadata'}
        muted={!started}
        loop={!started}
        playsInline
        controls={started}
        controlsList={protect ? 'nodownload' : undefined}
        disablePictureInPicture={protect}
        onContextMenu={protect ? (event) => event.preventDefault() : undefined}
        onPlay={(event) => takeFloor(event.currentTarget)}
        onPlaying={() => setPreviewing(true)}
        onPause={() => setPreviewing(false)}
        onTimeUpdate={started ? undefined : showProgress}
      >
        {captions && <track kind="captions" src={captions.src} srcLang={captions.language} label={captions.label} />}
      </video>
      {!started && (
        <>
          <button type="button" className={styles.cover} aria-label={`Play ${title}`} onClick={start}>
            {!previewing && <PlayMark icon={Play} />}
          </button>
          {seconds !== undefined && (
            <Badge tone="media" className={styles.length}>
              {formatDuration(seconds)}
            </Badge>
          )}
          {previewing && (
            <>
              <Button variant="media" size="sm" icon={VolumeX} className={styles.sound} onClick={start}>
                Play with sound
              </Button>
              <span className={styles.track} aria-hidden="true">
                <span ref={scrub} className={styles.scrub} />
              </span>
            </>
          )}
        </>
      )}
    </div>
  );
}
