import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase } from '../db/client';
import { copyEach, listFiles } from './backup-files';

/**
 * Files that a copy of a running server must or may leave out. PostgreSQL manual, "Making a Base Backup Using the Low Level API". The
 * write-ahead log is copied at the end.
 */
const NOT_COPIED =
  /^(postmaster\.(pid|opts)|server\.log|(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/.*|(.*\/)?(pgsql_tmp.*|pg_internal\.init.*))$/;
/** Folders that a server needs at its start, also empty. */
export const EMPTY_FOLDERS = [
  'pg_commit_ts',
  'pg_dynshmem',
  'pg_logical/mappings',
  'pg_logical/snapshots',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_tblspc',
  'pg_twophase',
  'pg_wal/archive_status',
  'pg_wal/summaries',
];
const SLOT = 'backup';

/**
 * Copies the data folder of a running server so that a server on the copy recovers the state of the end of this call.
 * @param copy copies one file by its path below the data folder, and returns false if it has vanished
 * @param scratch folder for the files that PostgreSQL wants in the copy
 */
export async function copyCluster(
  { url, data, scratch }: { url: string; data: string; scratch: string },
  copy: (path: string, from?: string) => Promise<boolean>,
): Promise<void> {
  const database = openDatabase(url, { max: 1 });
  // The backup belongs to the session that starts it.
  const client = await database.pool.connect();
  try {
    // Keeps the write-ahead log since now, which checkpoints would remove.
    await client.query(`select pg_create_physical_replication_slot($1, true, true)`, [`${SLOT}_${process.pid}`]);
    const { rows: starts } = await client.query<{ first: string }>(
      `select pg_walfile_name(pg_backup_start('backup', true)) as first`,
    );
    await copyEach(await listFiles(data, (name) => !NOT_COPIED.test(name)), copy);
    const { rows: stops } = await client.query<{ last: string; labelfile: string }>(
      `select pg_walfile_name(lsn) as last, labelfile from pg_backup_stop(false)`,
    );
    const [[start], [stop]] = [starts, stops];
    if (!start || !stop) throw new Error('PostgreSQL did not make the backup');
    for (const segment of await listFiles(path.join(data, 'pg_wal'))) {
      const isNeeded = /^[0-9A-F]{24}$/.test(segment) && segment >= start.first && segment <= stop.last;
      if (isNeeded && !(await copy(`pg_wal/${segment}`))) throw new Error(`The log ${segment} was removed too early`);
    }
    await writeFile(path.join(scratch, 'backup_label'), stop.labelfile);
    await copy('backup_label', scratch);
  } finally {
    // Ends a backup that was not completed, and drops the slot.
    client.release(true);
    await database.close();
  }
}
