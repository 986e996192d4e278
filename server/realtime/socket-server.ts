import type { Server as HttpServer } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { Server, type Socket } from 'socket.io';
import type { Actor } from '../access';
import { rooms } from './publish';

/** What a module does when a client says something; `actor` is null for a guest. Payloads are unchecked: parse them. */
export type SocketHandler = (event: { actor: Actor | null; socket: Socket; payload: unknown }) => Promise<void> | void;

export interface SocketHandlers {
  on: Record<string, SocketHandler>;
  /** First socket of an account came, last one went. */
  onPresence(accountId: string, isOnline: boolean): Promise<void>;
}

export interface SocketServerOptions {
  findActor(token: string): Promise<Actor | null>;
  handlers: SocketHandlers;
  log: FastifyBaseLogger;
}

interface SocketState {
  actor: Actor | null;
}

/**
 * The socket server on the API's own port. The handshake's `token` logs a socket in; `auth/login` does so again after a
 * reconnect. Bad tokens and payloads are ignored, as the family does. Wire contract 4.1, 4.2.
 */
export function createSocketServer(http: HttpServer, { findActor, handlers, log }: SocketServerOptions): Server {
  const io = new Server(http, { cors: { origin: true }, transports: ['websocket', 'polling'], maxHttpBufferSize: 100_000, pingInterval: 10_000, pingTimeout: 8_000 });
  const counts = new Map<string, number>();

  const enter = async (socket: Socket, state: SocketState, token: unknown) => {
    const actor = typeof token === 'string' && token !== '' && token !== 'null' ? await findActor(token) : null;
    if (!actor || state.actor?.id === actor.id) return;
    await leave(socket, state);
    if (socket.disconnected) return;
    state.actor = actor;
    await socket.join([rooms.account(actor.id), rooms.session(actor.sessionId)]);
    const before = counts.get(actor.id) ?? 0;
    counts.set(actor.id, before + 1);
    if (before === 0) await handlers.onPresence(actor.id, true);
  };
  const leave = async (socket: Socket, state: SocketState) => {
    const { actor } = state;
    if (!actor) return;
    state.actor = null;
    await socket.leave(rooms.account(actor.id));
    await socket.leave(rooms.session(actor.sessionId));
    const left = (counts.get(actor.id) ?? 1) - 1;
    if (left > 0) counts.set(actor.id, left);
    else counts.delete(actor.id);
    if (left <= 0) await handlers.onPresence(actor.id, false);
  };

  io.on('connection', (socket) => {
    const state: SocketState = { actor: null };
    const guard = (work: () => Promise<void> | void) => {
      // One bad event must not end the process, nor the socket.
      Promise.resolve()
        .then(work)
        .catch((error: unknown) => log.warn({ err: error }, 'socket event failed'));
    };
    // Later events wait for the log-in of the handshake.
    let ready = enter(socket, state, socket.handshake.query['token']);
    ready = ready.catch((error: unknown) => log.warn({ err: error }, 'socket log-in failed'));
    socket.on('auth/login', (payload: { token?: unknown } | undefined, ack?: unknown) =>
      guard(async () => {
        await ready;
        await enter(socket, state, payload?.token);
        if (typeof ack === 'function') (ack as (reply: unknown) => void)({ ok: state.actor !== null });
      }),
    );
    socket.on('auth/logout', () => guard(() => leave(socket, state)));
    for (const [event, handle] of Object.entries(handlers.on)) {
      socket.on(event, (payload: unknown) =>
        guard(async () => {
          await ready;
          await handle({ actor: state.actor, socket, payload });
        }),
      );
    }
    socket.on('disconnect', () => guard(() => leave(socket, state)));
  });
  return io;
}
