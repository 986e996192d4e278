import type { JobName } from '../../../jobs/queue';
import type { BackgroundPace, FilmFacts, PictureFacts, WorkTurn } from '../../../media/media-tasks';
import { PICTURE_SECONDS, type SecondsRange } from './file-work-repository';
import type { FileRow } from './media-repository';
import { getProcessingPlan } from './processing-plan';

/** Seconds of work up to which it has a pace. Short work has its own, so that it waits for no brief work of many others. */
const MAX_SHORT_SECONDS = 6;
const MAX_BRIEF_SECONDS = 30;
const MAX_MEDIUM_SECONDS = 600;
/**
 * Guests send identity documents, which an operator reviews days later: milliseconds that they wait for a picture to be made,
 * and seconds that it counts as in the background, behind films of that pace.
 */
export const GUEST_WAIT_MS = 500;
export const GUEST_SECONDS = MAX_MEDIUM_SECONDS;
/** Seconds that a file counts as after its work ran over at a pace: those of the next pace. */
const secondsAfter: Readonly<Partial<Record<BackgroundPace, number>>> = {
  short: MAX_SHORT_SECONDS + 1,
  brief: 2 * MAX_BRIEF_SECONDS,
  medium: 2 * MAX_MEDIUM_SECONDS,
};
/** Pixels of a picture and pictures a second that take as long to convert as the film plays. */
const FILM_PIXELS = 1280 * 720;
const FILM_RATE = 30;
/** Seconds of sound that are converted in one, and its samples a second up to which that is so: stereo of 48 kHz. */
const SOUND_SPEED = 20;
const PLAIN_SOUND_RATE = 96_000;
/** Bytes that a malware scanner reads in a second. */
const SCANNED_BYTES = 20 * 1024 * 1024;

/**
 * Pixels of a picture up to which it is quick to make (half a second at worst), and up to which it is finished before the upload
 * is answered (about a second).
 */
const QUICK_PIXELS = 2_100_000;
const AT_ONCE_PIXELS = 25_000_000;
/** The latter for HEIC and AVIF, the default formats of phones. None of them is quick. */
const AT_ONCE_HEIF_PIXELS = 12_500_000;

/** The speed at which a picture is made, estimated from its header: moving and very large ones are made in the background. */
export function getPictureSpeed({ frames, pixels, isHeif }: PictureFacts): 'quick' | 'slow' | 'background' {
  if (frames > 1 || pixels > (isHeif ? AT_ONCE_HEIF_PIXELS : AT_ONCE_PIXELS)) return 'background';
  return isHeif || pixels > QUICK_PIXELS ? 'slow' : 'quick';
}

/** Bytes written for each byte of a film. The few that take more use the reserve of the disk. */
const BYTES_MADE = 2;

/** Bytes written while a film or a sound is made, roughly. */
export const estimateBytes = (size: number, { readableBytes = 0 }: Partial<FilmFacts> = {}): number =>
  BYTES_MADE * size + readableBytes;

type Measured = Pick<FileRow, 'type' | 'kind' | 'size' | 'duration' | 'width' | 'height'>;
type InLine = Measured & Pick<FileRow, 'ownerId'> & { workSeconds?: number | null };

/** Seconds of work on a file, roughly. @param facts of a film or sound that was inspected */
export function estimateSeconds(
  { type, kind, size, duration, width, height }: Measured,
  { frames = 0, soundRate = 0 }: Partial<FilmFacts> = {},
): number {
  const scan = size / SCANNED_BYTES;
  const sound = ((duration ?? MAX_BRIEF_SECONDS) / SOUND_SPEED) * Math.max(1, soundRate / PLAIN_SOUND_RATE);
  switch (getProcessingPlan(type, kind)) {
    case 'keep':
      return scan;
    case 'picture':
      return scan + PICTURE_SECONDS;
    case 'sound':
      return scan + sound;
    case 'film': {
      const factor = ((width ?? 0) * (height ?? 0)) / FILM_PIXELS;
      return scan + Math.max(Math.max(duration ?? Infinity, frames / FILM_RATE) * Math.max(1, factor), sound);
    }
  }
}

const getPace = (seconds: number): BackgroundPace => {
  if (seconds <= MAX_SHORT_SECONDS) return 'short';
  if (seconds <= MAX_BRIEF_SECONDS) return 'brief';
  return seconds <= MAX_MEDIUM_SECONDS ? 'medium' : 'lengthy';
};

/** Seconds that work of a pace is estimated at. */
const ranges = {
  short: { above: -1, upTo: MAX_SHORT_SECONDS },
  brief: { above: MAX_SHORT_SECONDS, upTo: MAX_BRIEF_SECONDS },
  medium: { above: MAX_BRIEF_SECONDS, upTo: MAX_MEDIUM_SECONDS },
  lengthy: { above: MAX_MEDIUM_SECONDS, upTo: Infinity },
} as const satisfies Record<BackgroundPace, SecondsRange>;

/** Estimated seconds of films whose ladder is made at a pace. */
const ladderRanges = {
  medium: { above: -1, upTo: MAX_BRIEF_SECONDS },
  lengthy: { above: MAX_BRIEF_SECONDS, upTo: Infinity },
} as const;

export const getRange = (pace: BackgroundPace): SecondsRange => ranges[pace];
export const getLadderRange = (pace: keyof typeof ladderRanges): SecondsRange => ladderRanges[pace];

/** Least seconds that the files of an account count as after its work ran over at these paces: none keeps such a pace. */
export const getMinSeconds = (runOver: readonly BackgroundPace[]): number =>
  Math.max(0, ...runOver.map((pace) => secondsAfter[pace] ?? 0));

/** Seconds, and factor of the estimate, that short work may take without counting as longer than estimated. */
const SPARE_SECONDS = 3;
const SPARE_FACTOR = 1.5;

/** Whether short work took longer than estimated, but not so long that it was stopped. */
export const hasExceededEstimate = (
  { pace, seconds }: { pace: BackgroundPace; seconds: number },
  used: number,
): boolean => pace === 'short' && used > SPARE_FACTOR * seconds + SPARE_SECONDS;

/** The turn of a file in the background. */
export function getTurn(file: InLine): WorkTurn & { pace: BackgroundPace; seconds: number } {
  const seconds = file.workSeconds ?? estimateSeconds(file);
  return { account: file.ownerId, seconds, pace: getPace(seconds) };
}

/** A ladder waits behind longer work, and behind all films that cannot be played yet. */
export function getLadderTurn(file: InLine): WorkTurn & { pace: 'medium' | 'lengthy'; seconds: number } {
  const { account, seconds, pace } = getTurn(file);
  return { account, seconds, pace: pace === 'short' || pace === 'brief' ? 'medium' : 'lengthy', isExtra: true };
}

/** Each pace has its own queue. */
export const processingJobs = {
  short: 'process-short-file',
  brief: 'process-file',
  medium: 'process-medium-file',
  lengthy: 'process-lengthy-file',
} as const satisfies Record<BackgroundPace, JobName>;

export const ladderJobs = { medium: 'make-ladder', lengthy: 'make-long-ladder' } as const satisfies Record<
  'medium' | 'lengthy',
  JobName
>;
