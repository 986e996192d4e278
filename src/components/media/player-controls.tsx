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
import type { RefObject } from 'react';
import { cx } from '@/lib/cx';
import { formatDuration } from '@/lib/format-duration';
import { Icon, type Glyph } from '../basic/icon';
import { createPlayerActions } from './player-actions';
import { SeekLine, type PreviewFrame } from './seek-line';
import { usePlayback } from './use-playback';
import { usePlayerKeys } from './use-player-keys';
import type { useVideoSource } from './use-film';
import styles from './player-controls.module.css';

interface PlayerControlsProps {
  box: RefObject<HTMLDivElement | null>;
  video: RefObject<HTMLVideoElement | null>;
  film: Pick<ReturnType<typeof useVideoSource>, 'qualities' | 'quality' | 'chooseQuality'>;
  seconds?: number;
  loadFrames?: () => Promise<PreviewFrame[]>;
}

/** Seconds. */
const STEP = 10;
const speeds = [0.5, 0.75, 1, 1.25, 1.5, 2];

/** Hidden while the pointer is idle; all controls also work by keyboard. */
export function PlayerControls({ box, video, film, seconds = 0, loadFrames }: PlayerControlsProps) {
  const state = usePlayback(video, box);
  const actions = createPlayerActions(video, box);
  usePlayerKeys(box, actions);
  const length = state.length || seconds;
  return (
    <div className={cx(styles.controls, state.isIdle && state.isRunning && styles.idle)}>
      <SeekLine onSeek={actions.seek} at={state.at} length={length} buffered={state.buffered} loadFrames={loadFrames} />
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
