import { getMessage } from '../lib/error';

/** Pause before the second attempt; each further pause is twice as long. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** A process that has run this long is restarted immediately when it dies. */
const SOUND_MS = 60_000;

export interface KeepUpOptions {
  isUp(): Promise<boolean>;
  revive(): Promise<void>;
  /** Called once per outage, and once for each reason that prevents a restart. */
  onTrouble(error: unknown): void;
  onBack(): void;
  /** Milliseconds since any fixed time. */
  now(): number;
}

/** Restarts a process immediately, then after 1, 2, 4 … 30 seconds. @returns a check that must be called periodically */
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
      onTrouble(new Error('PostgreSQL died; restarting it.'));
    }
    if (now() < nextTryAt) return;
    tries += 1;
    nextTryAt = now() + Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (tries - 1));
    try {
      await revive();
    } catch (error) {
      const reason = getMessage(error);
      if (reason !== lastReason) onTrouble(error);
      lastReason = reason;
    }
  };
}
