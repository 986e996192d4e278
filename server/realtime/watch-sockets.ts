import type { RealtimeServer } from './publish';

/** Milliseconds: an ended session loses its sockets within five seconds, also when another process ended it. Promises I-1. */
const CHECK_MS = 4_000;
/** Milliseconds between two signs of life for the accounts that are connected here. */
const ALIVE_MS = 60_000;
/** Packets that wait for a client that does not read: past this it is dropped rather than buffered without end. Promises R-7. */
const MOST_WAITING = 1_000;

export interface WatchOptions {
  listOpenSessions(ids: string[]): Promise<Set<string>>;
  onAlive(): Promise<void>;
  onError(error: unknown): void;
}

/** Looks after the sockets of this process: their sessions, their backlog, their presence. @returns how to stop. */
export function watchSockets(io: RealtimeServer, { listOpenSessions, onAlive, onError }: WatchOptions): () => void {
  const check = async () => {
    const bySession = new Map<string, WatchedSocket[]>();
    for (const socket of io.sockets.sockets.values()) {
      if (backlogOf(socket.conn) > MOST_WAITING) socket.conn.close(true);
      const sessionId = socket.data.actor?.sessionId;
      if (sessionId !== undefined) bySession.set(sessionId, [...(bySession.get(sessionId) ?? []), socket]);
    }
    if (bySession.size === 0) return;
    const open = await listOpenSessions([...bySession.keys()]);
    for (const [sessionId, sockets] of bySession) {
      if (!open.has(sessionId)) for (const socket of sockets) socket.disconnect(true);
    }
  };
  const timers = [
    setInterval(() => void check().catch(onError), CHECK_MS),
    setInterval(() => void onAlive().catch(onError), ALIVE_MS),
  ];
  for (const timer of timers) timer.unref();
  return () => timers.forEach((timer) => clearInterval(timer));
}

type WatchedSocket = ReturnType<RealtimeServer['sockets']['sockets']['get']> & object;

/** engine.io keeps what its transport could not take yet in a list of its own, which its types call private. */
function backlogOf(connection: object): number {
  return (connection as { writeBuffer?: unknown[] }).writeBuffer?.length ?? 0;
}
