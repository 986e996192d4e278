/** The file is invalid or exceeds a limit, so a retry would not help. The message is for its owner. */
export class UnreadableMedia extends Error {
  override readonly name = 'UnreadableMedia';
}

/** The process was killed from outside during a task: by the system, an operator or a restart. The file may be good. */
export class WorkInterrupted extends Error {
  override readonly name = 'WorkInterrupted';
}

/**
 * Processing an image, or inspecting a file, takes too long for the sender to wait, including its time in the queue. It continues
 * in the background.
 */
export class TooLongToWait extends Error {
  override readonly name = 'TooLongToWait';
}

/** Work takes longer than estimated while other accounts' files wait. It continues at a slower pace. */
export class TooLongForPace extends Error {
  override readonly name = 'TooLongForPace';
}

/**
 * Queues for work of different lengths. Each has its own processes, so that long work never blocks short work. `atOnce` and
 * `look` are for work whose sender waits, the others for background work. Videos and audio files are inspected in `look`, so
 * that a slow one does not block images.
 */
export const backgroundPaces = ['short', 'brief', 'medium', 'long', 'lengthy'] as const;
export const paces = ['atOnce', 'look', ...backgroundPaces] as const;
export type Pace = (typeof paces)[number];
export type BackgroundPace = (typeof backgroundPaces)[number];

export interface WorkTurn {
  /** Account, or network of a guest. These take turns. */
  account: string;
  pace: Pace;
  /** Estimated duration. */
  seconds?: number;
  /** The file can be used without this work, so it waits for all other work of its pace. */
  isExtra?: boolean;
  /** Runs before other queued work (in `atOnce`: of the same length), so that the two steps of an image wait only once. */
  isSecondStep?: boolean;
  /** May take seconds. One process of each pace is kept free of such work, for quick work. */
  isSlow?: boolean;
  /** Milliseconds to wait in the queue before the work moves to the background; by default those of its pace. */
  maxWaitMs?: number;
  /** Called before the work; if it throws, the work is not started. @returns a function called when the work has ended */
  onStart?: () => () => void;
  /** Called once the work takes longer than estimated. @returns whether other accounts' files wait at this pace */
  isAwaited?: () => Promise<boolean>;
  /** Called after each attempt with its CPU seconds, whatever the result. */
  onWorked?: (seconds: number) => void;
  /** Called if the work took as long as only slow work may, whatever the result. */
  onCostly?: () => void;
}

/** Tasks of the process that decodes uploaded files. Paths are absolute; input and output are copied between processes. */
export interface MediaTasks {
  inspectPicture(source: { path: string }): Promise<PictureFacts>;
  /** Largest first. */
  renderPicture(source: { path: string; withBlurred: boolean; isPortrait: boolean }): Promise<RenderedPicture>;
  /** Decodes no frames. */
  inspectFilm(source: { path: string; mimeType: string }): Promise<FilmFacts>;
  transcodeVideo(source: FilmSource): Promise<MadeFilm>;
  makeRung(source: RungSource): Promise<MadeRung>;
  /** Creates the preview frames for seeking, from a video that we have transcoded. */
  makePreviews(source: { path: string }): Promise<MadePreviews>;
  makeSound(source: FilmSource): Promise<MadeSound>;
}

export type TaskName = keyof MediaTasks;
export type TaskInput<N extends TaskName> = Parameters<MediaTasks[N]>[0];
export type TaskOutput<N extends TaskName> = Awaited<ReturnType<MediaTasks[N]>>;

/** Exit code of a process that ran out of memory. */
export const TOO_MUCH_MEMORY = 76;

/** How much memory the process uses after a task, and how much CPU time the task took. */
export interface TaskCost {
  memoryBytes: number;
  cpuMs: number;
}

/** Messages about a task. `alive` may be sent many times before the result. */
export type TaskReply =
  | { type: 'alive' }
  /** The libraries are loaded. From now on, time counts for the file. */
  | { type: 'begun' }
  /** Sent repeatedly: CPU milliseconds since `begun`. */
  | { type: 'used'; cpuMs: number }
  | ({ type: 'done'; output: unknown } & TaskCost)
  /** The file is at fault: a message for its owner, and details for the log. */
  | ({ type: 'unreadable'; reason: string; detail: string } & TaskCost)
  /** The machine is at fault, for example because the disk is full. May be temporary. */
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
  /** A ThumbHash of about thirty bytes, in base64. */
  thumbHash: string;
}

export interface PictureFacts {
  /** After applying the camera's orientation. */
  width: number;
  height: number;
  /** Sum over all frames. */
  pixels: number;
  /** More than one for an animation. */
  frames: number;
  /** HEIC or AVIF. Decoding these takes several times as long as other formats of that size. */
  isHeif: boolean;
}

export interface FilmFacts {
  /** Seconds from the first to the last frame; the header is not trusted. */
  duration: number;
  /** After applying the orientation; null without video. */
  video: { width: number; height: number } | null;
  /** Estimated if there are very many. */
  frames: number;
  /** Reading ProRes takes many times as long as reading what phones record. */
  isProRes: boolean;
  /** According to its header, its colors have to be mapped to standard range. */
  isHighRange: boolean;
  hasAudio: boolean;
  /** Samples per second of all audio channels; 0 without audio. */
  soundRate: number;
  /** Bytes needed to rewrite the file before conversion; 0 if that is not necessary. */
  readableBytes: number;
}

export interface FilmSource {
  path: string;
  mimeType: string;
  /** An empty folder, which the caller deletes. */
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
  /** Loudness over time, 0 to 100. The maximum is always 100. */
  waveform: number[];
}

export interface RungSource extends Omit<FilmSource, 'withBlurred'> {
  /** Size in pixels to which the shorter side is reduced; null to only repackage a video that we have transcoded. */
  shortSide: number | null;
}

/** A single file: initialization data, then the segments. */
export interface MadeRung {
  path: string;
  width: number;
  height: number;
  /** In bits per second: maximum of all segments, and average. */
  bandwidth: number;
  averageBandwidth: number;
  /** In the format of RFC 6381. */
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
