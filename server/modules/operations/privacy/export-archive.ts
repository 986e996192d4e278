import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipArchive } from 'archiver';

export interface ArchiveWriter {
  addText(name: string, text: string): Promise<void>;
  addJson(name: string, value: unknown): Promise<void>;
  /** What is compressed already is stored as it is. */
  addBytes(name: string, bytes: Readable): Promise<void>;
}

/**
 * Writes a zip archive to a local file, one entry after the other, so that no more than one is held open.
 *
 * @param fill adds the entries; what it throws stops the archive and is thrown on.
 * @returns the size in bytes.
 */
export async function writeArchive(file: string, fill: (writer: ArchiveWriter) => Promise<void>): Promise<number> {
  const archive = new ZipArchive({ zlib: { level: 6 } });
  const output = createWriteStream(file, { mode: 0o600 });
  const written = finished(output);
  // Waited for below; until then a failure must not count as unhandled.
  written.catch(() => undefined);
  archive.on('error', (error) => void output.destroy(error));
  archive.pipe(output);
  const add = async (source: Readable | string, entry: { name: string; store?: boolean }) => {
    const added = once(archive, 'entry');
    archive.append(source, entry);
    await Promise.race([added, written]);
  };
  try {
    await fill({
      addText: (name, text) => add(text, { name }),
      addJson: (name, value) => add(`${JSON.stringify(value, null, 2)}\n`, { name }),
      addBytes: (name, bytes) => add(bytes, { name, store: true }),
    });
    await archive.finalize();
    await written;
    return output.bytesWritten;
  } catch (error) {
    archive.abort();
    output.destroy();
    throw error;
  }
}
