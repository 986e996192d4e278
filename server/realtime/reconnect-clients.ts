import type { RealtimeServer } from './publish';

/** Other processes may be cut off for a little longer, and then announce it again. */
const WAIT_MS = 2_000;
/** Sockets are closed one by one, because each client that connects again fetches its lists. */
const SPREAD_MS = 5_000;
/** Clients that connect again are work, which must not cause the next round. Longer than it takes to close all. */
const REST_MS = 30_000;

type Socket = ReturnType<RealtimeServer['sockets']['sockets']['get']> & object;

/**
 * Closes only the connection, because clients do not return by themselves if the server ends a socket. Its state must not be
 * recovered: events that it misses are stored nowhere.
 */
export function letReturn(socket: Socket): void {
  Object.assign(socket.data, { hasMissed: true });
  socket.conn.close();
}

/**
 * Makes clients connect again after they missed events, because clients fetch what they missed after each connect. Promises
 *
 */
export function createReconnect(io: RealtimeServer) {
  const timers = new Set<NodeJS.Timeout>();
  const after = (ms: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms);
    timers.add(timer);
  };
  let isRunning = false;
  let isDue = false;

  function start(): void {
    isDue = true;
    if (isRunning) return;
    isRunning = true;
    after(WAIT_MS, closeAll);
  }

  function closeAll(): void {
    isDue = false;
    for (const socket of io.sockets.sockets.values()) after(Math.random() * SPREAD_MS, () => letReturn(socket));
    after(REST_MS, () => {
      isRunning = false;
      if (isDue) start();
    });
  }

  return { start, stop: () => timers.forEach(clearTimeout) };
}
