import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { readStatement } from './read-statement';
import { writeCsvEnd, writeCsvHead, writeCsvLine } from './statement-csv';
import { readPeriod } from './statement-period';
import { getTmpDir } from '../../../lib/tmp-dir';

/** A temporary file that is already deleted from its folder and can be read once. */
export interface PassingFile {
  size: number;
  bytes: Readable;
}

/** Writes one line per movement to a temporary file first, so that a slow download does not occupy a database connection. */
export async function writeStatementCsv(
  { db, env }: Pick<ServerContext, 'db' | 'env'>,
  ownerId: string,
  name: string,
): Promise<PassingFile> {
  const folder = getTmpDir(env);
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, newId());
  const handle = await open(file, 'wx+', 0o600);
  try {
    let text = '';
    const { closing } = await readStatement(db, ownerId, readPeriod(name), {
      begin: (opening) => void (text = writeCsvHead(opening)),
      async onLines(lines) {
        await handle.write(text + lines.map(writeCsvLine).join(''));
        text = '';
      },
    });
    await handle.write(text + writeCsvEnd(closing));
    const { size } = await handle.stat();
    return { size, bytes: handle.createReadStream({ start: 0 }) };
  } catch (error) {
    await handle.close();
    throw error;
  } finally {
    // The file can still be read through the open handle.
    await rm(file, { force: true });
  }
}
