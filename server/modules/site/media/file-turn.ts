import type { JobName } from '../../../jobs/queue';
import type { BackgroundPace, FilmFacts, PictureFacts, WorkTurn } from '../../../media/media-tasks';
import { PICTURE_SECONDS, type SecondsRange } from './file-work-repository';
import { paceSeconds } from '../../../media/work-limits';
import type { FileRow } from './media-repository';
import { getProcessingPlan } from './processing-plan';

/**
 * Guests send identity documents, which an operator reviews days later: milliseconds that they wait for a picture to be made,
 * and seconds that it counts as in the background, behind films of that pace.
 */
export const GUEST_WAIT_MS = 500;
export const GUEST_SECONDS = paceSeconds.medium;
/**
 * Seconds of a processor that a film takes on a usual machine, as measured with cameras' files of 2 seconds (H.264, HEVC, VP9,
 * AV1, ProRes; 360p to 2160p): in any case, for each pixel that is read or written, for each of high range that is written, and for each byte.
 */
const FILM_START = 0.5;
const FILM_READ = 5e-9;
const FILM_WRITTEN = 1.6e-8;
const HIGH_RANGE_WRITTEN = 3e-8;
const FILM_BYTE = 1e-7;
/** The same for each pixel of ProRes that is read, whatever its bytes. */
const PRORES_READ = 1.5e-7;
/** Pixels of a picture that is served, at most, and pictures a second of a film that was not looked into. */
const SERVED_PIXELS = 1280 * 720;
const FILM_RATE = 30;
/** Seconds of sound that are converted in one, and its samples a second up to which that is so: stereo of 48 kHz. */
const SOUND_SPEED = 20;
const PLAIN_SOUND_RATE = 96_000;
/**
 * Seconds that a look into a film or sound takes, and bytes for each further one where it is put together from very many pieces;
 * bytes up to which it is quick, and seconds at most, so that none waits for films that take minutes.
 */
const LOOK_START = 0.5;
const LOOKED_BYTES = 8 * 1024 * 1024;
const QUICK_LOOK_BYTES = 2 * LOOKED_BYTES;
const MAX_LOOK_SECONDS = paceSeconds.brief;
/** Bytes of a picture that are read and made in a second, at worst. */
const PICTURE_BYTES = 4 * 1024 * 1024;
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

/** Seconds that a picture takes to make while its sender waits: only the size tells, before it was looked into. */
export const estimatePicture = (size: number): number => size / PICTURE_BYTES;

/** Seconds of a look into a film or sound. @param isSlow one was begun, or those of its sender take long */
export const estimateLook = (size: number, isSlow = false): number =>
  Math.min(MAX_LOOK_SECONDS, Math.max(LOOK_START + size / LOOKED_BYTES, isSlow ? getSecondsAfter('short', 0) : 0));

export const isQuickLook = (size: number): boolean => size <= QUICK_LOOK_BYTES;

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

/** Seconds that work of a pace is estimated at. */
const ranges = {
  short: { above: -Infinity, upTo: paceSeconds.short },
  brief: { above: paceSeconds.short, upTo: paceSeconds.brief },
  medium: { above: paceSeconds.brief, upTo: paceSeconds.medium },
  long: { above: paceSeconds.medium, upTo: paceSeconds.long },
  lengthy: { above: paceSeconds.long, upTo: paceSeconds.lengthy },
} as const satisfies Record<BackgroundPace, SecondsRange>;

/** Estimated seconds of films whose ladder is made at a pace. */
const ladderRanges = {
  long: { above: -Infinity, upTo: paceSeconds.medium },
  lengthy: { above: paceSeconds.medium, upTo: Infinity },
} as const;

export const getRange = (pace: BackgroundPace): SecondsRange => ranges[pace];
export const getLadderRange = (pace: keyof typeof ladderRanges): SecondsRange => ladderRanges[pace];

/** Seconds that a file counts as once it took so many and was not finished: those of a slower pace. */
export const getSecondsAfter = (pace: BackgroundPace, used: number): number =>
  Math.max(paceSeconds[pace] + 1, 2 * used);

/** Turns that an account has at a pace: its further files go at the next one. */
export const MAX_TURNS = 8;

/** Seconds of work that are one turn at a pace: accounts that used less are equals, among whom the shorter file is the next. */
export const getTurnSeconds = (pace: BackgroundPace): number =>
  pace === 'lengthy' ? paceSeconds.long : paceSeconds[pace] / 2;

/** The turn of a file in the background. */
export function getTurn(file: InLine): WorkTurn & { pace: BackgroundPace; seconds: number } {
  const seconds = file.workSeconds ?? estimateSeconds(file);
  return { account: file.ownerId, seconds, pace: getPace(seconds) };
}

/** A ladder waits behind longer work, and behind all films that cannot be played yet. */
export function getLadderTurn(file: InLine): WorkTurn & { pace: 'long' | 'lengthy'; seconds: number } {
  const { account, seconds } = getTurn(file);
  return { account, seconds, pace: seconds <= paceSeconds.medium ? 'long' : 'lengthy', isExtra: true };
}

/** Each pace has its own queue. */
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
