import { setTimeout as sleep } from 'node:timers/promises';
import type { Lock, Locker } from '@tus/server';
import { newId } from '../../db/columns';
import { AppError } from '../../errors';

/** Who has an upload, over all processes. */
export interface UploadTurns {
  /** @returns false while another call has it. */
  take(id: string, holder: string): Promise<boolean>;
  /** Says that somebody waits. @returns false when there is no such upload. */
  want(id: string): Promise<boolean>;
  /** Says that the holder is still at it. @returns whether it should let go. */
  stay(id: string, holder: string): Promise<boolean>;
  letGo(id: string, holder: string): Promise<void>;
}

/** Milliseconds between signs of life, between looks whether it is one's turn, and until one waits no longer. */
const STAY_MS = 1_000;
const LOOK_MS = 100;
const PATIENCE_MS = 15_000;

/**
 * One call at a time for each upload, in whichever process it arrives. A turn is a line in the database that its holder renews: a
 * process that dies loses it within seconds, and no connection is kept meanwhile, which a lock of PostgreSQL's would need for as long
 * as a part is on its way. Who waits says so, and the holder, often a connection that nobody is behind any more, lets go.
 */
export function createUploadLocker(turns: UploadTurns, onFailure: (error: unknown) => void): Locker {
  return {
    newLock(id): Lock {
      const holder = newId();
      let timer: NodeJS.Timeout | undefined;
      return {
        async lock(signal, letGo) {
          const until = Date.now() + PATIENCE_MS;
          while (!(await turns.take(id, holder))) {
            if (!(await turns.want(id))) throw new AppError('ENTITY_NOT_FOUND');
            if (signal.aborted || Date.now() > until) throw new AppError('UPLOAD_BUSY');
            await sleep(LOOK_MS);
          }
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
