import { AsyncLocalStorage } from 'node:async_hooks';

/** Context of running work, which every log line names. */
export interface Scope {
  /** The request that started it; jobs keep the one of their sender. */
  reqId: string;
  job?: string;
  event?: string;
  /** Counts a mail that the caller requests. @returns the caller's recent mails, which set its priority. */
  countMail?(): number;
  /** Call before storing: restarts the request's time limit. @returns false after a timeout response, as the client may retry. */
  beginStoring?(): boolean;
}

const storage = new AsyncLocalStorage<Scope>();

export const inScope = <T>(scope: Scope, work: () => T): T => storage.run(scope, work);

/** Undefined outside of requests, jobs and socket events. */
export const currentScope = (): Scope | undefined => storage.getStore();
