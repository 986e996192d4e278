import type { Lock, Locker } from '@tus/server';
import { newId } from '../../db/columns';
import { AppError } from '../../errors';

/** Locks on uploads, across all processes. */
export interface UploadLockStore {
  /** Locks the upload, or records that a request waits for it. @returns whether it was locked; null if there is none */
  take(id: string, holder: string): Promise<boolean | null>;
  /** Renews the lock. @returns whether another request waits, so that the holder should release it */
  stay(id: string, holder: string): Promise<boolean>;
  letGo(id: string, holder: string): Promise<void>;
}

interface UploadLocking {
  locks: UploadLockStore;
  /** Waits for what this process still writes to the upload. */
  untilWritten(id: string): Promise<void>;
  onFailure(error: unknown): void;
}

/** Interval of renewals, and maximum time to wait for the lock. */
const STAY_MS = 1_000;
const PATIENCE_MS = 15_000;
/** Interval between the first attempts, the factor by which it grows, and its maximum. */
const FIRST_LOOK_MS = 100;
const LOOK_GROWTH = 1.5;
const MAX_LOOK_MS = 1_000;

/**
 * The lock is a database row that its holder keeps renewing. If a process dies, the lock expires within half a minute; and no
 * connection is occupied, as it would be by a PostgreSQL lock. A waiting request records itself in the row, so that the holder,
 * often of a dead connection, releases the lock.
 */
export function createUploadLocker({ locks, untilWritten, onFailure }: UploadLocking): Locker {
  /** Polls for the lock. @throws AppError ENTITY_NOT_FOUND, UPLOAD_BUSY */
  async function waitForLock(id: string, holder: string, signal: AbortSignal): Promise<void> {
    const until = Date.now() + PATIENCE_MS;
    for (let pauseMs = FIRST_LOOK_MS; ; pauseMs = Math.min(MAX_LOOK_MS, pauseMs * LOOK_GROWTH)) {
      if (signal.aborted || Date.now() > until) throw new AppError('UPLOAD_BUSY');
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (await take(id, holder)) return;
    }
  }

  async function take(id: string, holder: string): Promise<boolean> {
    const isTaken = await locks.take(id, holder);
    if (isTaken === null) throw new AppError('ENTITY_NOT_FOUND');
    return isTaken;
  }

  return {
    newLock(id): Lock {
      const holder = newId();
      let timer: NodeJS.Timeout | undefined;
      return {
        async lock(signal, requestRelease) {
          if (!(await take(id, holder))) await waitForLock(id, holder, signal);
          timer = setInterval(() => {
            locks
              .stay(id, holder)
              .then(async (isWanted) => {
                if (isWanted) await requestRelease();
              })
              .catch(onFailure);
          }, STAY_MS);
        },
        async unlock() {
          await untilWritten(id);
          clearInterval(timer);
          // If releasing fails, the lock expires.
          await locks.letGo(id, holder).catch(onFailure);
        },
      };
    },
  };
}
