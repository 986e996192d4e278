import type { ServerContext } from '../context';
import { getDirectUrl } from '../env';
import { createObjectSource } from '../media/object-source';
import { openBackupShelf } from './backup-folder';
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
  const shelf = openBackupShelf(BACKUP_DIR, env);
  const objects = createObjectSource(env);
  const place = { dataDir: DATA_DIR, databaseUrl: getDirectUrl(env), passphrase: BACKUP_KEY, objects };
  await makeBackup(url, { ...place, folder: shelf.open(toName(clock.now())) });
  const complete: string[] = [];
  for (const name of (await shelf.list()).filter((one) => NAME.test(one)).toSorted()) {
    if (await shelf.open(name).has(MANIFEST)) complete.push(name);
    // A process that was killed left it.
    else await shelf.remove(name);
  }
  for (const name of complete.slice(0, -BACKUP_KEEP)) await shelf.remove(name);
}
