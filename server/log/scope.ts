import { AsyncLocalStorage } from 'node:async_hooks';

/** On whose behalf something runs, as it stands in each line of the log. */
export interface Scope {
  /** The request that began it; jobs keep the one they were sent by. */
  reqId: string;
  job?: string;
  event?: string;
  /** Counts a mail that the caller asks for. @returns how many turns the caller had lately, by which mails stand in line. */
  countMail?(): number;
  /**
   * Called before anything is stored: the call has its time once more.
   *
   * @returns false once the caller was told that it took too long, and may ask again: then nothing may be stored.
   */
  beginStoring?(): boolean;
}

const storage = new AsyncLocalStorage<Scope>();

/** Runs `work` so that all it logs and reports, however deep, names this scope. */
export const inScope = <T>(scope: Scope, work: () => T): T => storage.run(scope, work);

/** What runs now; undefined outside of requests, jobs and socket events. */
export const currentScope = (): Scope | undefined => storage.getStore();
