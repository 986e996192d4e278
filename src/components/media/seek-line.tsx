import { useEffect, useState, type CSSProperties, type PointerEvent } from 'react';
import { cx } from '@/lib/cx';
import { formatDuration } from '@/lib/format-duration';
import { clamp } from './player-actions';
import styles from './player-controls.module.css';

/** A frame as a rectangle in the sprite image, in pixels. It stands for the video from `from` seconds on. */
export interface PreviewFrame {
  from: number;
  url: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

interface SeekLineProps {
  loadFrames: (() => Promise<PreviewFrame[]>) | undefined;
  onSeek(seconds: number): void;
  at: number;
  length: number;
  buffered: number;
}

export function SeekLine({ onSeek, at, length, buffered, loadFrames }: SeekLineProps) {
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
