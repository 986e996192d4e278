import { clientEventSchemas } from '@contract/event-schemas';
import { AppError } from '../errors';
import { letReturn } from './reconnect-clients';
import { createEventQueue } from './socket-event-queue';
import { createEventBudget, QUERY_POINTS } from './socket-limits';
import { connectSocket, logInSocket, logOutSocket } from './socket-login';
import {
  isClientEvent,
  type ClientEvent,
  type Connection,
  type ServerSocket,
  type SocketHandler,
  type Sockets,
} from './sockets';

export function handleSocketEvents(deps: Sockets, socket: ServerSocket): void {
  const { limits, getAddress } = deps;
  const before = socket.recovered ? socket.data.actor : null;
  socket.data.actor = null;
  socket.data.country = null;
  const address = getAddress(socket.request);
  const takePoints = (points?: number) => limits.spend({ actor: socket.data.actor, address }, points);
  const takeEvent = createEventBudget();
  const connection = toConnection(socket, () => takePoints(QUERY_POINTS));
  const queue = createEventQueue(deps, socket);

  queue.add('connect', () => reconnectIfFails(socket, connectSocket(deps, socket, before)));
  socket.onAny((event: string, payload: unknown, acknowledge: unknown) => {
    const isWithinBudget = takeEvent() && takePoints();
    if (!isWithinBudget || queue.isFull()) rejectEvent(socket, event, { isWithinBudget, acknowledge });
    else if (event === 'auth/login') queue.add(event, () => handleLogin(deps, socket, payload, acknowledge));
    else if (event === 'auth/logout') queue.add(event, () => logOutSocket(deps, socket));
    else if (isClientEvent(event)) queue.add(event, () => handleEvent(deps, event, { socket, connection, payload }));
  });
  socket.on('disconnect', () =>
    queue.add('disconnect', async () => {
      try {
        await deps.handlers.onDisconnect(connection, socket.data.actor);
      } finally {
        await logOutSocket(deps, socket);
      }
    }),
  );
}

function rejectEvent(
  socket: ServerSocket,
  event: string,
  { isWithinBudget, acknowledge }: { isWithinBudget: boolean; acknowledge: unknown },
): void {
  // A logout beyond the limit closes the socket, because ignoring it would leave the socket logged in.
  if (event === 'auth/logout') socket.disconnect(true);
  else if (isWithinBudget && event === 'auth/login' && typeof acknowledge === 'function') acknowledge({ ok: false });
}

/**
 * A socket that cannot log in because the database does not answer would stay a guest, and get no events. So its connection is
 * closed, and its client tries again by itself.
 */
async function reconnectIfFails(socket: ServerSocket, login: Promise<void>): Promise<void> {
  try {
    await login;
  } catch (error) {
    if (!(error instanceof AppError)) letReturn(socket);
    throw error;
  }
}

async function handleLogin(deps: Sockets, socket: ServerSocket, payload: unknown, acknowledge: unknown): Promise<void> {
  const { token } = clientEventSchemas['auth/login'].safeParse(payload).data ?? {};
  await reconnectIfFails(socket, logInSocket(deps, socket, token));
  if (typeof acknowledge === 'function') acknowledge({ ok: socket.data.actor !== null });
}

/** Ignores invalid payloads, as compatible backends do. */
function handleEvent(
  { handlers }: Sockets,
  event: ClientEvent,
  { socket, connection, payload }: { socket: ServerSocket; connection: Connection; payload: unknown },
): Promise<void> | void {
  const parsed = clientEventSchemas[event].safeParse(payload);
  if (!parsed.success) return undefined;
  // The payload was parsed with the event's schema, but TypeScript cannot relate the two by the event's name.
  const handler: SocketHandler<never> | undefined = handlers.on[event];
  return handler?.({ actor: socket.data.actor, connection, payload: parsed.data as never });
}

const toConnection = (socket: ServerSocket, takeQueryPoints: Connection['takeQueryPoints']): Connection => ({
  id: socket.id,
  get actor() {
    return socket.data.actor;
  },
  get country() {
    return socket.data.country;
  },
  get rooms() {
    return socket.rooms;
  },
  // A socket that has disconnected meanwhile would never leave the room.
  join: async (room) => (socket.disconnected ? undefined : socket.join(room)),
  leave: async (room) => socket.leave(room),
  takeQueryPoints,
});
