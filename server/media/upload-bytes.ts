/** Temporary files with this prefix belong to chunked uploads, which remove them by themselves. */
export const PARTIAL_PREFIX = 'upload-';

/** Called once, as soon as this many bytes of an upload have arrived, with a file that begins with them. */
export interface HeadCheck {
  bytes: number;
  /** Rejects, and removes the upload, if the bytes are wrong. */
  check(localPath: string): Promise<void>;
}

/** The bytes of uploads that are on their way. One caller at a time writes to an upload: the caller has locked it. */
export interface UploadBytes {
  create(id: string): Promise<void>;
  /** @returns how many bytes have arrived; null if the upload was never begun or is removed */
  measure(id: string): Promise<number | null>;
  /**
   * Appends bytes. Those that arrive before an error stay.
   *
   * @returns the new offset, even if the source ends early
   */
  append(id: string, offset: number, source: AsyncIterable<Buffer>, head?: HeadCheck): Promise<number>;
  /** Runs `work` with a file of all bytes, which it may move away. */
  withLocal<T>(id: string, work: (localPath: string) => Promise<T>): Promise<T>;
  remove(id: string): Promise<void>;
  list(): Promise<string[]>;
}
