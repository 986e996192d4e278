import type { SQL } from 'drizzle-orm';
import type { turnOf } from './file-turn';
import type { FileRow } from './media-repository';

type FileTurn = ReturnType<typeof turnOf>;

/** What is done to a file in the background, by one worker at a time. */
export interface Step {
  turnOf(file: FileRow): FileTurn;
  /** Takes the file; null when there is nothing to do, or somebody else is at it. */
  claim(fileId: string, now: Date, staleBefore: Date): Promise<FileRow | null>;
  attemptsOf(file: FileRow): number;
  /** Whether it is still to be done. */
  isDue(file: FileRow): boolean;
  make(file: FileRow, turn: FileTurn): Promise<void>;
  /** @param reason for its owner. */
  giveUp(file: FileRow, reason: string): Promise<void>;
  /** The same when nothing speaks against the file, but its workers are killed each time. */
  setAside(file: FileRow): Promise<void>;
  /** One of the tries so far was ended from outside. */
  countInterruption: Partial<Record<'attempts' | 'ladderAttempts' | 'interruptions', SQL>>;
  /** As if this were the first of its tries. */
  firstTry: Partial<Record<'attempts' | 'ladderAttempts', number>>;
}
