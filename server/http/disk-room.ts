import { statfsSync } from 'node:fs';

const GIGABYTE = 1024 ** 3;
/** What uploads leave free: the database may lie on the same disk, and stops where it cannot write. */
const FLOOR = { bytes: 2 * GIGABYTE, share: 0.05 };
/** Milliseconds for which a look at the disk counts; a fast network brings some hundred megabytes meanwhile. */
const LOOK_MS = 1_000;

export interface DiskRoomOptions {
  /** Where uploads are kept. */
  dir: string;
  /** Milliseconds since 1970. */
  now(): number;
  onFull(error: Error): void;
  /** How many bytes a disk has, and how many of them are free. */
  look?: (dir: string) => { all: number; free: number };
}

const lookAtDisk = (dir: string) => {
  const { blocks, bavail, bsize } = statfsSync(dir);
  return { all: blocks * bsize, free: bavail * bsize };
};

/** @returns whether as many more bytes fit on the disk, so that something is left for all else. */
export function createDiskRoom({ dir, now, onFull, look = lookAtDisk }: DiskRoomOptions): (bytes: number) => boolean {
  let room = 0;
  let lookedAt = -Infinity;
  return (bytes) => {
    if (now() - lookedAt >= LOOK_MS) {
      const { all, free } = look(dir);
      room = free - Math.min(FLOOR.bytes, all * FLOOR.share);
      lookedAt = now();
    }
    if (bytes <= room) return true;
    onFull(new Error(`no upload is taken: the disk of ${dir} is almost full`));
    return false;
  };
}
