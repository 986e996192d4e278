/** One tab holds the lock until it releases it or is closed. A tab that comes to the front requests it automatically. */
export interface TabLock {
  /** Asks the other tab to release it. */
  request(): void;
  release(): void;
  close(): void;
}

/** `requested`: another tab asks this one for the lock. `refused`: the other tab did not release it in time. */
export type TabLockEvent = 'acquired' | 'taken' | 'requested' | 'refused';

/** A reloaded page needs a moment to release the lock: until then, do not report it as taken by another tab. */
const REPORT_TAKEN_AFTER_MS = 300;
/** After this time, a tab that closes has released the lock even on a busy device. */
const BACKGROUND_TIMEOUT_MS = 20_000;
/** Gives the other tab time to save what was typed there. */
const RELEASE_TIMEOUT_MS = 2_000;

/** Queries whether another tab holds the lock. Waiting would not show that: a busy browser may grant even a free lock late. */
function watchTaken(locks: LockManager, name: string, onTaken: () => void): () => void {
  let isEnded = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const check = async () => {
    const { held } = await locks.query();
    if (isEnded) return;
    if (held?.some((lock) => lock.name === name)) onTaken();
    else checkLater();
  };
  const checkLater = () => (timer = setTimeout(() => void check(), REPORT_TAKEN_AFTER_MS));
  checkLater();
  return () => {
    isEnded = true;
    clearTimeout(timer);
  };
}

function createBrowserLock(locks: LockManager, name: string, onEvent: (news: TabLockEvent) => void) {
  let releaseLock: (() => void) | undefined;
  let isClosed = false;
  /** Requests wait for each other: the second would otherwise queue behind this tab's own first one. */
  let lastRequest = Promise.resolve();
  let cancelRequest: (() => void) | undefined;

  /** @param options.reportsTaken true reports `taken` and keeps waiting; false reports `refused` at the timeout */
  function request(timeoutMs: number, { reportsTaken = false } = {}): Promise<void> {
    if (releaseLock || isClosed) return Promise.resolve();
    const abort = new AbortController();
    cancelRequest = () => abort.abort();
    const endWatch = reportsTaken ? watchTaken(locks, name, () => onEvent('taken')) : undefined;
    const timeout = setTimeout(() => {
      if (!reportsTaken) onEvent('refused');
      abort.abort();
    }, timeoutMs);
    return new Promise((resolve) => {
      const endRequest = () => {
        endWatch?.();
        clearTimeout(timeout);
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
      locks.request(name, { signal: abort.signal }, handleGranted).catch(endRequest);
    });
  }
  const release = () => {
    releaseLock?.();
    releaseLock = undefined;
  };
  return {
    isHeld: () => releaseLock !== undefined,
    isRequested: () => cancelRequest !== undefined,
    request(...options: Parameters<typeof request>) {
      lastRequest = lastRequest.then(() => request(...options));
    },
    cancel: () => cancelRequest?.(),
    release,
    close() {
      isClosed = true;
      cancelRequest?.();
      release();
    },
  };
}

/** @param options.isTaken wait until this tab comes to the front. @returns undefined without locks, as over plain HTTP */
export function acquireTabLock(
  name: string,
  onEvent: (news: TabLockEvent) => void,
  { isTaken = false } = {},
): TabLock | undefined {
  const locks = 'locks' in navigator ? navigator.locks : undefined;
  if (!locks || typeof BroadcastChannel === 'undefined') return undefined;
  const channel = new BroadcastChannel(name);
  const lock = createBrowserLock(locks, name, onEvent);
  const requestInBackground = () => {
    if (!lock.isRequested()) lock.request(BACKGROUND_TIMEOUT_MS, { reportsTaken: true });
  };

  channel.addEventListener('message', () => lock.isHeld() && onEvent('requested'));
  window.addEventListener('focus', requestInBackground);
  if (!isTaken) requestInBackground();
  return {
    request() {
      if (lock.isHeld()) return onEvent('acquired');
      lock.cancel();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel only reaches its own origin
      channel.postMessage('wanted');
      lock.request(RELEASE_TIMEOUT_MS);
    },
    release: lock.release,
    close() {
      lock.close();
      channel.close();
      window.removeEventListener('focus', requestInBackground);
    },
  };
}
