import type { Socket } from 'socket.io-client';
import { limits } from '@contract/base/limits';

/** Status words of the connection, specification 4; `ended`, which is ours: the server was there and closed it. */
export type SocketStatus = 'initialized' | 'connected' | 'disconnect' | 'ended' | 'reconnecting' | 'failed';

export interface SocketConnection {
  emit(event: string, payload?: unknown): void;
  close(): void;
}

export interface SocketListener {
  onStatus(status: SocketStatus): void;
  /** Every event the server sends, with its first argument. */
  onEvent(name: string, payload: unknown): void;
}

/** How a socket proves whose it is. */
export interface SocketLogin {
  /** Of this moment; undefined once signed out. */
  getToken(): string | undefined;
  /** Whether the backend reads the token from the handshake's payload. */
  isPayloadRead: boolean;
}

/**
 * Opens the one socket. After each connect it logs in with the token and only then says `connected`, so that what is
 * fetched afterwards cannot miss an event. The library is loaded when the first socket opens.
 *
 * The token goes with the handshake's payload. Backends of the family read it from the query only (some of their handlers
 * look nowhere else), where logs of proxies keep it: it is there only for a backend that does not say it reads payloads.
 * Source: specification 4, 9; wire contract 4.1; promises I-2.
 */
export async function openSocket(
  url: string,
  { getToken, isPayloadRead }: SocketLogin,
  listener: SocketListener,
): Promise<SocketConnection> {
  const { io } = await import('socket.io-client');
  const query = () => (isPayloadRead ? {} : { token: getToken() ?? '' });
  const socket: Socket = io(url, {
    auth: (send) => send({ token: getToken() ?? '' }),
    query: query(),
    transports: ['websocket', 'polling'],
    reconnection: true,
    reconnectionAttempts: Infinity,
    reconnectionDelay: limits.socketReconnectMin,
    reconnectionDelayMax: limits.socketReconnectMax,
  });
  listener.onStatus('initialized');
  let pause: number = limits.socketReconnectMin;
  let again: ReturnType<typeof setTimeout> | undefined;
  socket.on('connect', () => {
    // Backends that never acknowledge have logged the socket in by the handshake already.
    socket.timeout(3_000).emit('auth/login', { token: getToken() }, () => {
      if (!socket.connected) return;
      pause = limits.socketReconnectMin;
      listener.onStatus('connected');
    });
  });
  socket.on('disconnect', (reason) => {
    // The server closed it, as for a session that ended: the library then waits to be told. A site in maintenance closes
    // each of them, however often it comes.
    const isEnded = reason === 'io server disconnect';
    listener.onStatus(isEnded ? 'ended' : 'disconnect');
    // A session may have got a new token since.
    socket.io.opts.query = query();
    if (!isEnded) return;
    again = setTimeout(() => {
      if (getToken() !== undefined) socket.connect();
    }, pause);
    pause = Math.min(pause * 2, limits.socketReconnectMax);
  });
  socket.io.on('reconnect_attempt', () => listener.onStatus('reconnecting'));
  socket.io.on('reconnect_failed', () => listener.onStatus('failed'));
  socket.onAny((name: string, payload: unknown) => listener.onEvent(name, payload));
  return {
    emit: (event, payload) => void socket.emit(event, payload),
    close: () => {
      clearTimeout(again);
      socket.removeAllListeners().close();
    },
  };
}
