import { isError } from '../lib/error';

/** Milliseconds before the second try, doubled with each further one. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** Milliseconds that something has to stay up before its next end counts as the first again. */
const SOUND_MS = 60_000;

export interface KeepUpOptions {
  isUp(): Promise<boolean>;
  /** Brings it back. @throws Error when it cannot be */
  revive(): Promise<void>;
  /** Hears once that it went down, and once of each reason why it does not come back. */
  onTrouble(error: unknown): void;
  /** Hears once that it is back, by whoever's hand. */
  onBack(): void;
  /** Milliseconds since some moment. */
  now(): number;
}

/**
 * Keeps something up that may die: at once, then after 1, 2, 4 … 30 seconds, since what does not come up the first
 * time rarely does a second later, and every try costs the machine something.
 *
 * @returns how to look after it, to be called again and again.
 */
export function createSupervisor({ isUp, revive, onTrouble, onBack, now }: KeepUpOptions): () => Promise<void> {
  let isDown = false;
  let upSince = now();
  let tries = 0;
  let nextTryAt = 0;
  let lastReason = '';
  return async () => {
    if (await isUp()) {
      if (isDown) {
        isDown = false;
        upSince = now();
        onBack();
      }
      if (now() - upSince >= SOUND_MS) tries = 0;
      return;
    }
    if (!isDown) {
      isDown = true;
      lastReason = '';
      onTrouble(new Error('PostgreSQL died; it is started again.'));
    }
    if (now() < nextTryAt) return;
    tries += 1;
    nextTryAt = now() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
    try {
      await revive();
    } catch (error) {
      const reason = isError(error) ? error.message : String(error);
      if (reason !== lastReason) onTrouble(error);
      lastReason = reason;
    }
  };
}
