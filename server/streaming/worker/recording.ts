import { mkdir, open, rename, writeFile, type FileHandle } from 'node:fs/promises';
import { limits } from '@contract/base/limits';
import { locateRecording, locateState, readState, type RecordingState } from '../recorded-show';
import type { VideoConfig } from './depacketizer';
import type { Fragment } from './pack-fragment';
import { declareSize, HEAD_BYTES } from './recording-head';

/**
 * Records a show into one growing file. A state file stores how much of it is complete: if the process dies in the middle of
 * a fragment, the video is still playable, and the next process continues it.
 */
export class Recording {
  readonly #folder: string;
  #state: RecordingState | null;
  #file: FileHandle | null = null;
  #isFull = false;

  private constructor(folder: string, state: RecordingState | null) {
    this.#folder = folder;
    this.#state = state;
  }

  static async open(folder: string): Promise<Recording> {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return new Recording(folder, await readState(folder));
  }

  /** The second at which the recording continues; null for a new recording. */
  get seconds(): number | null {
    return this.#state?.seconds ?? null;
  }

  /** Appends a fragment, unless the codec has changed or the recording would exceed the site's limits for videos. */
  async write({ head, body, end, width, height }: Fragment, codec: VideoConfig['codec']): Promise<void> {
    const state = this.#state ?? { codec, bytes: 0, seconds: 0, width: 0, height: 0 };
    this.#isFull ||= end > limits.filmSeconds || state.bytes + head.length + body.length > limits.videoBytes;
    if (state.codec !== codec || this.#isFull) return;
    const file = await this.#open(state);
    const data = state.bytes === 0 ? Buffer.concat([head, body]) : body;
    await file.write(data, 0, data.length, state.bytes);
    const isLarger = width * height > state.width * state.height;
    const size = isLarger ? { width, height } : { width: state.width, height: state.height };
    if (isLarger && state.bytes > 0) await redeclareSize(file, codec, size);
    this.#state = { codec, bytes: state.bytes + data.length, seconds: end, ...size };
    const place = locateState(this.#folder);
    await writeFile(`${place}.part`, JSON.stringify(this.#state), { mode: 0o600 });
    await rename(`${place}.part`, place);
  }

  async #open({ codec, bytes }: RecordingState): Promise<FileHandle> {
    if (this.#file) return this.#file;
    this.#file = await open(locateRecording(this.#folder, codec), this.#state ? 'r+' : 'w+', 0o600);
    await this.#file.truncate(bytes);
    return this.#file;
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
  }
}

async function redeclareSize(
  file: FileHandle,
  codec: VideoConfig['codec'],
  size: { width: number; height: number },
): Promise<void> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  const head = buffer.subarray(0, bytesRead);
  declareSize(head, codec, size);
  await file.write(head, 0, head.length, 0);
}
