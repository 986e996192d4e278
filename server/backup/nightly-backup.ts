import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ServerContext } from '../context';
import { getDirectUrl } from '../env';
import { forgiveMissing } from './backup-files';
import { createObjectSource } from '../media/object-source';
import { makeBackup, MANIFEST } from './make-backup';

/** @example toName(new Date('2026-11-29T02:40:00Z')) // '2026-11-29T02-40-00Z' */
const toName = (at: Date): string => at.toISOString().replace(/\.\d+/, '').replaceAll(':', '-');
const NAME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ$/;

/**
 * Job `backup`: makes a backup in a new folder of BACKUP_DIR, then removes the oldest beyond BACKUP_KEEP. Does nothing without
 * BACKUP_DIR. @throws Error that says why there is none, so that operators see a failed job
 */
export async function backUpNightly({ env, clock }: Pick<ServerContext, 'env' | 'clock'>, url: string): Promise<void> {
  const { BACKUP_DIR, BACKUP_KEEP, BACKUP_KEY, DATA_DIR } = env;
  if (BACKUP_DIR === undefined) return;
  await mkdir(BACKUP_DIR, { recursive: true, mode: 0o700 });
  const folder = path.join(BACKUP_DIR, toName(clock.now()));
  const objects = createObjectSource(env);
  await makeBackup(url, { dataDir: DATA_DIR, databaseUrl: getDirectUrl(env), folder, passphrase: BACKUP_KEY, objects });
  const complete: string[] = [];
  for (const name of (await readdir(BACKUP_DIR)).filter((one) => NAME.test(one)).toSorted()) {
    const manifest = await stat(path.join(BACKUP_DIR, name, MANIFEST)).catch(forgiveMissing);
    if (manifest) complete.push(name);
    // A process that was killed left it.
    else await rm(path.join(BACKUP_DIR, name), { recursive: true });
  }
  for (const name of complete.slice(0, -BACKUP_KEEP)) await rm(path.join(BACKUP_DIR, name), { recursive: true });
}
