import { Pause, Play } from 'lucide-react';
import { Picture } from './picture';
import { useRef, useState, type CSSProperties } from 'react';
import { cx } from '@/lib/cx';
import { formatDuration } from '@/lib/format-duration';
import { Icon } from '../basic/icon';
import { MediaFailed } from './media-failed';
import { pauseOthers } from './exclusive-playback';
import { useVideoSource, type VideoSource } from './use-film';
import styles from './audio-player.module.css';

interface AudioPlayerProps extends VideoSource {
  title: string;
  hideTitle?: boolean;
  /** Duration to show until the file's own is known. */
  seconds?: number;
  /** Loudness over time, 0 to 100; if omitted, a plain line is shown. */
  waveform?: number[];
  art?: string | null;
  protect?: boolean;
  className?: string;
}

export function AudioPlayer(props: AudioPlayerProps) {
  const { title, hideTitle, seconds = 0, waveform, art, protect, className } = props;
  const audio = useRef<HTMLAudioElement>(null);
  const [running, setRunning] = useState(false);
  const [isStarted, setIsStarted] = useState(false);
  const sound = useVideoSource(audio, props, isStarted);
  const [at, setAt] = useState(0);
  const [length, setLength] = useState(seconds);
  const played = length > 0 ? at / length : 0;

  const toggle = () => {
    const element = audio.current;
    if (!element) return;
    if (element.paused) element.play().catch(() => setRunning(false));
    else element.pause();
  };
  const seek = (to: number) => {
    setAt(to);
    if (audio.current) audio.current.currentTime = to;
  };

  return (
    <div className={cx(styles.audio, className)} role="group" aria-label={title}>
      <audio
        ref={audio}
        src={sound.src}
        preload="none"
        onPlay={(event) => {
          pauseOthers(event.currentTarget);
          setIsStarted(true);
          setRunning(true);
        }}
        onPause={() => setRunning(false)}
        onError={sound.handleError}
        onTimeUpdate={(event) => setAt(event.currentTarget.currentTime)}
        onLoadedMetadata={(event) => {
          if (Number.isFinite(event.currentTarget.duration)) setLength(event.currentTarget.duration);
        }}
      />
      <div className={styles.art} onContextMenu={protect ? (event) => event.preventDefault() : undefined}>
        {art && <Picture src={art} alt="" width={92} height={92} loading="lazy" fallback={null} />}
        <button type="button" className={styles.play} aria-label={running ? 'Pause' : 'Play'} onClick={toggle}>
          <Icon of={running ? Pause : Play} solid />
        </button>
      </div>
      <div className={styles.body}>
        {!hideTitle && <p className={cx('said', styles.title)}>{title}</p>}
        <div className={styles.line} style={{ '--played': `${played * 100}%` } as CSSProperties}>
          {waveform?.length ? <Wave waveform={waveform} played={played} /> : <span className={styles.bar} />}
          <input
            type="range"
            className="over"
            aria-label={`Position in ${title}`}
            aria-valuetext={`${formatDuration(at)} of ${formatDuration(length)}`}
            min={0}
            max={Math.max(1, Math.floor(length))}
            step={1}
            value={Math.floor(at)}
            onChange={(event) => seek(Number(event.target.value))}
          />
        </div>
        {sound.isBroken && <MediaFailed what="recording" onRetry={sound.tryAgain} />}
        <div className={cx('xs muted num', styles.times)}>
          <span>{formatDuration(at)}</span>
          <span>{formatDuration(length)}</span>
        </div>
      </div>
    </div>
  );
}

/** Phones could not show more bars clearly. */
const MAX_BARS = 64;

function Wave({ waveform, played }: { waveform: number[]; played: number }) {
  const count = Math.min(MAX_BARS, waveform.length);
  const getFirstSample = (bar: number) => Math.floor((bar * waveform.length) / count);
  const bars = Array.from({ length: count }, (_, bar) =>
    Math.max(...waveform.slice(getFirstSample(bar), getFirstSample(bar + 1))),
  );
  return (
    <svg className={styles.wave} viewBox={`0 0 ${count * 5 - 2} 40`} preserveAspectRatio="none" aria-hidden="true">
      {bars.map((peak, index) => {
        const height = Math.max(4, Math.round(Math.min(1, peak / 100) * 36));
        const on = (index + 0.5) / count <= played;
        return (
          <rect
            key={index}
            className={on ? styles.on : undefined}
            x={index * 5}
            y={20 - height / 2}
            width={3}
            height={height}
            rx={1.5}
          />
        );
      })}
    </svg>
  );
}
