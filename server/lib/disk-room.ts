import { statfsSync } from 'node:fs';

const MEGABYTE = 1024 ** 2;
const GIGABYTE = 1024 * MEGABYTE;
/** Bytes and share of the disk to leave free for a database on the same disk. Uploads may use the most, because people wait. */
const FLOORS = {
  upload: { bytes: 2 * GIGABYTE, share: 0.05 },
  /** Images and renditions that are made from an upload. */
  rendition: { bytes: 3 * GIGABYTE, share: 0.08 },
  /** Data exports, which can wait, so they stop long before uploads do. */
  archive: { bytes: 4 * GIGABYTE, share: 0.1 },
} as const;
/** How long one reading of the disk is used. Bytes taken meanwhile are added to it. */
const LOOK_MS = 1_000;

export type DiskUse = keyof typeof FLOORS;

export class NoDiskRoom extends Error {
  override readonly name = 'NoDiskRoom';
}

/** Checked before bytes are written, so that some space always stays free. Zero bytes always fit. */
export interface DiskRoom {
  /** Bytes of the disk, and those that are free; infinite if the disk cannot be read. At most a second old. */
  read(): { all: number; free: number };
  has(use: DiskUse, bytes: number): boolean;
  /** Like `has`, but counts the bytes, because they are written now. */
  take(use: DiskUse, bytes: number): boolean;
  /**
   * Reserves space for a long write. @param written returns the bytes written so far @returns a function that releases the
   * space @throws NoDiskRoom
   */
  hold(use: DiskUse, bytes: number, written: () => number): () => void;
}

export interface DiskRoomOptions {
  dir: string;
  /** Milliseconds since 1970. */
  now(): number;
  /** Called once when the disk becomes full for a use, and once if the disk cannot be read. */
  onProblem(error: Error): void;
  look?: (dir: string) => { all: number; free: number };
}

const lookAtDisk = (dir: string) => {
  const { blocks, bavail, bsize } = statfsSync(dir);
  return { all: blocks * bsize, free: bavail * bsize };
};

/** If the disk cannot be read, there is assumed to be space: a write that fails will tell more than the reading could. */
export function createDiskRoom({ dir, now, onProblem, look = lookAtDisk }: DiskRoomOptions): DiskRoom {
  let seen = { all: 0, free: 0 };
  let lookedAt = -Infinity;
  let taken = 0;
  const holds = new Set<{ bytes: number; written: () => number; left: number }>();
  let isUnseen = false;
  /** Smallest rejected size by use, so that a rejection is reported only once: rejected work is retried over and over. */
  const refused = new Map<DiskUse, number>();

  function lookAgain(): void {
    lookedAt = now();
    taken = 0;
    for (const one of holds) one.left = Math.max(0, one.bytes - one.written());
    try {
      seen = look(dir);
      isUnseen = false;
    } catch (error) {
      if (!isUnseen) onProblem(new Error(`Cannot read the free disk space of ${dir}`, { cause: error }));
      isUnseen = true;
      seen = { all: Infinity, free: Infinity };
    }
  }

  function has(use: DiskUse, bytes: number): boolean {
    if (bytes === 0) return true;
    if (now() - lookedAt >= LOOK_MS) lookAgain();
    const { bytes: most, share } = FLOORS[use];
    const held = [...holds].reduce((sum, { left }) => sum + left, 0);
    const room = seen.free - taken - held - Math.min(most, seen.all * share);
    if ((refused.get(use) ?? Infinity) <= room) refused.delete(use);
    if (bytes <= room) return true;
    if (bytes < (refused.get(use) ?? Infinity)) {
      const megabytes = Math.ceil(bytes / MEGABYTE);
      onProblem(new Error(`No disk space in ${dir} for ${megabytes} MB of ${use}s`));
      refused.set(use, bytes);
    }
    return false;
  }

  return {
    read() {
      if (now() - lookedAt >= LOOK_MS) lookAgain();
      return { ...seen };
    },
    has,
    take(use, bytes) {
      const fits = has(use, bytes);
      if (fits) taken += bytes;
      return fits;
    },
    hold(use, bytes, written) {
      if (!has(use, bytes)) throw new NoDiskRoom(`No disk space for ${bytes} bytes`);
      const one = { bytes, written, left: bytes };
      holds.add(one);
      return () => void holds.delete(one);
    },
  };
}
