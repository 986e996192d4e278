import { Play, VolumeX } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { cx } from '@/lib/cx';
import { formatDuration } from '@/lib/format-duration';
import { getLanguageName } from '@/lib/display-name';
import { Badge } from '../basic/badge';
import { Button } from '../basic/button';
import { PlayMark } from './play-mark';
import { MediaFailed } from './media-failed';
import { pauseOthers } from './exclusive-playback';
import { PlayerControls } from './player-controls';
import type { PreviewFrame } from './seek-line';
import { useVideoSource, type VideoSource } from './use-film';
import { useVisibleAutoplay } from '../hooks/use-visible-autoplay';
import styles from './video-player.module.css';

/** Playback does not resume at a position this close to either end. */
const RESUME_MARGIN_SECONDS = 10;
const SAVE_INTERVAL_SECONDS = 5;

interface FilmCaptions {
  /** BCP 47. */
  language: string;
  /** Called when the video starts. @returns a blob URL, which the player revokes */
  load: () => Promise<string | undefined>;
}

interface VideoPlayerProps extends VideoSource {
  poster?: string | null;
  title: string;
  /** Size of the file in pixels. */
  width: number;
  height: number;
  /** Duration to show before playback. */
  seconds?: number;
  captions?: FilmCaptions;
  /** Loads the preview frames of the seek line when the video starts. */
  loadFrames?: () => Promise<PreviewFrame[]>;
  /** Reads and writes the saved position, in seconds. */
  resume?: { read(): number; write(seconds: number): void };
  autoplay?: boolean;
  /** Disables menu and download: only for media that the server marks as protected. */
  protect?: boolean;
  /** True right after unlocking: plays an animation once. */
  reveal?: boolean;
  className?: string;
}

/** Shows the poster or a muted preview until the video is started, then our own controls. */
export function VideoPlayer(props: VideoPlayerProps) {
  const { poster, title, width, height, seconds, captions, loadFrames, resume } = props;
  const { autoplay = false, protect, reveal, className } = props;
  const box = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const scrub = useRef<HTMLSpanElement>(null);
  const savedAt = useRef(0);
  const [started, setStarted] = useState(false);
  const [previewing, setPreviewing] = useState(false);
  const film = useVideoSource(video, props, started);
  const words = useCaptions(captions, started);
  useVisibleAutoplay(video, autoplay && !started);

  const start = () => {
    const element = video.current;
    if (!element) return;
    setStarted(true);
    element.muted = false;
    seekToSaved(element);
    element.play().catch(() => undefined);
    box.current?.focus();
  };
  const seekToSaved = (element: HTMLVideoElement) => {
    const at = resume?.read() ?? 0;
    const end = element.duration || seconds || Infinity;
    element.currentTime = at > RESUME_MARGIN_SECONDS && at < end - RESUME_MARGIN_SECONDS ? at : 0;
  };
  const savePosition = (element: HTMLVideoElement) => {
    // The source was just removed, so the position is not valid.
    if (element.readyState === 0) return;
    savedAt.current = element.currentTime;
    resume?.write(element.ended ? 0 : element.currentTime);
  };
  const handleTime = (element: HTMLVideoElement) => {
    if (started) {
      if (Math.abs(element.currentTime - savedAt.current) >= SAVE_INTERVAL_SECONDS) savePosition(element);
    } else if (scrub.current) scrub.current.style.scale = `${element.currentTime / (element.duration || 1)} 1`;
  };

  return (
    <div
      ref={box}
      className={cx(styles.player, started && styles.started, reveal && 'aperture', className)}
      style={{ aspectRatio: Math.min(16 / 9, Math.max(4 / 5, width / height)) }}
      tabIndex={-1}
    >
      <video
        ref={video}
        src={film.src}
        poster={poster ?? undefined}
        width={width}
        height={height}
        aria-label={title}
        preload={poster ? 'none' : 'metadata'}
        muted={!started}
        loop={!started}
        playsInline
        onContextMenu={protect ? (event) => event.preventDefault() : undefined}
        onPlay={(event) => pauseOthers(event.currentTarget)}
        onPlaying={() => setPreviewing(true)}
        onPause={(event) => {
          setPreviewing(false);
          if (started) savePosition(event.currentTarget);
        }}
        onLoadedMetadata={(event) => {
          // HLS starts at the beginning: seek to the saved position, not to the preview's.
          if (started && event.currentTarget.currentTime < 1) seekToSaved(event.currentTarget);
        }}
        onTimeUpdate={(event) => handleTime(event.currentTarget)}
        onError={film.handleError}
      >
        {captions && words && (
          <track kind="captions" src={words} srcLang={captions.language} label={getLanguageName(captions.language)} />
        )}
      </video>
      {film.isBroken && <MediaFailed className={styles.failed} what="video" onRetry={film.tryAgain} />}
      {started && <PlayerControls box={box} video={video} film={film} seconds={seconds} loadFrames={loadFrames} />}
      {!started && !film.isBroken && (
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

/** Undefined until loaded. Does not change when the video's links are renewed. */
function useCaptions(captions: FilmCaptions | undefined, isStarted: boolean): string | undefined {
  const [src, setSrc] = useState<string>();
  const load = useEffectEvent(() => captions?.load());
  const isWanted = isStarted && captions !== undefined;
  useEffect(() => {
    if (!isWanted) return undefined;
    let isGone = false;
    void load()?.then((address) => {
      if (isGone && address) URL.revokeObjectURL(address);
      else setSrc(address);
    });
    return () => void (isGone = true);
  }, [isWanted]);
  useEffect(() => () => void (src && URL.revokeObjectURL(src)), [src]);
  return src;
}
