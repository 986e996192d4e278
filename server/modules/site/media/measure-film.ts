import { UnreadableMedia, type FilmFacts } from '../../../media/media-tasks';
import { estimateBytes, estimateSeconds } from './file-turn';
import type { FileRow, FilmMeasures } from './media-repository';

/** How many seconds of audio count as one second of video in the daily quota. */
const SOUND_PER_FILM_SECOND = 10;

/**
 * @returns measures for the row, and the seconds that count against the daily quota
 * @throws UnreadableMedia for a video without frames, or audio without sound
 */
export function measureFilm(
  { type, kind, size }: Pick<FileRow, 'type' | 'kind' | 'size'>,
  facts: FilmFacts,
): { measures: FilmMeasures; filmSeconds: number } {
  const { video, hasAudio, duration } = facts;
  if (kind === 'video' ? !video : !hasAudio)
    throw new UnreadableMedia(`There is no ${kind === 'video' ? 'picture' : 'sound'} in it.`);
  const { width = null, height = null } = (kind === 'video' && video) || {};
  const measures = { duration, width, height };
  const workSeconds = estimateSeconds({ type, kind, size, ...measures }, facts);
  const filmSeconds = kind === 'video' ? duration : duration / SOUND_PER_FILM_SECOND;
  return { measures: { ...measures, workSeconds, workBytes: estimateBytes(size, facts) }, filmSeconds };
}
