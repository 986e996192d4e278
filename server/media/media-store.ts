import type { Readable } from 'node:stream';

/** First and last byte, inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

/** How long such links open large and other objects: they outlive a loss of access. Promises A-4. */
export const linkSeconds = { large: 300, small: 60 } as const;

/** The headers with which a signed link answers, and for how long it opens the object. */
export interface LinkOptions {
  mimeType: string;
  disposition: string;
  cacheControl: string;
  seconds: number;
}

/** Objects are written completely or not at all, and never change while their key is in use. */
export interface MediaStore {
  /** Moves a local file into the store. */
  put(key: string, localPath: string): Promise<void>;
  copy(key: string, localPath: string): Promise<void>;
  write(key: string, data: Uint8Array): Promise<void>;
  /** @throws Error ENOENT if there is no such object, before anything is sent */
  open(key: string, range?: ByteRange): Promise<Readable>;
  /** The whole object and its size, which match even if it is replaced meanwhile. @throws as `open` */
  openWhole(key: string): Promise<{ size: number; bytes: Readable }>;
  /** Keys without a slash, of all objects, including leftovers of interrupted writes. */
  list(): Promise<string[]>;
  /** Runs `work` with the object as a file on this machine, which must not be changed and is gone afterwards. */
  withLocal<T>(key: string, work: (localPath: string) => Promise<T>): Promise<T>;
  remove(keys: readonly string[]): Promise<void>;
  /** Deletes all objects below `prefix`, including leftovers of interrupted writes. */
  removeAll(prefix: string): Promise<void>;
  /** A link that opens the object for everybody who has it; null if the store cannot send objects itself. */
  sign(key: string, options: LinkOptions): Promise<string | null>;
}

export const isKey = (key: string): boolean => /^[0-9a-z]+(?:[/.-][0-9a-z]+)*$/.test(key);

/** All keys are created by us; this is a second protection against paths outside of a folder. */
export function assertKey(key: string): string {
  if (!isKey(key)) throw new Error(`Not a storage key: "${key}"`);
  return key;
}

/** Thrown in the form in which Node.js reports a missing file. */
export const noSuchObject = (key: string): Error =>
  Object.assign(new Error(`No such object: ${key}`), { code: 'ENOENT' });
