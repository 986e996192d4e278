import type { VideoConfig, VideoFrame } from './depacketizer';
import { packFragment, type Fragment, type Sample } from './pack-fragment';

/** After MIN_SECONDS, a key frame starts a new fragment; after MAX_SECONDS, any frame does. */
const MIN_SECONDS = 1.5;
const MAX_SECONDS = 20;
/** Seconds without video after which the last key frame is repeated. */
const MAX_WITHOUT_PICTURE = 4;
/** Assumed length in seconds of a video frame or audio packet whose length is unknown. */
const PICTURE_SECONDS = 1 / 30;
const OPUS_SECONDS = 0.02;
/** Gaps in the audio of at least this length are filled with silence. */
const HOLE_SECONDS = 0.1;
const SHORTEST = 0.001;
/** 20 ms of silence. RFC 6716, 3.1. */
const silence = Buffer.from([0xf8, 0xff, 0xfe]);

interface Piece {
  data: Uint8Array;
  seconds: number;
  isKey: boolean;
}

/**
 * Cuts a show into fragments that start with a key frame and contain audio and video, since players stall if either is missing.
 * Fills in silence for a muted microphone, and repeats the last key frame for a camera that sends nothing.
 */
export class Fragmenter {
  readonly #onFragment: (fragment: Fragment) => Promise<void>;
  readonly #onError: (error: unknown) => void;
  #video: Piece[] = [];
  #audio: Piece[] = [];
  #lastKey: Piece | null = null;
  #config: VideoConfig | null = null;
  #head: { config: VideoConfig; bytes: Buffer } | null = null;
  #start: number | null;
  #count = 0;
  #work: Promise<void> = Promise.resolve();

  /** @param options.start second at which the show continues; null for a new show, which begins with its first key frame. */
  constructor(options: {
    start: number | null;
    onFragment(fragment: Fragment): Promise<void>;
    onError(error: unknown): void;
  }) {
    this.#start = options.start;
    this.#onFragment = (fragment) => options.onFragment(fragment);
    this.#onError = (error) => options.onError(error);
  }

  get end(): number {
    return this.#start ?? 0;
  }

  /** @returns whether a fragment was cut before this frame. */
  addVideo(frame: VideoFrame, seconds: number, config: VideoConfig): boolean {
    const piece = { data: frame.data, isKey: frame.isKey, seconds };
    if (this.#config === null || this.#start === null) {
      if (!frame.isKey) return false;
      this.#config = config;
      this.#start ??= seconds;
    }
    const length = seconds - this.#start;
    const isChanged = frame.isKey && isOther(config, this.#config);
    const isCut = length > SHORTEST && (frame.isKey ? length >= MIN_SECONDS || isChanged : length >= MAX_SECONDS);
    if (isCut) this.#cut(seconds);
    if (frame.isKey) {
      this.#config = config;
      this.#lastKey = piece;
    }
    this.#video.push(piece);
    return isCut;
  }

  addAudio(data: Uint8Array, seconds: number): void {
    if (this.#start === null || seconds < this.#start) return;
    this.#audio.push({ data, isKey: true, seconds });
    const since = this.#video.at(-1)?.seconds ?? this.#start;
    if (this.#lastKey && seconds - since >= MAX_WITHOUT_PICTURE) this.#cut(seconds);
  }

  /** Ends the open fragment, for example when the host is away. @returns once all fragments are written */
  flush(): Promise<void> {
    const end = Math.max(
      (this.#video.at(-1)?.seconds ?? -Infinity) + PICTURE_SECONDS,
      (this.#audio.at(-1)?.seconds ?? -Infinity) + OPUS_SECONDS,
    );
    if (this.#start !== null && end > this.#start && this.#lastKey) this.#cut(end);
    return this.#work;
  }

  #cut(end: number): void {
    const [start, config] = [this.#start ?? 0, this.#config];
    const pieces = this.#video.length > 0 ? this.#video : [this.#lastKey].filter((piece) => piece !== null);
    const isInside = ({ seconds }: Piece) => seconds < end;
    const audio = this.#audio.filter(isInside);
    this.#audio = this.#audio.filter((piece) => !isInside(piece));
    this.#video = [];
    this.#start = end;
    if (!config || pieces.length === 0) return;
    const samples = { video: spread(pieces, start, end), audio: spreadSound(audio, start, end) };
    const number = (this.#count += 1);
    this.#work = this.#work
      .then(async () => {
        const fragment = await packFragment({ ...samples, start, end, number }, config);
        // Each muxer writes the current time into the head, so the first head is reused while the configuration stays the same.
        if (!this.#head || isOther(config, this.#head.config)) this.#head = { config, bytes: fragment.head };
        await this.#onFragment({ ...fragment, head: this.#head.bytes });
      })
      .catch(this.#onError);
  }
}

const isOther = (one: VideoConfig, other: VideoConfig): boolean =>
  one.width !== other.width ||
  one.height !== other.height ||
  Buffer.compare(one.description ?? Buffer.alloc(0), other.description ?? Buffer.alloc(0)) !== 0;

/** Sets times and durations: each frame lasts until the next, and the first starts with the fragment. */
function spread(pieces: readonly Piece[], start: number, end: number): Sample[] {
  let at = start;
  const times = pieces.map(({ seconds }, index) => (at = index === 0 ? start : Math.max(at + SHORTEST, seconds)));
  return pieces.map(({ data, isKey }, index) => {
    const seconds = times[index]!;
    return { data, isKey, seconds, duration: Math.max(SHORTEST, (times[index + 1] ?? end) - seconds) };
  });
}

/** Like `spread`, with gaps filled by silence. */
function spreadSound(pieces: readonly Piece[], start: number, end: number): Sample[] {
  const filled: Piece[] = [];
  let at = start;
  const fillUntil = (seconds: number) => {
    if (seconds - at < HOLE_SECONDS && filled.length > 0) return;
    for (; at + OPUS_SECONDS <= seconds; at += OPUS_SECONDS) filled.push({ data: silence, isKey: true, seconds: at });
  };
  for (const piece of pieces) {
    fillUntil(piece.seconds);
    filled.push(piece);
    at = piece.seconds + OPUS_SECONDS;
  }
  fillUntil(end);
  if (filled.length === 0) filled.push({ data: silence, isKey: true, seconds: start });
  return spread(filled, filled[0]!.seconds, end);
}
