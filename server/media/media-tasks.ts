/** The file is invalid or exceeds a limit; a retry would not help. The message is for its owner. */
export class UnreadableMedia extends Error {
  override readonly name = 'UnreadableMedia';
}

/** The process was killed from outside during a task: by the system, an operator, a restart. The file may be good. */
export class WorkInterrupted extends Error {
  override readonly name = 'WorkInterrupted';
}

/** An image or an inspection takes longer than its sender is kept waiting, queued or running. The background continues it. */
export class TooLongToWait extends Error {
  override readonly name = 'TooLongToWait';
}

/** Work takes longer than estimated while files of others wait. It continues at a slower pace. */
export class TooLongForPace extends Error {
  override readonly name = 'TooLongForPace';
}

/**
 * How soon work is due, by how long it takes. Each pace has processes of its own, so that long work never blocks short work:
 * `atOnce` and `look` while the sender waits, the others in the background. Videos and audio files are inspected at the pace
 * `look`, so that a slow one does not block images.
 */
export const backgroundPaces = ['short', 'brief', 'medium', 'long', 'lengthy'] as const;
export const paces = ['atOnce', 'look', ...backgroundPaces] as const;
export type Pace = (typeof paces)[number];
export type BackgroundPace = (typeof backgroundPaces)[number];

export interface WorkTurn {
  /** Account, or network of a guest; these take turns. */
  account: string;
  pace: Pace;
  /** Estimate. */
  seconds?: number;
  /** The file is usable without it, so it waits for all other work of its pace. */
  isExtra?: boolean;
  /** Runs before other queued work (`atOnce`: of the same length), so that the two steps of an image wait only once. */
  isSecondStep?: boolean;
  /** Can take seconds. One process of the pace never does such work, so that quick work finds it free. */
  isSlow?: boolean;
  /** Milliseconds in the queue before it moves to the background; by default those of its pace. */
  maxWaitMs?: number;
  /** Called before it starts; an exception prevents that. @returns called when it has ended. */
  onStart?: () => () => void;
  /** Called once the work takes longer than estimated. @returns whether files of others wait at its pace. */
  isAwaited?: () => Promise<boolean>;
  /** Called with the CPU seconds of each try, whatever its result. */
  onWorked?: (seconds: number) => void;
  /** Called if work took as long as only slow work may, whatever its result. */
  onCostly?: () => void;
}

/** Tasks of the process that decodes uploaded files. Paths are absolute; inputs and outputs are copied between processes. */
export interface MediaTasks {
  inspectPicture(source: { path: string }): Promise<PictureFacts>;
  /** Largest first. */
  renderPicture(source: { path: string; withBlurred: boolean; isPortrait: boolean }): Promise<RenderedPicture>;
  /** Decodes nothing. */
  inspectFilm(source: { path: string; mimeType: string }): Promise<FilmFacts>;
  transcodeVideo(source: FilmSource): Promise<MadeFilm>;
  makeRung(source: RungSource): Promise<MadeRung>;
  /** Creates the preview frames for seeking, from a video that we transcoded. */
  makePreviews(source: { path: string }): Promise<MadePreviews>;
  makeSound(source: FilmSource): Promise<MadeSound>;
}

export type TaskName = keyof MediaTasks;
export type TaskInput<N extends TaskName> = Parameters<MediaTasks[N]>[0];
export type TaskOutput<N extends TaskName> = Awaited<ReturnType<MediaTasks[N]>>;

/** Exit code. */
export const TOO_MUCH_MEMORY = 76;

/** Memory that the process holds after a task, and CPU time of the task. */
export interface TaskCost {
  memoryBytes: number;
  cpuMs: number;
}

/** Messages about a task. `alive` can come many times before the result. */
export type TaskReply =
  | { type: 'alive' }
  /** The libraries are loaded: time counts for the file from here on. */
  | { type: 'begun' }
  /** CPU milliseconds since then, repeatedly. */
  | { type: 'used'; cpuMs: number }
  | ({ type: 'done'; output: unknown } & TaskCost)
  /** The file's fault: a message for its owner, and details for the log. */
  | ({ type: 'unreadable'; reason: string; detail: string } & TaskCost)
  /** The machine's fault, such as a full disk: can be temporary. */
  | ({ type: 'failed'; message: string } & TaskCost);

export const PICTURE_MIME = 'image/webp';
export const getPictureMime = (name: Rendition['name']): string =>
  name === 'jpeg' || name === 'sprite' ? 'image/jpeg' : PICTURE_MIME;

export interface Rendition {
  name: 'large' | 'w1080' | 'small' | 'w320' | 'w192' | 'w96' | 'poster' | 'blurred' | 'jpeg' | 'sprite';
  data: Uint8Array;
  width: number;
  height: number;
}

export interface RenderedPicture {
  pictures: Rendition[];
  /** A ThumbHash of about thirty bytes, base64. */
  thumbHash: string;
}

export interface PictureFacts {
  /** As shown, with the camera's orientation applied. */
  width: number;
  height: number;
  /** Total of all frames. */
  pixels: number;
  /** More than one for an animation. */
  frames: number;
  /** HEIC or AVIF, which take several times as long to decode as other formats of their size. */
  isHeif: boolean;
}

export interface FilmFacts {
  /** Seconds from the first to the last frame, whatever the header says. */
  duration: number;
  /** As shown; null without video. */
  video: { width: number; height: number } | null;
  /** An estimate if there are very many. */
  frames: number;
  /** ProRes takes many times as long to read as what phones record. */
  isProRes: boolean;
  /** Its colours have to be mapped to standard range, according to its header. */
  isHighRange: boolean;
  hasAudio: boolean;
  /** Samples per second of all audio channels; 0 without audio. */
  soundRate: number;
  /** Bytes that rewriting it before conversion takes; 0 if that is not needed. */
  readableBytes: number;
}

export interface FilmSource {
  path: string;
  mimeType: string;
  /** Empty folder, which the caller removes. */
  workDir: string;
  withBlurred: boolean;
}

export interface MadeFilm {
  path: string;
  width: number;
  height: number;
  /** Seconds. */
  duration: number;
  still: RenderedPicture;
}

export interface MadeSound {
  path: string;
  mimeType: 'audio/mp4' | 'audio/mpeg';
  duration: number;
  stills: Rendition[];
  /** Loudness over time, 0 to 100; the maximum is always 100. */
  waveform: number[];
}

export interface RungSource extends Omit<FilmSource, 'withBlurred'> {
  /** Pixels to fit into; null for a video that we transcoded, which is only repackaged. */
  shortSide: number | null;
}

/** One file: initialization data, then the segments. */
export interface MadeRung {
  path: string;
  width: number;
  height: number;
  /** Bits per second: maximum of all segments, and average. */
  bandwidth: number;
  averageBandwidth: number;
  /** As in RFC 6381. */
  codecs: string;
  /** Frames per second, on average. */
  frameRate: number;
  initBytes: number;
  segments: { seconds: number; bytes: number }[];
}

export interface MadePreviews {
  /** Row by row. */
  sprite: Rendition;
  /** `every` in seconds, `width` and `height` of one frame in pixels. */
  previews: { every: number; count: number; columns: number; width: number; height: number };
}
