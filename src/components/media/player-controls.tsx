import {
  Captions,
  CaptionsOff,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RotateCcw,
  RotateCw,
  Volume2,
  VolumeX,
} from 'lucide-react';
import { useEffect, useState, type CSSProperties, type PointerEvent, type RefObject } from 'react';
import { cx } from '@/lib/cx';
import { formatDuration } from '@/lib/format-duration';
import { Icon, type Glyph } from '../basic/icon';
import { usePlayback } from './use-playback';
import { usePlayerKeys } from './use-player-keys';
import type { useVideoSource } from './use-film';
import styles from './player-controls.module.css';

/** A small frame of the film in a picture of all of them, in pixels; it stands for what is to see from `from` seconds on. */
export interface PreviewFrame {
  from: number;
  url: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

interface PlayerControlsProps {
  /** What is shown over the whole screen. */
  box: RefObject<HTMLDivElement | null>;
  video: RefObject<HTMLVideoElement | null>;
  film: Pick<ReturnType<typeof useVideoSource>, 'qualities' | 'quality' | 'chooseQuality'>;
  seconds?: number;
  loadFrames?: () => Promise<PreviewFrame[]>;
}

/** Seconds of one press on back or on. */
const STEP = 10;
const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** The bar under a running film: it leaves while nobody moves, and every part works by keys as well. */
export function PlayerControls({ box, video, film, seconds = 0, loadFrames }: PlayerControlsProps) {
  const state = usePlayback(video, box);
  const actions = createActions(video, box);
  usePlayerKeys(box, actions);
  const length = state.length || seconds;
  return (
    <div className={cx(styles.controls, state.isIdle && state.isRunning && styles.idle)}>
      <Line onSeek={actions.seek} at={state.at} length={length} buffered={state.buffered} loadFrames={loadFrames} />
      <div className={styles.row}>
        <Press
          icon={state.isRunning ? Pause : Play}
          label={state.isRunning ? 'Pause' : 'Play'}
          onClick={actions.toggle}
        />
        <Press icon={RotateCcw} label="Back 10 seconds" onClick={() => actions.skip(-STEP)} />
        <Press icon={RotateCw} label="Forward 10 seconds" onClick={() => actions.skip(STEP)} />
        <Press
          icon={state.isMuted ? VolumeX : Volume2}
          label={state.isMuted ? 'Unmute' : 'Mute'}
          onClick={actions.mute}
        />
        <span className={cx('xs num nowrap', styles.time)}>
          {formatDuration(state.at)}
          <span className={styles.wide}> / {formatDuration(length)}</span>
        </span>
        <span className="grow" />
        <Choice
          label="Speed"
          value={state.speed}
          onChoose={actions.setSpeed}
          options={speeds.map((one) => [one, `${one}×`])}
        />
        {film.qualities.length > 1 && (
          <Choice
            label="Quality"
            value={film.quality}
            onChoose={film.chooseQuality}
            options={[[-1, 'Auto'], ...film.qualities.map(({ level, label }) => [level, label] as const)]}
          />
        )}
        {state.hasCaptions && (
          <Press
            icon={state.showsCaptions ? Captions : CaptionsOff}
            label={state.showsCaptions ? 'Hide captions' : 'Show captions'}
            onClick={actions.captions}
          />
        )}
        {document.pictureInPictureEnabled && (
          <Press
            icon={PictureInPicture2}
            label="Picture in picture"
            className={styles.wide}
            onClick={actions.pictureInPicture}
          />
        )}
        <Press
          icon={state.isFull ? Minimize : Maximize}
          label={state.isFull ? 'Leave full screen' : 'Full screen'}
          onClick={actions.fullScreen}
        />
      </div>
    </div>
  );
}

/** Positions and steps in seconds. */
function createActions(video: PlayerControlsProps['video'], box: PlayerControlsProps['box']) {
  const withElement = (work: (element: HTMLVideoElement) => unknown) => () => {
    const element = video.current;
    if (element) work(element);
  };
  const ignoreRejection = (promise: Promise<unknown> | undefined) => void promise?.catch(() => undefined);
  return {
    toggle: withElement((element) => (element.paused ? ignoreRejection(element.play()) : element.pause())),
    seek: (to: number) => withElement((element) => (element.currentTime = to))(),
    skip: (by: number) =>
      withElement((element) => (element.currentTime = clamp(element.currentTime + by, element.duration || Infinity)))(),
    mute: withElement((element) => (element.muted = !element.muted)),
    turnVolume: (by: number) =>
      withElement((element) => {
        element.volume = clamp(element.volume + by, 1);
        element.muted = false;
      })(),
    setSpeed: (speed: number) => withElement((element) => (element.playbackRate = speed))(),
    captions: withElement(({ textTracks: [track] }) => {
      if (track) track.mode = track.mode === 'showing' ? 'disabled' : 'showing';
    }),
    pictureInPicture: withElement((element) =>
      ignoreRejection(
        document.pictureInPictureElement ? document.exitPictureInPicture() : element.requestPictureInPicture(),
      ),
    ),
    fullScreen: withElement((element) => {
      if (document.fullscreenElement) return ignoreRejection(document.exitFullscreen());
      if (box.current?.requestFullscreen) return ignoreRejection(box.current.requestFullscreen());
      // Phones that only know it for films.
      return (element as HTMLVideoElement & { webkitEnterFullscreen?(): void }).webkitEnterFullscreen?.();
    }),
  };
}

const clamp = (value: number, most: number) => Math.min(most, Math.max(0, value));

interface PressProps {
  icon: Glyph;
  label: string;
  onClick(): void;
  className?: string;
}

function Press({ icon, label, onClick, className }: PressProps) {
  return (
    <button type="button" className={cx(styles.press, className)} aria-label={label} title={label} onClick={onClick}>
      <Icon of={icon} />
    </button>
  );
}

interface ChoiceProps {
  label: string;
  value: number;
  options: (readonly [number, string])[];
  onChoose(value: number): void;
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <select
      className={styles.choice}
      aria-label={label}
      title={label}
      value={value}
      onChange={(event) => onChoose(Number(event.target.value))}
    >
      {options.map(([option, name]) => (
        <option key={option} value={option}>
          {name}
        </option>
      ))}
    </select>
  );
}

interface LineProps extends Pick<PlayerControlsProps, 'loadFrames'> {
  onSeek(seconds: number): void;
  at: number;
  length: number;
  buffered: number;
}

/** Where the film is; over it, what is to see where the pointer is. */
function Line({ onSeek, at, length, buffered, loadFrames }: LineProps) {
  const frames = useFrames(loadFrames);
  const [ahead, setAhead] = useState<number | null>(null);
  const toFraction = (value: number) => (length > 0 ? Math.min(1, value / length) : 0);
  const showPositionAtPointer = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setAhead(clamp((event.clientX - left) / (width || 1), 1) * length);
  };
  const frame = ahead === null ? undefined : frames.findLast(({ from }) => from <= ahead);
  const style = { '--played': toFraction(at), '--buffered': toFraction(buffered), '--ahead': toFraction(ahead ?? 0) };
  return (
    <div
      className={styles.line}
      style={style as CSSProperties}
      onPointerMove={showPositionAtPointer}
      onPointerDown={showPositionAtPointer}
      onPointerLeave={() => setAhead(null)}
    >
      <input
        type="range"
        className="over"
        aria-label="Position in the video"
        aria-valuetext={`${formatDuration(at)} of ${formatDuration(length)}`}
        min={0}
        max={length || 1}
        step="any"
        value={Math.min(at, length || 1)}
        onChange={(event) => onSeek(Number(event.target.value))}
      />
      {ahead !== null && (
        <span className={cx('xs num', styles.ahead)} aria-hidden="true">
          {frame && (
            <span
              className={styles.frame}
              style={{
                width: frame.width,
                height: frame.height,
                background: `url("${frame.url}") -${frame.x}px -${frame.y}px`,
              }}
            />
          )}
          {formatDuration(ahead)}
        </span>
      )}
    </div>
  );
}

function useFrames(loadFrames: (() => Promise<PreviewFrame[]>) | undefined): PreviewFrame[] {
  const [frames, setFrames] = useState<PreviewFrame[]>([]);
  const [load] = useState(() => loadFrames);
  useEffect(() => {
    let isGone = false;
    void load?.().then((loaded) => {
      if (!isGone) setFrames(loaded);
    });
    return () => {
      isGone = true;
    };
  }, [load]);
  return frames;
}
