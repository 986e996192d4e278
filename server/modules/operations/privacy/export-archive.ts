import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipArchive } from 'archiver';
import { NoDiskRoom } from '../../../lib/disk-room';

export interface ArchiveWriter {
  addText(name: string, text: string): Promise<void>;
  /** Reads async iterables in `value` while writing, so that they do not have to fit into memory. */
  addJson(name: string, value: unknown): Promise<void>;
  /** Stores bytes without compression, because media is already compressed. */
  addBytes(name: string, bytes: Readable): Promise<void>;
}

/**
 * Writes one entry at a time, so that only one source is open.
 *
 * @param takeRoom reserves disk space; returns false if there is none left
 * @param fill adds the entries; if it throws, the archive is aborted and the error rethrown
 * @returns the size in bytes
 * @throws NoDiskRoom
 */
export async function writeArchive(
  file: string,
  takeRoom: (bytes: number) => boolean,
  fill: (writer: ArchiveWriter) => Promise<void>,
): Promise<number> {
  const archive = new ZipArchive({ zlib: { level: 6 } });
  const output = createWriteStream(file, { mode: 0o600 });
  const written = finished(output);
  // Awaited below. Until then, an error must not become an unhandled rejection.
  written.catch(() => undefined);
  archive.on('error', (error) => void output.destroy(error));
  archive.on('data', ({ length }: Buffer) => {
    if (!takeRoom(length)) output.destroy(new NoDiskRoom('Not enough disk space for the rest of the archive'));
  });
  archive.pipe(output);
  const add = async (source: Readable | string, entry: { name: string; store?: boolean }) => {
    const added = once(archive, 'entry');
    // archiver ignores errors of a source, so an unreadable file would crash the process.
    if (typeof source !== 'string') source.once('error', (error) => void output.destroy(error));
    archive.append(source, entry);
    try {
      await Promise.race([added, written]);
    } finally {
      // archiver does not close the source when it aborts the archive.
      if (typeof source !== 'string') source.destroy();
    }
  };
  try {
    await fill({
      addText: (name, text) => add(text, { name }),
      addJson: (name, value) => add(Readable.from(inChunks(writeJson(value)), { objectMode: false }), { name }),
      addBytes: (name, bytes) => add(bytes, { name, store: true }),
    });
    // `finalize` never settles if the output has failed.
    await Promise.all([archive.finalize(), written]);
    return output.bytesWritten;
  } catch (error) {
    archive.abort();
    output.destroy();
    throw error;
  }
}

const CHUNK_LENGTH = 32 * 1024;

async function* inChunks(parts: AsyncIterable<string>): AsyncGenerator<string, void> {
  let chunk = '';
  for await (const part of parts) {
    chunk += part;
    if (chunk.length < CHUNK_LENGTH) continue;
    yield chunk;
    chunk = '';
  }
  yield `${chunk}\n`;
}

const isAsyncList = (value: unknown): value is AsyncIterable<unknown> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** Streams the output of `JSON.stringify(value, null, 2)`. Also accepts async iterables and objects that contain them. */
async function* writeJson(value: unknown, indent = ''): AsyncGenerator<string, void> {
  const inner = `${indent}  `;
  let isFirst = true;
  const begin = (bracket: string): string => {
    const start = `${isFirst ? bracket : ','}\n${inner}`;
    isFirst = false;
    return start;
  };
  if (isAsyncList(value)) {
    for await (const item of value) {
      yield begin('[');
      yield* writeJson(item, inner);
    }
    yield isFirst ? '[]' : `\n${indent}]`;
  } else if (typeof value === 'object' && value !== null && Object.values(value).some(isAsyncList)) {
    for (const [key, member] of Object.entries(value)) {
      if (member === undefined) continue;
      yield `${begin('{')}${JSON.stringify(key)}: `;
      yield* writeJson(member, inner);
    }
    yield `\n${indent}}`;
  } else {
    yield JSON.stringify(value, null, 2).replaceAll('\n', `\n${indent}`);
  }
}
