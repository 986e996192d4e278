import { createCipheriv, createDecipheriv, createHash, randomBytes, scryptSync } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { appendFile, mkdir, open, readdir, stat, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { hasCode } from '../lib/error';

/** A file of a backup: its path below the backup's `files`, and what it holds before encryption. */
export interface BackupFile {
  path: string;
  bytes: number;
  sha256: string;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;
/** A bucket takes long to begin each file. */
const COPIES_AT_ONCE = 8;

/** @param salt hex, stored with the backup */
export const deriveKey = (passphrase: string, salt: string): Buffer =>
  scryptSync(passphrase, Buffer.from(salt, 'hex'), 32);

/** @param key encrypts the copy: its first bytes are the nonce, its last ones the authentication tag */
export async function storeFile(source: string, target: string, key?: Buffer): Promise<Omit<BackupFile, 'path'>> {
  await mkdir(path.dirname(target), { recursive: true });
  const meter = measure();
  const output = createWriteStream(target, { flags: 'wx', mode: 0o600 });
  if (!key) {
    await pipeline(createReadStream(source), meter.stream, output);
    return meter.read();
  }
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv);
  output.write(iv);
  await pipeline(createReadStream(source), meter.stream, cipher, output);
  await appendFile(target, cipher.getAuthTag());
  return meter.read();
}

/** Undoes `storeFile`. @throws Error if the stored file is not the one that was backed up, or the key is another one */
export async function fetchFile(source: string, target: string, file: BackupFile, key?: Buffer): Promise<void> {
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const meter = measure();
  const output = createWriteStream(target, { flags: 'wx', mode: 0o600 });
  try {
    if (key) await decrypt(source, key, meter.stream, output);
    else await pipeline(createReadStream(source), meter.stream, output);
  } catch (cause) {
    throw new Error(`${file.path} cannot be read: it was damaged, or the key is another one`, { cause });
  }
  const { bytes, sha256 } = meter.read();
  if (bytes !== file.bytes || sha256 !== file.sha256)
    throw new Error(`${file.path} is not the file that was backed up`);
}

async function decrypt(source: string, key: Buffer, ...rest: [Transform, NodeJS.WritableStream]): Promise<void> {
  const { size } = await stat(source);
  const handle = await open(source);
  let decipher;
  try {
    decipher = createDecipheriv(CIPHER, key, await readAt(handle, 0, IV_BYTES));
    decipher.setAuthTag(await readAt(handle, size - TAG_BYTES, TAG_BYTES));
  } finally {
    await handle.close();
  }
  // The last position counts, too; an empty file is nothing but nonce and tag.
  const isEmpty = size === IV_BYTES + TAG_BYTES;
  const body = isEmpty ? [] : createReadStream(source, { start: IV_BYTES, end: size - TAG_BYTES - 1 });
  await pipeline(body, decipher, ...rest);
}

async function readAt(handle: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(length), 0, length, position);
  if (bytesRead < length) throw new Error('The file is too short');
  return buffer;
}

function measure() {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, read: () => ({ bytes, sha256: hash.digest('hex') }) };
}

/** Copies several files at once. After a failure it begins no others, and throws once those under way have ended. */
export async function copyEach<T>(
  items: Iterable<T> | AsyncIterable<T>,
  copy: (item: T) => Promise<unknown>,
): Promise<void> {
  // A loop that throws closes the generator for the others.
  const waiting = passOn(items);
  const worker = async () => {
    for await (const item of waiting) await copy(item);
  };
  const ended = await Promise.allSettled(Array.from({ length: COPIES_AT_ONCE }, worker));
  const failed = ended.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

async function* passOn<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T, void> {
  yield* items;
}

/** All files below a folder, as paths relative to it. Files that vanish meanwhile are left out. */
export async function listFiles(folder: string, isWanted: (path: string) => boolean = () => true): Promise<string[]> {
  const found: string[] = [];
  const visit = async (below: string): Promise<void> => {
    const entries = await readdir(path.join(folder, below), { withFileTypes: true }).catch(forgiveMissing);
    for (const entry of entries ?? []) {
      const name = path.posix.join(below, entry.name);
      if (!isWanted(name)) continue;
      if (entry.isDirectory()) await visit(name);
      else if (entry.isFile()) found.push(name);
    }
  };
  await visit('');
  return found;
}

export function forgiveMissing(error: unknown): undefined {
  if (!hasCode(error, 'ENOENT')) throw error;
}
