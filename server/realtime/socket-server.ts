import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Server, type ServerOptions } from 'socket.io';
import { repeatWork } from '../lib/repeat-work';
import { createAccountSockets, SOCKET_BEAT_MS } from './account-sockets';
import { createCluster } from './cluster-adapter';
import { limitTraffic } from './limit-traffic';
import { createPresence } from './presence';
import type { RealtimeServer } from './publish';
import { createReconnect } from './reconnect-clients';
import { handleSocketEvents } from './socket-events';
import { createSocketLimits, type SocketLimits } from './socket-limits';
import type { Sockets, SocketServerOptions } from './sockets';
import { watchSockets } from './watch-sockets';

export interface SocketServer {
  io: RealtimeServer;
  /** Closes all sockets, and waits until their pending events have been handled. */
  close(): Promise<void>;
}

export const isSocketAddress = (url: string): boolean => url.startsWith('/socket.io/');

/**
 * A socket logs in with the `token` of its handshake: the one in its payload, which proxies do not log, or else the one in its
 * query, where compatible clients send it. Connections beyond a network's limit are rejected, and sockets beyond an account's
 * limit are closed; both can reconnect later. Wire contract 4.1, 4.2; promises I-2.
 */
export function createSocketServer(http: HttpServer, options: SocketServerOptions): SocketServer {
  const { handlers, failures, redis, announcements } = options;
  const limits = createSocketLimits({ isEnabled: options.isLimited });
  const onMissed = () => announcements.announce('missedEvents');
  const cluster = redis && createCluster(redis, { ...options, onMissed });
  const io = createServer(http, { ...options, ...cluster?.options }, limits);
  const accountSockets = createAccountSockets(redis);
  const presence = createPresence({ sockets: accountSockets, onChange: handlers.onPresence });
  const deps: Sockets = { ...options, io, limits, accountSockets, presence, running: new Set() };
  limitTraffic(deps);
  io.on('connection', (socket) => handleSocketEvents(deps, socket));
  const stopWatching = watchSockets(io, {
    listOpenSessions: options.listOpenSessions,
    isClosedTo: options.isClosedTo,
    findLostMembers: options.findLostMembers,
    onMembersRemoved: options.onMembersRemoved,
    onAlive: () => handlers.onAlive(presence.listOnline()),
    onError: (error) => failures.report('background', 'socket checks', error),
  });
  const onBeatFailed = (error: unknown) => failures.report('background', 'presence', error);
  const stopBeat = repeatWork(presence.beat, { everyMs: SOCKET_BEAT_MS, onError: onBeatFailed });
  // After an outage, Redis may know nothing any more.
  const beatNow = () => void presence.beat().catch(onBeatFailed);
  redis?.on('ready', beatNow);
  const reconnect = createReconnect(io);
  announcements.onAnnounced('missedEvents', reconnect.start);
  return {
    io,
    async close() {
      stopWatching();
      reconnect.stop();
      redis?.off('ready', beatNow);
      await stopBeat();
      await io.close();
      await Promise.all(deps.running);
      await cluster?.close();
    },
  };
}

function createServer(
  http: HttpServer,
  { isAllowedOrigin, getAddress, adapter, connectionStateRecovery }: SocketServerOptions & Partial<ServerOptions>,
  limits: SocketLimits,
): RealtimeServer {
  // CORS headers protect only polling, so WebSockets have to be rejected here. JSONP is rejected because it is used by script
  // elements, which send no origin.
  const isAllowed = (request: IncomingMessage) =>
    isAllowedOrigin(request.headers.origin) && !isJsonp(request.url ?? '') && limits.canConnect(getAddress(request));
  return new Server(http, {
    cors: { origin: (origin, answer) => answer(null, isAllowedOrigin(origin)) },
    allowRequest: (request, answer) => answer(null, isAllowed(request)),
    // Allows socket.io 2 clients, in older front ends, which send their token in the query.
    allowEIO3: true,
    transports: ['websocket', 'polling'],
    maxHttpBufferSize: 100_000,
    // Upgrades of all other URLs are handled by the app.
    destroyUpgrade: false,
    pingInterval: 10_000,
    pingTimeout: 8_000,
    ...(adapter && { adapter, connectionStateRecovery }),
  });
}

/** True for polling by script elements, which clients in old browsers use. */
const isJsonp = (url: string): boolean => new URLSearchParams(url.split('?')[1]).has('j');
