import { statfsSync } from 'node:fs';

const MEMORY_DISK = '/dev/shm';
/** Databases of a whole test run, with films and backups. Containers often have a disk of 64 MB. */
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Lets this process, and those that it starts, keep temporary files in memory where the machine has room for that. A test database is
 * a copy of a thousand files: 20 ms there, 600 ms on the disk of a small virtual machine. An explicit TMPDIR is kept.
 */
export function keepTmpInMemory() {
  if (process.env.TMPDIR === undefined && hasRoom()) process.env.TMPDIR = MEMORY_DISK;
}

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK);
    return bavail * bsize >= NEEDED_BYTES;
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}
