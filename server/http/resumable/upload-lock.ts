import type { Lock, Locker } from '@tus/server';
import { newId } from '../../db/columns';
import { AppError } from '../../errors';

/** Locks on uploads, across all processes. */
export interface UploadLockStore {
  /** Locks the upload, or records that a request waits. @returns whether it was locked; null if there is no such upload. */
  take(id: string, holder: string): Promise<boolean | null>;
  /** Renews the lock. @returns whether the holder should release it. */
  stay(id: string, holder: string): Promise<boolean>;
  letGo(id: string, holder: string): Promise<void>;
}

/** Interval of renewals, and maximum wait for the lock. */
const STAY_MS = 1_000;
const PATIENCE_MS = 15_000;
/** First interval between attempts, its growth, and its maximum. */
const FIRST_LOOK_MS = 100;
const LOOK_GROWTH = 1.5;
const MAX_LOOK_MS = 1_000;

/**
 * The lock is a database row that its holder renews: a process that dies loses it within half a minute, and no connection is
 * kept, as a PostgreSQL lock would need. A waiting request records itself, and the holder, often a dead connection, then releases
 * the lock.
 */
export function createUploadLocker(locks: UploadLockStore, onFailure: (error: unknown) => void): Locker {
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
        async lock(signal, letGo) {
          if (!(await take(id, holder))) await waitForLock(id, holder, signal);
          timer = setInterval(() => {
            locks.stay(id, holder).then(async (isWanted) => {
              if (isWanted) await letGo();
            }, onFailure);
          }, STAY_MS);
        },
        async unlock() {
          clearInterval(timer);
          // If this fails, the lock expires.
          await locks.letGo(id, holder).catch(onFailure);
        },
      };
    },
  };
}
