import { isObject, createStoredValue } from './storage';

/** With more, the least recently watched video is dropped. */
const MAX_POINTS = 100;

/** Seconds by viewer and video, most recently watched last. */
const points = createStoredValue('resume_points', (value): Record<string, number> | undefined => {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value).filter((entry): entry is [string, number] => typeof entry[1] === 'number');
  return Object.fromEntries(entries.slice(-MAX_POINTS));
});

export interface ResumePoint {
  /** Seconds; 0 at the beginning. */
  read(): number;
  write(seconds: number): void;
}

export function getResumePoint(viewerId: string | null, fileId: string): ResumePoint {
  const key = `${viewerId ?? 'guest'}/${fileId}`;
  return {
    read: () => points.read()?.[key] ?? 0,
    write(seconds) {
      const { [key]: _before, ...others } = points.read() ?? {};
      const kept = Object.entries(others).slice(-(MAX_POINTS - 1));
      points.write(Object.fromEntries(seconds > 0 ? [...kept, [key, Math.round(seconds)]] : kept));
    },
  };
}
