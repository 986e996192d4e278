import type { Actor } from '../access';
import { groupBy } from '../lib/group-by';
import { ownRooms, rooms, type RealtimeServer } from './publish';

/** When a session ends, its sockets are closed within five seconds, even if another process ended it. Promises I-1. */
const CHECK_MS = 4_000;
const HEARTBEAT_MS = 60_000;
/** A client that does not read is disconnected once it has this many unsent packets. Promises R-7. */
const MAX_BACKLOG = 1_000;

export interface RoomMembership {
  room: string;
  accountId: string | null;
  /** Two letters; null if unknown. */
  country: string | null;
}

export interface WatchOptions {
  /** Omits ended sessions; their sockets are then closed. */
  listOpenSessions(ids: string[]): Promise<Set<string>>;
  /** True if the site is closed to the caller, because of maintenance or the country. Promises A-9. */
  isClosedTo(actor: Actor | null, country: string | null): Promise<boolean>;
  /** Returns those memberships (the same objects) that have ended because of a block or lost access. Promises A-4. */
  findLostMembers(members: readonly RoomMembership[]): Promise<ReadonlySet<RoomMembership>>;
  onMembersRemoved(): Promise<void>;
  onAlive(): Promise<void>;
  onError(error: unknown): void;
}

/** @returns a function that stops the checks */
export function watchSockets(io: RealtimeServer, options: WatchOptions): () => void {
  const checks = [
    async () => dropSlow(io),
    () => endSessions(io, options),
    () => endClosedVisits(io, options),
    () => endLostMemberships(io, options),
  ];
  const check = () => Promise.all(checks.map((one) => one().catch(options.onError)));
  const timers = [
    setInterval(() => void check(), CHECK_MS),
    setInterval(() => void options.onAlive().catch(options.onError), HEARTBEAT_MS),
  ];
  for (const timer of timers) timer.unref();
  return () => timers.forEach((timer) => clearInterval(timer));
}

type WatchedSocket = ReturnType<RealtimeServer['sockets']['sockets']['get']> & object;

const listSockets = (io: RealtimeServer): WatchedSocket[] => [...io.sockets.sockets.values()];

function dropSlow(io: RealtimeServer): void {
  for (const { conn } of listSockets(io)) if (getBacklog(conn) > MAX_BACKLOG) conn.close(true);
}

async function endSessions(io: RealtimeServer, { listOpenSessions }: WatchOptions): Promise<void> {
  const bySession = groupBy(listSockets(io), ({ data }) => data.actor?.sessionId ?? '');
  bySession.delete('');
  if (bySession.size === 0) return;
  const open = await listOpenSessions([...bySession.keys()]);
  for (const [sessionId, sockets] of bySession) {
    if (!open.has(sessionId)) for (const socket of sockets) socket.disconnect(true);
  }
}

/** Closes sockets during maintenance, and from countries to which the site has been closed. */
async function endClosedVisits(io: RealtimeServer, { isClosedTo }: WatchOptions): Promise<void> {
  for (const socket of listSockets(io)) {
    if (await isClosedTo(socket.data.actor, socket.data.country)) socket.disconnect(true);
  }
}

/** Also notices changes made by another process, such as a block. */
async function endLostMemberships(
  io: RealtimeServer,
  { findLostMembers, onMembersRemoved }: WatchOptions,
): Promise<void> {
  const members = new Map<RoomMembership, WatchedSocket>();
  for (const socket of listSockets(io)) {
    const { actor, country } = socket.data;
    const own = new Set([
      ...ownRooms(socket),
      ...(actor ? [rooms.account(actor.id), rooms.session(actor.sessionId)] : []),
    ]);
    for (const room of socket.rooms) {
      if (!own.has(room)) members.set({ room, accountId: actor?.id ?? null, country }, socket);
    }
  }
  for (const member of members.size === 0 ? [] : await findLostMembers([...members.keys()]))
    await members.get(member)?.leave(member.room);
  await onMembersRemoved();
}

/** A function, because engine.io's types declare the list of unsent packets as private. */
function getBacklog(connection: object): number {
  return (connection as { writeBuffer?: unknown[] }).writeBuffer?.length ?? 0;
}
