import { randomUUID } from 'node:crypto';
import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { ServerOptions } from 'socket.io';
import { getPrefix, type Redis } from '../redis/connect-redis';
import { rooms, type SocketData } from './publish';
import type { SocketServerOptions } from './sockets';
import { createStreamConnection } from './stream-connection';

const STREAM = 'socket-events';
/** A client that reconnects within this time, to any process, gets the events that it missed. */
const RECOVERY_MS = 120_000;

type Session = Awaited<ReturnType<ReturnType<ReturnType<typeof createAdapter>>['restoreSession']>> & {
  data: SocketData & { hasMissed?: boolean };
};

export type SessionChecks = Pick<SocketServerOptions, 'listOpenSessions' | 'isClosedTo' | 'findLostMembers'>;

/** Publishes events to the sockets of all processes through Redis, in order. */
export function createCluster(
  redis: Redis,
  { onMissed, ...checks }: SessionChecks & { onMissed(): void },
): { options: Partial<ServerOptions>; close(): Promise<void> } {
  const { connection, close } = createStreamConnection(redis, { streamName: STREAM, onMissed });
  const create = createAdapter(connection, {
    streamName: STREAM,
    channelPrefix: `${getPrefix(redis)}sockets`,
    sessionKeyPrefix: 'socket-state:',
    onlyPlaintext: true,
  });
  // Not an arrow function, because socket.io calls it with `new`.
  function adapter(namespace: unknown) {
    const made = create(namespace);
    const restore = made.restoreSession.bind(made);
    const persist = made.persistSession.bind(made);
    return Object.assign(made, {
      restoreSession: async (id: string, offset: string) =>
        authorizeSession((await restore(id, offset)) as Session, checks),
      persistSession: (session: Session) => (session.data.hasMissed ? undefined : persist(session)),
    });
  }
  return {
    options: {
      adapter,
      connectionStateRecovery: { maxDisconnectionDuration: RECOVERY_MS, skipMiddlewares: false },
    },
    close,
  };
}

/**
 * socket.io sends missed events before any middleware runs, so access is checked here. The id is new, because the old socket may
 * still be cleaned up. Rooms of shows have to be entered again, because they count viewers.
 *
 * @throws Error if the account has lost access to anything; then the client connects as a new one
 */
async function authorizeSession(
  session: Session,
  { listOpenSessions, isClosedTo, findLostMembers }: SessionChecks,
): Promise<Session> {
  const { actor, country } = session.data;
  const joined = session.rooms.filter((room) => room !== session.sid);
  const members = joined.map((room) => ({ room, accountId: actor?.id ?? null, country }));
  const [open, isClosed, lost] = await Promise.all([
    actor ? listOpenSessions([actor.sessionId]) : new Set<string>(),
    isClosedTo(actor, country),
    findLostMembers(members),
  ]);
  if (isClosed || lost.size > 0 || (actor && !open.has(actor.sessionId)))
    throw new Error('The account has lost access');
  const kept = joined.filter((room) => !room.startsWith(rooms.conversation('', '').slice(0, -1)));
  return { ...session, sid: randomUUID(), rooms: kept };
}
