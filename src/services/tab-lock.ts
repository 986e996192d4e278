/**
 * Something that one tab of this browser does at a time: whoever has the turn keeps it until it is given away, or the tab is
 * closed. Another tab that comes to the front asks by itself whether it has become free.
 */
export interface TabLock {
  /** Asks the tab that has it to give it away. */
  want(): void;
  /** Lets go of it; it may be wanted again. */
  give(): void;
  /** Lets go of it for good. */
  close(): void;
}

/**
 * - `mine`: this tab has the turn from now on.
 * - `taken`: another tab has it.
 * - `wanted`: another tab asks for it, while this one has it.
 * - `refused`: the other tab did not give it away.
 */
export type TabLockEvent = 'mine' | 'taken' | 'wanted' | 'refused';

/** Milliseconds after which whoever has it still is another tab, as far as a person can tell. */
const reloadMs = 300;
/** Milliseconds in which a tab that is being loaded anew has let go of what it had, on a busy device too. */
const lateMs = 20_000;
/** Milliseconds that the other tab has to save what is typed there. */
const giveMs = 2_000;

/**
 * @param options.isTaken another tab is known to have it, or to be about to: this one does not ask before it comes to the front.
 * @returns undefined where the browser knows no locks, as over plain HTTP: then nobody can tell whose turn it is.
 */
export function acquireTabLock(
  name: string,
  tell: (news: TabLockEvent) => void,
  { isTaken = false } = {},
): TabLock | undefined {
  const locks = 'locks' in navigator ? navigator.locks : undefined;
  if (!locks || typeof BroadcastChannel === 'undefined') return undefined;
  const channel = new BroadcastChannel(name);
  let letGo: (() => void) | undefined;
  let isClosed = false;
  /** One question at a time: a second one of this tab would wait behind its own first. */
  let asking = Promise.resolve();
  /** Ends the question that is under way. */
  let stopAsking: (() => void) | undefined;

  /** Whether somebody has it. A browser that is busy takes its time over a lock that is free. */
  const isHeld = async () => (await locks.query()).held?.some((lock) => lock.name === name) === true;

  /** @param saysTaken tells when another tab has it by now, and waits on; else it tells at the end that it was refused. */
  function request(patienceMs: number, { saysTaken = false } = {}): Promise<void> {
    if (letGo || isClosed) return Promise.resolve();
    const patience = new AbortController();
    const { signal } = patience;
    stopAsking = () => patience.abort();
    return new Promise((resolve) => {
      let isAnswered = false;
      let looking: ReturnType<typeof setTimeout> | undefined;
      const sayTaken = async () => {
        const isAnothers = await isHeld();
        if (isAnswered) return;
        if (isAnothers) tell('taken');
        else sayLater();
      };
      const sayLater = () => (looking = setTimeout(() => void sayTaken(), reloadMs));
      if (saysTaken) sayLater();
      const end = setTimeout(() => {
        if (!saysTaken) tell('refused');
        patience.abort();
      }, patienceMs);
      const answered = () => {
        isAnswered = true;
        clearTimeout(looking);
        clearTimeout(end);
        stopAsking = undefined;
        resolve();
      };
      const hold = () =>
        new Promise<void>((done) => {
          answered();
          if (isClosed) return done();
          letGo = done;
          tell('mine');
        });
      locks!.request(name, { signal }, hold).catch(answered);
    });
  }
  const ask = (...question: Parameters<typeof request>) => {
    asking = asking.then(() => request(...question));
  };
  const look = () => stopAsking || ask(lateMs, { saysTaken: true });
  const give = () => {
    letGo?.();
    letGo = undefined;
  };

  channel.addEventListener('message', () => letGo && tell('wanted'));
  window.addEventListener('focus', look);
  if (!isTaken) look();
  return {
    want() {
      if (letGo) return tell('mine');
      stopAsking?.();
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin anyway
      channel.postMessage('wanted');
      ask(giveMs);
    },
    give,
    close() {
      isClosed = true;
      stopAsking?.();
      give();
      channel.close();
      window.removeEventListener('focus', look);
    },
  };
}
