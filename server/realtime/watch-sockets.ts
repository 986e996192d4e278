import type { Actor } from '../access';
import { groupBy } from '../lib/group-by';
import { ownRooms, rooms, type RealtimeServer } from './publish';

/** Milliseconds: an ended session loses its sockets within five seconds, also when another process ended it. Promises I-1. */
const CHECK_MS = 4_000;
/** Milliseconds between two signs of life for the accounts that are connected here. */
const ALIVE_MS = 60_000;
/** Packets that wait for a client that does not read: past this it is dropped rather than buffered without end. Promises R-7. */
const MOST_WAITING = 1_000;

/** Somebody who hears what is said in a room. */
export interface RoomMembership {
  room: string;
  /** Null for a guest. */
  accountId: string | null;
  /** Two letters; null when it cannot be told. */
  country: string | null;
}

export interface WatchOptions {
  listOpenSessions(ids: string[]): Promise<Set<string>>;
  isClosedTo(actor: Actor | null, country: string | null): Promise<boolean>;
  /** Which of these stays are over; the same objects. */
  findEnded(stays: readonly RoomMembership[]): Promise<ReadonlySet<RoomMembership>>;
  onAlive(): Promise<void>;
  onError(error: unknown): void;
}

/**
 * Looks after the sockets of this process: their sessions, the rooms they may stay in, their backlog, their presence.
 *
 * @returns how to stop.
 */
export function watchSockets(io: RealtimeServer, options: WatchOptions): () => void {
  const checks = [
    async () => dropSlow(io),
    () => endSessions(io, options),
    () => endVisits(io, options),
    () => endStays(io, options),
  ];
  const check = () => Promise.all(checks.map((one) => one().catch(options.onError)));
  const timers = [
    setInterval(() => void check(), CHECK_MS),
    setInterval(() => void options.onAlive().catch(options.onError), ALIVE_MS),
  ];
  for (const timer of timers) timer.unref();
  return () => timers.forEach((timer) => clearInterval(timer));
}

type WatchedSocket = ReturnType<RealtimeServer['sockets']['sockets']['get']> & object;

const listSockets = (io: RealtimeServer): WatchedSocket[] => [...io.sockets.sockets.values()];

function dropSlow(io: RealtimeServer): void {
  for (const { conn } of listSockets(io)) if (backlogOf(conn) > MOST_WAITING) conn.close(true);
}

async function endSessions(io: RealtimeServer, { listOpenSessions }: WatchOptions): Promise<void> {
  const bySession = groupBy(listSockets(io), ({ data }) => data.actor?.sessionId ?? '');
  // Strangers have none.
  bySession.delete('');
  if (bySession.size === 0) return;
  const open = await listOpenSessions([...bySession.keys()]);
  for (const [sessionId, sockets] of bySession) {
    if (!open.has(sessionId)) for (const socket of sockets) socket.disconnect(true);
  }
}

/** The site was closed to a country, or for maintenance. */
async function endVisits(io: RealtimeServer, { isClosedTo }: WatchOptions): Promise<void> {
  for (const socket of listSockets(io)) {
    if (await isClosedTo(socket.data.actor, socket.data.country)) socket.disconnect(true);
  }
}

/** A creator has blocked somebody, also in another process, or a country. */
async function endStays(io: RealtimeServer, { findEnded }: WatchOptions): Promise<void> {
  const stays = new Map<RoomMembership, WatchedSocket>();
  for (const socket of listSockets(io)) {
    const { actor, country } = socket.data;
    const own = new Set([
      ...ownRooms(socket),
      ...(actor ? [rooms.account(actor.id), rooms.session(actor.sessionId)] : []),
    ]);
    for (const room of socket.rooms) {
      if (!own.has(room)) stays.set({ room, accountId: actor?.id ?? null, country }, socket);
    }
  }
  if (stays.size === 0) return;
  for (const stay of await findEnded([...stays.keys()])) void stays.get(stay)?.leave(stay.room);
}

/** engine.io keeps what its transport could not take yet in a list of its own, which its types call private. */
function backlogOf(connection: object): number {
  return (connection as { writeBuffer?: unknown[] }).writeBuffer?.length ?? 0;
}
