import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Server, type DefaultEventsMap, type Socket } from 'socket.io';
import type { z } from 'zod';
import { clientEventSchemas } from '@contract/event-schemas';
import type { ClientToServerEvents, ServerToClientEvents } from '@contract/events';
import type { Actor } from '../access';
import type { SlowDown } from '../http/connection/slow-down';
import type { Failures } from '../log/failures';
import { inScope } from '../log/scope';
import { createPresence } from './presence';
import { ownRooms, rooms, type RealtimeServer, type SocketData } from './publish';
import { createEventBudget, createSocketLimits, MOST_QUEUED, QUESTION_POINTS } from './socket-limits';
import { watchSockets, type WatchOptions } from './watch-sockets';

type ClientEventSchemas = typeof clientEventSchemas;
export type ClientEvent = Exclude<keyof ClientEventSchemas, 'auth/login' | 'auth/logout'>;

/** One socket, as a module may use it. */
export interface Connection {
  /** Names the room that holds only this socket. */
  id: string;
  /** Where it connects from, as two letters; null when it cannot be told. */
  country: string | null;
  rooms: ReadonlySet<string>;
  join(room: string): Promise<void>;
  leave(room: string): Promise<void>;
  /** Takes points for a look-up by an id that may not exist. @returns false when the budget is used up and it must not be made */
  mayAsk(): boolean;
}

/** What a module does when a client says something; `actor` is null for a guest, the payload fits the contract. */
export type SocketHandler<E extends ClientEvent> = (event: {
  actor: Actor | null;
  connection: Connection;
  payload: z.output<ClientEventSchemas[E]>;
}) => Promise<void> | void;

export interface SocketHandlers {
  on: { [E in ClientEvent]?: SocketHandler<E> };
  /** First socket of an account came, last one went. */
  onPresence(accountId: string, isOnline: boolean): Promise<void>;
  /** Once a minute: these accounts have sockets in this process. */
  onAlive(accountIds: string[]): Promise<void>;
}

export interface SocketServerOptions {
  /** Whether pages of an origin may connect; undefined for programs that are no browser. */
  isAllowedOrigin(origin: string | undefined): boolean;
  /** @throws AppError for an address that sends too many unknown tokens */
  findActor(token: string, address: string): Promise<Actor | null>;
  /** Whom a socket connects from. */
  tellAddress(request: IncomingMessage): string;
  /** Where a socket connects from, as two letters; null when it cannot be told. */
  tellCountry(request: IncomingMessage): Promise<string | null> | string | null;
  /** Whether the site is closed to a caller now: for all but administrators, or for a country. Promises A-9. */
  isClosedTo(actor: Actor | null, country: string | null): Promise<boolean>;
  /** Of these stays in rooms those that are over, because a creator has blocked who stays there. Promises A-4. */
  findEnded: WatchOptions['findEnded'];
  /** Which of these sessions still stand; the sockets of the others are closed within seconds. */
  listOpenSessions(ids: string[]): Promise<Set<string>>;
  handlers: SocketHandlers;
  failures: Failures;
  slowDown: SlowDown;
  /** Whether accounts and networks are held to their share of sockets and events. */
  isLimited: boolean;
}

export interface SocketServer {
  io: RealtimeServer;
  /** Ends all sockets and waits until what they began is done. */
  close(): Promise<void>;
}

/** Whether a request is for the socket server. */
export const isSocketAddress = (url: string): boolean => url.startsWith('/socket.io/');

/** Whether somebody polls by script elements, as clients of old browsers do. */
const isJsonp = (url: string): boolean => new URLSearchParams(url.split('?')[1]).has('j');

/**
 * The socket server on the API's own port. The handshake's `token` logs a socket in: that of its payload, which is in no
 * address and so in no log of a proxy, else that of its query, as clients of the family send it. `auth/login` does so again
 * after a reconnect. Bad tokens and payloads are ignored, as the family does. A connection too many of a network is refused,
 * a socket too many of an account is closed, and may come again. Wire contract 4.1, 4.2; promises I-2.
 */
export function createSocketServer(http: HttpServer, options: SocketServerOptions): SocketServer {
  const { findActor, handlers, isAllowedOrigin, failures, tellAddress, slowDown } = options;
  const limits = createSocketLimits({ isEnabled: options.isLimited });
  const io: RealtimeServer = new Server(http, {
    cors: { origin: (origin, answer) => answer(null, isAllowedOrigin(origin)) },
    // The headers above bind polling only: a WebSocket is refused here. A script element names no origin, and only that asks for JSONP.
    allowRequest: (request, answer) =>
      answer(
        null,
        isAllowedOrigin(request.headers.origin) && !isJsonp(request.url ?? '') && limits.hasRoom(tellAddress(request)),
      ),
    // Clients of socket.io 2, which the family's older front ends are built with: they send their token in the query.
    allowEIO3: true,
    transports: ['websocket', 'polling'],
    maxHttpBufferSize: 100_000,
    // Upgrades of all other addresses are answered by the app.
    destroyUpgrade: false,
    pingInterval: 10_000,
    pingTimeout: 8_000,
  });
  io.engine.use(async (request: IncomingMessage, _response: unknown, next: () => void) => {
    await slowDown(tellAddress(request));
    next();
    // It has become a WebSocket. Its bytes are counted below everything else, since no packet tells of pings and fragments.
    if ('websocket' in request) {
      const { takeBytes } = limits.countTraffic(tellAddress(request));
      request.socket.on('data', ({ length }: Buffer) => {
        if (!takeBytes(length)) request.socket.destroy();
      });
    }
  });
  io.engine.on('connection', (connection: EngineConnection) => {
    const address = tellAddress(connection.request);
    connection.once('close', limits.enter(address));
    const { takePacket, takeBody } = limits.countTraffic(address);
    // Also those that are ignored: they were read, and a packet may open a socket.
    connection.on('packet', (packet) => {
      if (!takePacket(packet)) connection.close(true);
    });
    const { transport } = connection;
    if (transport.name !== 'polling') return;
    const readBody = transport.onData.bind(transport);
    transport.onData = (body) => {
      if (takeBody(body)) readBody(body);
      else connection.close(true);
    };
  });
  const presence = createPresence({
    isConnected: async (accountId) => (await io.in(rooms.account(accountId)).fetchSockets()).length > 0,
    onChange: handlers.onPresence,
  });
  const running = new Set<Promise<void>>();

  const enter = async (socket: ServerSocket, token: unknown) => {
    const actor =
      typeof token === 'string' && token !== '' && token !== 'null'
        ? await findActor(token, tellAddress(socket.request))
        : null;
    if (!actor || actor.isErasing || socket.data.actor?.sessionId === actor.sessionId) return;
    await leave(socket);
    // Without this a socket that went away meanwhile would join, and nobody would ever take it out again.
    if (socket.disconnected) return;
    if (!limits.mayJoin(io.sockets.adapter.rooms.get(rooms.account(actor.id))?.size ?? 0)) {
      socket.disconnect(true);
      return;
    }
    socket.data.actor = actor;
    await socket.join([rooms.account(actor.id), rooms.session(actor.sessionId)]);
    await presence.changed(actor.id);
  };
  const leave = async (socket: ServerSocket) => {
    const { actor } = socket.data;
    if (!actor) return;
    socket.data.actor = null;
    // What a guest hears next must not be what the account was listening to.
    const own = ownRooms(socket);
    for (const room of [...socket.rooms].filter((name) => !own.has(name))) await socket.leave(room);
    await presence.changed(actor.id);
  };

  const arrive = async (socket: ServerSocket) => {
    const country = await options.tellCountry(socket.request);
    socket.data.country = country;
    if (country !== null) await socket.join(rooms.country(country));
    const { auth, query } = socket.handshake;
    await enter(socket, auth['token'] || query['token']);
    if (await options.isClosedTo(socket.data.actor, country)) socket.disconnect(true);
  };

  io.on('connection', (socket) => {
    socket.data.actor = null;
    socket.data.country = null;
    const address = tellAddress(socket.request);
    const spend = (points?: number) => limits.spend({ actor: socket.data.actor, address }, points);
    const connection = asConnection(socket, () => spend(QUESTION_POINTS));
    const hasBudget = createEventBudget();
    // One after the other: what is said after a log-in waits for it, and the last word on typing stays the last.
    let queue = Promise.resolve();
    let queued = 0;
    const enqueue = (event: string, work: () => Promise<void> | void) => {
      // Nobody waits any more for what a socket that went away had said.
      const run = () => (socket.disconnected && event !== 'disconnect' ? undefined : work());
      // One bad event must not end the process, nor the socket.
      const task = inScope({ reqId: socket.id, event }, () =>
        queue.then(run).catch((error: unknown) => failures.report('socket', event, error)),
      );
      queue = task;
      queued += 1;
      running.add(task);
      void task.finally(() => {
        queued -= 1;
        running.delete(task);
      });
    };
    const handle = (event: ClientEvent, raw: unknown) => {
      const payload = clientEventSchemas[event].safeParse(raw);
      if (!payload.success) return undefined;
      // The event's own schema has just read the payload; TypeScript cannot follow the two by one name.
      const answer: SocketHandler<never> | undefined = handlers.on[event];
      return answer?.({ actor: socket.data.actor, connection, payload: payload.data as never });
    };

    enqueue('connect', () => arrive(socket));
    socket.onAny((event: string, payload: unknown, acknowledge: unknown) => {
      const isHeard = hasBudget() && spend();
      if (!isHeard || queued >= MOST_QUEUED) {
        // A socket must not stay logged in because it was not heard.
        if (event === 'auth/logout') socket.disconnect(true);
        else if (isHeard && event === 'auth/login' && typeof acknowledge === 'function') acknowledge({ ok: false });
        return;
      }
      if (event === 'auth/login') {
        enqueue(event, async () => {
          await enter(socket, clientEventSchemas['auth/login'].safeParse(payload).data?.token);
          if (typeof acknowledge === 'function') acknowledge({ ok: socket.data.actor !== null });
        });
      } else if (event === 'auth/logout') enqueue(event, () => leave(socket));
      else if (isClientEvent(event)) enqueue(event, () => handle(event, payload));
    });
    socket.on('disconnect', () => enqueue('disconnect', () => leave(socket)));
  });

  const stopWatching = watchSockets(io, {
    listOpenSessions: options.listOpenSessions,
    isClosedTo: options.isClosedTo,
    findEnded: options.findEnded,
    onAlive: () => handlers.onAlive(presence.listOnline()),
    onError: (error) => failures.report('background', 'watching the sockets', error),
  });
  return {
    io,
    async close() {
      stopWatching();
      await io.close();
      await Promise.all(running);
    },
  };
}

/** The connection of engine.io under a socket. A polling session may never become a socket. */
interface EngineConnection {
  request: IncomingMessage;
  /** The first one: only a WebSocket can take the place of a polling one. */
  transport: { name: string; onData(body: unknown): void };
  once(event: 'close', listener: () => void): void;
  on(event: 'packet', listener: (packet: { type: string; data?: unknown }) => void): void;
  close(discard: boolean): void;
}

type ServerSocket = Socket<ClientToServerEvents, ServerToClientEvents, DefaultEventsMap, SocketData>;

const isClientEvent = (event: string): event is ClientEvent => Object.hasOwn(clientEventSchemas, event);

function asConnection(socket: ServerSocket, mayAsk: Connection['mayAsk']): Connection {
  return {
    id: socket.id,
    get country() {
      return socket.data.country;
    },
    rooms: socket.rooms,
    join: async (room) => socket.join(room),
    leave: async (room) => socket.leave(room),
    mayAsk,
  };
}
