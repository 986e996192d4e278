import { statfsSync } from 'node:fs';

const GIGABYTE = 1024 ** 3;
/** Uploads leave so much free: the database may lie on the same disk, and stops when it cannot write. */
const FLOOR = { bytes: 2 * GIGABYTE, share: 0.05 };
/** Milliseconds for which a look at the disk counts; a fast network brings some hundred megabytes meanwhile. */
const LOOK_MS = 1_000;

export interface DiskRoomOptions {
  /** Where uploads are kept. */
  dir: string;
  /** Milliseconds since 1970. */
  now(): number;
  /** Hears once that it has become full, or cannot be looked at. */
  onProblem(error: Error): void;
  /** How many bytes a disk has, and how many of them are free. */
  look?: (dir: string) => { all: number; free: number };
}

const lookAtDisk = (dir: string) => {
  const { blocks, bavail, bsize } = statfsSync(dir);
  return { all: blocks * bsize, free: bavail * bsize };
};

/**
 * A disk that cannot be looked at counts as one with room: writing to it says more than the look could.
 *
 * @returns whether as many more bytes fit on the disk, so that something is left for all else.
 */
export function createDiskRoom({
  dir,
  now,
  onProblem,
  look = lookAtDisk,
}: DiskRoomOptions): (bytes: number) => boolean {
  let room = 0;
  let lookedAt = -Infinity;
  // Told once each: uploads go on being sent meanwhile.
  let refused: number | undefined;
  let isUnseen = false;
  function measure(): number {
    try {
      const { all, free } = look(dir);
      isUnseen = false;
      return free - Math.min(FLOOR.bytes, all * FLOOR.share);
    } catch (error) {
      if (!isUnseen) onProblem(new Error(`the disk of ${dir} cannot be looked at`, { cause: error }));
      isUnseen = true;
      return Infinity;
    }
  }
  return (bytes) => {
    if (now() - lookedAt >= LOOK_MS) {
      room = measure();
      lookedAt = now();
      if (refused !== undefined && refused <= room) refused = undefined;
    }
    if (bytes <= room) return true;
    if (refused === undefined) onProblem(new Error(`no upload is taken: the disk of ${dir} is almost full`));
    refused ??= bytes;
    return false;
  };
}
