import { mkdir, open, rename, writeFile, type FileHandle } from 'node:fs/promises';
import { limits } from '@contract/base/limits';
import { locateRecording, locateState, readState, type RecordingState } from '../recorded-show';
import type { VideoConfig } from './depacketizer';
import type { Fragment } from './pack-fragment';

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
  async write({ head, body, end }: Fragment, codec: VideoConfig['codec']): Promise<void> {
    const state = this.#state ?? { codec, bytes: 0, seconds: 0 };
    this.#isFull ||= end > limits.filmSeconds || state.bytes + head.length + body.length > limits.videoBytes;
    if (state.codec !== codec || this.#isFull) return;
    if (!this.#file) {
      this.#file = await open(locateRecording(this.#folder, codec), this.#state ? 'r+' : 'w', 0o600);
      await this.#file.truncate(state.bytes);
    }
    const data = state.bytes === 0 ? Buffer.concat([head, body]) : body;
    await this.#file.write(data, 0, data.length, state.bytes);
    this.#state = { codec, bytes: state.bytes + data.length, seconds: end };
    const place = locateState(this.#folder);
    await writeFile(`${place}.part`, JSON.stringify(this.#state), { mode: 0o600 });
    await rename(`${place}.part`, place);
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
  }
}
