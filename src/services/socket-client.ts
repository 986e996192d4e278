import type { Socket } from 'socket.io-client';
import { limits } from '@contract/base/limits';

/** The states of specification 4, and our own `ended`: the server closed the connection. */
export type SocketStatus = 'initialized' | 'connected' | 'disconnect' | 'ended' | 'reconnecting' | 'failed';

export interface SocketConnection {
  emit(event: string, payload?: unknown): void;
  close(): void;
}

export interface SocketListener {
  onStatus(status: SocketStatus): void;
  onEvent(name: string, payload: unknown): void;
}

export interface SocketLogin {
  /** The current token; undefined after logout. */
  getToken(): string | undefined;
  isPayloadRead: boolean;
}

/**
 * Logs in after each connect and only then reports `connected`, so that data fetched afterwards cannot miss an event. Some
 * compatible backends read the token only from the query, which proxies log. So it is sent there too, unless the backend says
 * that it reads payloads. Specification 4, 9; wire contract 4.1; promises I-2.
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
    // A backend that never acknowledges has already logged the socket in at the handshake: a timeout counts as success.
    socket.timeout(3_000).emit('auth/login', { token: getToken() }, () => {
      if (!socket.connected) return;
      pause = limits.socketReconnectMin;
      listener.onStatus('connected');
    });
  });
  socket.on('disconnect', (reason) => {
    // socket.io does not reconnect after the server closes a connection. During maintenance it closes every one: back off.
    const isEnded = reason === 'io server disconnect';
    listener.onStatus(isEnded ? 'ended' : 'disconnect');
    // By now, the session may have a new token.
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
