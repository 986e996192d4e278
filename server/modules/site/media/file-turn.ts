import type { JobName } from '../../../jobs/job-data';
import type { BackgroundPace, FilmFacts, PictureFacts, WorkTurn } from '../../../media/media-tasks';
import { PICTURE_SECONDS, type SecondsRange } from './file-work-repository';
import { paceSeconds } from '../../../media/work-limits';
import type { FileRow } from './media-repository';
import { getProcessingPlan } from './processing-plan';

// Guests send identity documents, which an operator reviews days later, so processing their images can wait.
export const GUEST_WAIT_MS = 500;
/** A guest's image is queued as if it took this long, behind videos of that pace. */
export const GUEST_SECONDS = paceSeconds.medium;
/**
 * CPU seconds for a video on a typical machine, measured with camera files of 2 seconds (H.264, HEVC, VP9, AV1, ProRes; 360p to
 * 2160p): a constant; per pixel read; per pixel written; in addition, per HDR pixel written; per byte.
 */
const FILM_START = 0.5;
const FILM_READ = 5e-9;
const FILM_WRITTEN = 1.6e-8;
const HIGH_RANGE_WRITTEN = 3e-8;
const FILM_BYTE = 1e-7;
/** Per pixel read, for ProRes; replaces the costs per pixel read and per byte. */
const PRORES_READ = 1.5e-7;
const SERVED_PIXELS = 1280 * 720;
const FILM_RATE = 30;
/** Seconds of audio that are converted per second, up to this many samples per second: stereo at 48 kHz. */
const SOUND_SPEED = 20;
const PLAIN_SOUND_RATE = 96_000;
// To inspect a video or audio file: a constant, plus a second per 8 MB for files with very many fragments. Capped, so that no
// inspection waits for videos that take minutes.
const LOOK_START = 0.5;
const LOOKED_BYTES = 8 * 1024 * 1024;
const QUICK_LOOK_BYTES = 2 * LOOKED_BYTES;
const MAX_LOOK_SECONDS = paceSeconds.brief;
const PICTURE_BYTES = 4 * 1024 * 1024;
const SCANNED_BYTES = 20 * 1024 * 1024;

/** Images up to this size are quick: they take half a second at most. */
const QUICK_PIXELS = 2_100_000;
/** Images up to this size are finished before the upload gets its response, which takes about a second. */
const AT_ONCE_PIXELS = 25_000_000;
/** Lower for HEIC and AVIF, the default formats of phones. These are never quick. */
const AT_ONCE_HEIF_PIXELS = 12_500_000;

/** Judged by the header. Animated and very large images are processed in the background. */
export function getPictureSpeed({ frames, pixels, isHeif }: PictureFacts): 'quick' | 'slow' | 'background' {
  if (frames > 1 || pixels > (isHeif ? AT_ONCE_HEIF_PIXELS : AT_ONCE_PIXELS)) return 'background';
  return isHeif || pixels > QUICK_PIXELS ? 'slow' : 'quick';
}

export const estimatePicture = (size: number): number => size / PICTURE_BYTES;

/** Seconds to inspect a video or audio file. @param isSlow it was interrupted once, or its sender's inspections are slow */
export const estimateLook = (size: number, isSlow = false): number =>
  Math.min(MAX_LOOK_SECONDS, Math.max(LOOK_START + size / LOOKED_BYTES, isSlow ? getSecondsAfter('short', 0) : 0));

export const isQuickLook = (size: number): boolean => size <= QUICK_LOOK_BYTES;

/** Estimated bytes written per byte of a video. The few videos that need more use up the disk's reserve. */
const BYTES_MADE = 2;

export const estimateBytes = (size: number, { readableBytes = 0 }: Partial<FilmFacts> = {}): number =>
  BYTES_MADE * size + readableBytes;

type Measured = Pick<FileRow, 'type' | 'kind' | 'size' | 'duration' | 'width' | 'height'>;
type InLine = Measured & Pick<FileRow, 'ownerId'> & { workSeconds?: number | null };

/** Approximate seconds of work on a file. @param facts of an inspected video or audio file */
export function estimateSeconds(
  { type, kind, size, duration, width, height }: Measured,
  { frames, soundRate = 0, isHighRange = false, isProRes = false }: Partial<FilmFacts> = {},
): number {
  const scan = size / SCANNED_BYTES;
  const sound = (Math.max(0, duration ?? paceSeconds.brief) / SOUND_SPEED) * Math.max(1, soundRate / PLAIN_SOUND_RATE);
  switch (getProcessingPlan(type, kind)) {
    case 'keep':
      return scan;
    case 'picture':
      return scan + PICTURE_SECONDS;
    case 'sound':
      return scan + sound;
    case 'film': {
      const pixels = (width ?? 0) * (height ?? 0);
      const written = Math.min(pixels, SERVED_PIXELS) * (FILM_WRITTEN + (isHighRange ? HIGH_RANGE_WRITTEN : 0));
      const pictures = frames ?? (duration ?? Infinity) * FILM_RATE;
      const read = isProRes ? PRORES_READ : FILM_READ;
      const bytes = isProRes ? 0 : size * FILM_BYTE;
      return scan + sound + FILM_START + bytes + pictures * (pixels * read + written);
    }
  }
}

const getPace = (seconds: number): BackgroundPace => {
  if (seconds <= paceSeconds.short) return 'short';
  if (seconds <= paceSeconds.brief) return 'brief';
  if (seconds <= paceSeconds.medium) return 'medium';
  return seconds <= paceSeconds.long ? 'long' : 'lengthy';
};

const ranges = {
  short: { above: -Infinity, upTo: paceSeconds.short },
  brief: { above: paceSeconds.short, upTo: paceSeconds.brief },
  medium: { above: paceSeconds.brief, upTo: paceSeconds.medium },
  long: { above: paceSeconds.medium, upTo: paceSeconds.long },
  lengthy: { above: paceSeconds.long, upTo: paceSeconds.lengthy },
} as const satisfies Record<BackgroundPace, SecondsRange>;

const ladderRanges = {
  long: { above: -Infinity, upTo: paceSeconds.medium },
  lengthy: { above: paceSeconds.medium, upTo: Infinity },
} as const;

export const getRange = (pace: BackgroundPace): SecondsRange => ranges[pace];
export const getLadderRange = (pace: keyof typeof ladderRanges): SecondsRange => ladderRanges[pace];

/** A new estimate for a file that was not finished in this time; at least that of the next pace. */
export const getSecondsAfter = (pace: BackgroundPace, used: number): number =>
  Math.max(paceSeconds[pace] + 1, 2 * used);

/** After this many turns at a pace, an account's further files are processed at the next one. */
export const MAX_TURNS = 8;

/** Seconds of work that count as one turn. Accounts that have had equally many turns are equal; the shorter file goes first. */
export const getTurnSeconds = (pace: BackgroundPace): number =>
  pace === 'lengthy' ? paceSeconds.long : paceSeconds[pace] / 2;

export function getTurn(file: InLine): WorkTurn & { pace: BackgroundPace; seconds: number } {
  const seconds = file.workSeconds ?? estimateSeconds(file);
  return { account: file.ownerId, seconds, pace: getPace(seconds) };
}

/** Renditions wait for longer work, and for all videos that cannot be played yet. */
export function getLadderTurn(file: InLine): WorkTurn & { pace: 'long' | 'lengthy'; seconds: number } {
  const { account, seconds } = getTurn(file);
  return { account, seconds, pace: seconds <= paceSeconds.medium ? 'long' : 'lengthy', isExtra: true };
}

export const processingJobs = {
  short: 'process-short-file',
  brief: 'process-file',
  medium: 'process-medium-file',
  long: 'process-long-file',
  lengthy: 'process-lengthy-file',
} as const satisfies Record<BackgroundPace, JobName>;

export const ladderJobs = { long: 'make-ladder', lengthy: 'make-long-ladder' } as const satisfies Record<
  'long' | 'lengthy',
  JobName
>;
