import { statfsSync } from 'node:fs';

const GIGABYTE = 1024 ** 3;
/** Bytes, and share of the disk, that each use leaves free: a database on the same disk stops when it cannot write. */
const FLOORS = {
  upload: { bytes: 2 * GIGABYTE, share: 0.05 },
  /** Pictures and qualities of films, made from an upload. */
  rendition: { bytes: 2 * GIGABYTE, share: 0.05 },
  /** Archives can be made tomorrow, so they end long before uploads do. */
  archive: { bytes: 3 * GIGABYTE, share: 0.08 },
} as const;
/** Milliseconds for which a look at the disk counts; what is taken meanwhile is counted here. */
const LOOK_MS = 1_000;

export type DiskUse = keyof typeof FLOORS;

/** The disk has no room now; it may have some later. */
export class NoDiskRoom extends Error {
  override readonly name = 'NoDiskRoom';
}

/** Asked before bytes are written, so that something is left for all else. No bytes always fit. */
export interface DiskRoom {
  /** Whether as many more bytes fit. */
  has(use: DiskUse, bytes: number): boolean;
  /** The same for bytes that are written now: they are counted. */
  take(use: DiskUse, bytes: number): boolean;
  /**
   * Keeps room for bytes that are written over a long time.
   *
   * @returns what gives the room back once they are there. @throws NoDiskRoom
   */
  hold(use: DiskUse, bytes: number): () => void;
}

export interface DiskRoomOptions {
  /** Where files are kept. */
  dir: string;
  /** Milliseconds since 1970. */
  now(): number;
  /** Hears once of each use that it has become full, or that it cannot be looked at. */
  onProblem(error: Error): void;
  /** How many bytes a disk has, and how many of them are free. */
  look?: (dir: string) => { all: number; free: number };
}

const lookAtDisk = (dir: string) => {
  const { blocks, bavail, bsize } = statfsSync(dir);
  return { all: blocks * bsize, free: bavail * bsize };
};

/** A disk that cannot be looked at counts as one with room: writing to it says more than the look could. */
export function createDiskRoom({ dir, now, onProblem, look = lookAtDisk }: DiskRoomOptions): DiskRoom {
  let seen = { all: 0, free: 0 };
  let lookedAt = -Infinity;
  /** Since that look. */
  let taken = 0;
  let held = 0;
  let isUnseen = false;
  /** The first that was refused of each use, told once: what is refused comes again and again. */
  const refused = new Map<DiskUse, number>();

  function lookAgain(): void {
    lookedAt = now();
    taken = 0;
    try {
      seen = look(dir);
      isUnseen = false;
    } catch (error) {
      if (!isUnseen) onProblem(new Error(`the disk of ${dir} cannot be looked at`, { cause: error }));
      isUnseen = true;
      seen = { all: Infinity, free: Infinity };
    }
  }

  function has(use: DiskUse, bytes: number): boolean {
    if (bytes === 0) return true;
    if (now() - lookedAt >= LOOK_MS) lookAgain();
    const { bytes: most, share } = FLOORS[use];
    const room = seen.free - taken - held - Math.min(most, seen.all * share);
    if ((refused.get(use) ?? Infinity) <= room) refused.delete(use);
    if (bytes <= room) return true;
    if (!refused.has(use)) {
      onProblem(new Error(`the disk of ${dir} is almost full: no room for ${use}s`));
      refused.set(use, bytes);
    }
    return false;
  }

  return {
    has,
    take(use, bytes) {
      const fits = has(use, bytes);
      if (fits) taken += bytes;
      return fits;
    },
    hold(use, bytes) {
      if (!has(use, bytes)) throw new NoDiskRoom(`no room for ${bytes} bytes`);
      held += bytes;
      return () => void (held -= bytes);
    },
  };
}
