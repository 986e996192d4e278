/** A file is not what it should be, or more than is taken; trying again would not help. The message is for its owner. */
export class UnreadableMedia extends Error {
  override readonly name = 'UnreadableMedia';
}

/** The process was ended from outside while it worked: by the system, an operator, a restart. The file may be a good one. */
export class WorkInterrupted extends Error {
  override readonly name = 'WorkInterrupted';
}

/** A picture, or a look into a film, takes longer than its sender is kept waiting, in line or at work: the background goes on. */
export class TooLongToWait extends Error {
  override readonly name = 'TooLongToWait';
}

/** Work takes longer than estimated while files of others wait: it goes on at a slower pace. */
export class TooLongForPace extends Error {
  override readonly name = 'TooLongForPace';
}

/**
 * How soon work is to be done, by how long it takes. Each has processes of its own, so that long work never stands before
 * short work: `atOnce` and `look` while the sender waits, the others in the background. Films and sounds are looked into
 * by `look`, since a slow one must not stand before pictures.
 */
export const backgroundPaces = ['short', 'brief', 'medium', 'long', 'lengthy'] as const;
export const paces = ['atOnce', 'look', ...backgroundPaces] as const;
export type Pace = (typeof paces)[number];
export type BackgroundPace = (typeof backgroundPaces)[number];

/** Whose work it is and where it stands in line. */
export interface WorkTurn {
  /** Account, or network of a guest: accounts take turns. */
  account: string;
  pace: Pace;
  /** Seconds it takes, roughly. */
  seconds?: number;
  /** What can be used without it, and waits for all other work of its pace. */
  isExtra?: boolean;
  /** Goes before all work that has not begun, at once only before what is as long, so that both steps of a picture wait once. */
  isSecondStep?: boolean;
  /** May take seconds: one process of its pace never does such work, so that what is quick finds it free. */
  isSlow?: boolean;
  /** Milliseconds in line after which it is done in the background; those of its pace unless told. */
  maxWaitMs?: number;
  /** Called when it begins: what it throws ends the work before that. @returns called when it has ended */
  onStart?: () => () => void;
  /** Asked once the work took longer than estimated: whether files of others wait at its pace. */
  isAwaited?: () => Promise<boolean>;
  /** Called with the seconds of a processor that each try took, whatever came of it. */
  onWorked?: (seconds: number) => void;
  /** Told when work took what only slow work may, whatever came of it. */
  onCostly?: () => void;
}

/** What the process that reads strangers' files can be asked. Paths are absolute; inputs and outputs are copied over. */
export interface MediaTasks {
  /** Reads a picture's head without decoding it. */
  inspectPicture(source: { path: string }): Promise<PictureFacts>;
  /** Makes what is served of a picture, largest first. */
  renderPicture(source: { path: string; withBlurred: boolean; isPortrait: boolean }): Promise<RenderedPicture>;
  /** Reads what a file of sound or moving pictures holds; nothing is decoded. */
  inspectFilm(source: { path: string; mimeType: string }): Promise<FilmFacts>;
  /** Makes what is served of moving pictures. */
  transcodeVideo(source: FilmSource): Promise<MadeFilm>;
  /** Makes one quality of a film, for streaming. */
  makeRung(source: RungSource): Promise<MadeRung>;
  /** Makes the small frames for looking ahead, of a film that we made. */
  makePreviews(source: { path: string }): Promise<MadePreviews>;
  /** Makes what is served of sound. */
  makeSound(source: FilmSource): Promise<MadeSound>;
}

export type TaskName = keyof MediaTasks;
export type TaskInput<N extends TaskName> = Parameters<MediaTasks[N]>[0];
export type TaskOutput<N extends TaskName> = Awaited<ReturnType<MediaTasks[N]>>;

/** Exit code of the process that says: it took too much memory. */
export const TOO_MUCH_MEMORY = 76;

/** Memory that the process holds after a task, and milliseconds of a processor that the task took. */
export interface TaskCost {
  memoryBytes: number;
  cpuMs: number;
}

/** What the process answers to a task. `alive` may come many times before the last word. */
export type TaskReply =
  | { type: 'alive' }
  /** Its libraries are loaded: what time it takes from here on is the file's. */
  | { type: 'begun' }
  /** Milliseconds of a processor since then, again and again. */
  | { type: 'used'; cpuMs: number }
  | ({ type: 'done'; output: unknown } & TaskCost)
  /** The file's fault: what to tell its owner, and what to note. */
  | ({ type: 'unreadable'; reason: string; detail: string } & TaskCost)
  /** The machine's fault, such as a full disk: may pass by itself. */
  | ({ type: 'failed'; message: string } & TaskCost);

export const PICTURE_MIME = 'image/webp';
/** Content type of a picture that the server made. */
export const getPictureMime = (name: Rendition['name']): string =>
  name === 'jpeg' || name === 'sprite' ? 'image/jpeg' : PICTURE_MIME;

/** A picture made by the server, ready to be stored. */
export interface Rendition {
  name: 'large' | 'w1080' | 'small' | 'w320' | 'w192' | 'w96' | 'poster' | 'blurred' | 'jpeg' | 'sprite';
  data: Uint8Array;
  width: number;
  height: number;
}

/** What is served of a picture. */
export interface RenderedPicture {
  pictures: Rendition[];
  /** The picture in about thirty bytes, base64. */
  thumbHash: string;
}

export interface PictureFacts {
  /** As it is seen, after the orientation that the camera noted. */
  width: number;
  height: number;
  /** Over all frames. */
  pixels: number;
  /** More than one for what moves. */
  frames: number;
  /** HEIC or AVIF, which take several times as long to decode as others of their size. */
  isHeif: boolean;
}

export interface FilmFacts {
  /** Seconds from the first to the last frame, whatever the head says. */
  duration: number;
  /** As it is seen; null when there is no picture. */
  video: { width: number; height: number } | null;
  /** Pictures that it shows; of very many, about. */
  frames: number;
  /** ProRes, which takes many times as long to read as what phones record. */
  isProRes: boolean;
  /** Its colours have to be mapped to standard range, as far as its head says. */
  isHighRange: boolean;
  hasAudio: boolean;
  /** Samples a second, of all channels of its sound; 0 without sound. */
  soundRate: number;
  /** Bytes that it takes when it has to be written anew before it is converted; 0 when it has not. */
  readableBytes: number;
}

export interface FilmSource {
  path: string;
  mimeType: string;
  /** Empty folder that the caller removes. */
  workDir: string;
  withBlurred: boolean;
}

export interface MadeFilm {
  /** MP4 in the work folder. */
  path: string;
  width: number;
  height: number;
  /** Seconds. */
  duration: number;
  /** One frame. */
  still: RenderedPicture;
}

export interface MadeSound {
  path: string;
  mimeType: 'audio/mp4' | 'audio/mpeg';
  duration: number;
  /** The wave form, drawn. */
  stills: Rendition[];
  /** Loudness over its length, 0 to 100, the loudest being 100. */
  waveform: number[];
}

export interface RungSource extends Omit<FilmSource, 'withBlurred'> {
  /** Pixels to fit into; null for a film that we made, whose pictures and sound are only packed anew. */
  shortSide: number | null;
}

/** One file: what tells how to read it, then the segments. */
export interface MadeRung {
  path: string;
  width: number;
  height: number;
  /** Bits a second: the most of any segment, and over all. */
  bandwidth: number;
  averageBandwidth: number;
  /** As in RFC 6381. */
  codecs: string;
  /** Pictures a second, on average. */
  frameRate: number;
  initBytes: number;
  segments: { seconds: number; bytes: number }[];
}

export interface MadePreviews {
  /** All frames in one picture, row by row. */
  sprite: Rendition;
  /** `every` in seconds, `width` and `height` of one frame in pixels. */
  previews: { every: number; count: number; columns: number; width: number; height: number };
}
