/**
 * A lock that one tab of this browser holds at a time, until that tab releases it or is closed. Another tab that comes to the
 * front requests it by itself.
 */
export interface TabLock {
  /** Asks the tab that holds the lock to release it. */
  request(): void;
  /** The lock can be requested again. */
  release(): void;
  /** Releases the lock for good. */
  close(): void;
}

/**
 * - `acquired`: this tab holds the lock from now on.
 * - `taken`: another tab holds it.
 * - `requested`: another tab asks for it, while this one holds it.
 * - `refused`: the other tab did not release it in time.
 */
export type TabLockEvent = 'acquired' | 'taken' | 'requested' | 'refused';

/** Milliseconds: a tab that reloads needs some to release the lock, and is no other tab. */
const REPORT_TAKEN_AFTER_MS = 300;
/** Milliseconds within which a tab that reloads has released the lock, also on a busy device. */
const BACKGROUND_TIMEOUT_MS = 20_000;
/** Milliseconds in which the other tab can save what is typed there. */
const RELEASE_TIMEOUT_MS = 2_000;

/**
 * @param options.isTaken another tab holds the lock or is about to: this one requests it only when it comes to the front.
 * @returns undefined where the browser has no locks, as over plain HTTP.
 */
export function acquireTabLock(
  name: string,
  onEvent: (news: TabLockEvent) => void,
  { isTaken = false } = {},
): TabLock | undefined {
  const locks = 'locks' in navigator ? navigator.locks : undefined;
  if (!locks || typeof BroadcastChannel === 'undefined') return undefined;
  const channel = new BroadcastChannel(name);
  let releaseLock: (() => void) | undefined;
  let isClosed = false;
  /** One request at a time: a second one of this tab would wait behind its own first. */
  let lastRequest = Promise.resolve();
  let cancelRequest: (() => void) | undefined;

  /** A busy browser can be slow to grant a lock that is free: only the query tells whether it is held. */
  const isLockHeld = async () => (await locks.query()).held?.some((lock) => lock.name === name) === true;

  /** @param options.reportsTaken reports that another tab holds the lock and waits on; else reports a refusal at the end. */
  function request(timeoutMs: number, { reportsTaken = false } = {}): Promise<void> {
    if (releaseLock || isClosed) return Promise.resolve();
    const abort = new AbortController();
    const { signal } = abort;
    cancelRequest = () => abort.abort();
    return new Promise((resolve) => {
      let isAnswered = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const reportTaken = async () => {
        const isTakenElsewhere = await isLockHeld();
        if (isAnswered) return;
        if (isTakenElsewhere) onEvent('taken');
        else reportTakenLater();
      };
      const reportTakenLater = () => (timer = setTimeout(() => void reportTaken(), REPORT_TAKEN_AFTER_MS));
      if (reportsTaken) reportTakenLater();
      const end = setTimeout(() => {
        if (!reportsTaken) onEvent('refused');
        abort.abort();
      }, timeoutMs);
      const endRequest = () => {
        isAnswered = true;
        clearTimeout(timer);
        clearTimeout(end);
        cancelRequest = undefined;
        resolve();
      };
      const handleGranted = () =>
        new Promise<void>((done) => {
          endRequest();
          if (isClosed) return done();
          releaseLock = done;
          onEvent('acquired');
        });
      locks!.request(name, { signal }, handleGranted).catch(endRequest);
    });
  }
  const queueRequest = (...options: Parameters<typeof request>) => {
    lastRequest = lastRequest.then(() => request(...options));
  };
  const requestInBackground = () => cancelRequest || queueRequest(BACKGROUND_TIMEOUT_MS, { reportsTaken: true });
  const release = () => {
    releaseLock?.();
    releaseLock = undefined;
  };

  channel.addEventListener('message', () => releaseLock && onEvent('requested'));
  window.addEventListener('focus', requestInBackground);
  if (!isTaken) requestInBackground();
  return {
    request() {
      if (releaseLock) return onEvent('acquired');
      cancelRequest?.();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin anyway
      channel.postMessage('wanted');
      queueRequest(RELEASE_TIMEOUT_MS);
    },
    release,
    close() {
      isClosed = true;
      cancelRequest?.();
      release();
      channel.close();
      window.removeEventListener('focus', requestInBackground);
    },
  };
}
