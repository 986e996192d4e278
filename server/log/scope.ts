import { AsyncLocalStorage } from 'node:async_hooks';

/** Context of running work, which is added to every log line. */
export interface Scope {
  /** The request that started the work; a job has the one of its sender. */
  reqId: string;
  job?: string;
  event?: string;
  /** Counts a mail that the caller causes. @returns the caller's number of recent mails, which decides the mail's priority */
  countMail?(): number;
  /** Call before storing something: restarts the time limit. @returns false after a timeout response, the client may retry */
  beginStoring?(): boolean;
}

const storage = new AsyncLocalStorage<Scope>();

export const inScope = <T>(scope: Scope, work: () => T): T => storage.run(scope, work);

/** Undefined outside of requests, jobs and socket events. */
export const currentScope = (): Scope | undefined => storage.getStore();
