import type { Lock, Locker } from '@tus/server';
import { newId } from '../../db/columns';
import { AppError } from '../../errors';

/** Who has an upload, over all processes. */
export interface UploadLockStore {
  /** Takes it, or says that somebody waits. @returns whether it was taken; null when there is no such upload. */
  take(id: string, holder: string): Promise<boolean | null>;
  /** Says that the holder is still at it. @returns whether it should let go. */
  stay(id: string, holder: string): Promise<boolean>;
  letGo(id: string, holder: string): Promise<void>;
}

/** Milliseconds between signs of life, and until one waits no longer. */
const STAY_MS = 1_000;
const PATIENCE_MS = 15_000;
/** Milliseconds from the first look whether it is one's turn to the second; each pause is longer than the one before it. */
const FIRST_LOOK_MS = 100;
const LOOK_GROWTH = 1.5;
const MAX_LOOK_MS = 1_000;

/**
 * One call at a time for each upload, in whichever process it arrives. A turn is a line in the database that its holder
 * renews: a process that dies loses it within half a minute, and no connection is kept meanwhile, which a lock of
 * PostgreSQL's would need for as long as a part is on its way. Who waits says so, and the holder, often a connection that
 * nobody is behind any more, lets go.
 */
export function createUploadLocker(turns: UploadLockStore, onFailure: (error: unknown) => void): Locker {
  /** Looks again and again. @throws AppError ENTITY_NOT_FOUND, UPLOAD_BUSY */
  async function waitForTurn(id: string, holder: string, signal: AbortSignal): Promise<void> {
    const until = Date.now() + PATIENCE_MS;
    for (let pauseMs = FIRST_LOOK_MS; ; pauseMs = Math.min(MAX_LOOK_MS, pauseMs * LOOK_GROWTH)) {
      if (signal.aborted || Date.now() > until) throw new AppError('UPLOAD_BUSY');
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (await take(id, holder)) return;
    }
  }

  async function take(id: string, holder: string): Promise<boolean> {
    const isTaken = await turns.take(id, holder);
    if (isTaken === null) throw new AppError('ENTITY_NOT_FOUND');
    return isTaken;
  }

  return {
    newLock(id): Lock {
      const holder = newId();
      let timer: NodeJS.Timeout | undefined;
      return {
        async lock(signal, letGo) {
          if (!(await take(id, holder))) await waitForTurn(id, holder, signal);
          timer = setInterval(() => {
            turns.stay(id, holder).then(async (isWanted) => {
              if (isWanted) await letGo();
            }, onFailure);
          }, STAY_MS);
        },
        async unlock() {
          clearInterval(timer);
          // It ends by itself.
          await turns.letGo(id, holder).catch(onFailure);
        },
      };
    },
  };
}
