import type { Socket } from 'socket.io-client';
import { limits } from '@contract/base/limits';

/** Specification 4, and our own `ended`: the server closed the connection. */
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
 * After each connect it logs in and only then reports `connected`, so that data fetched afterwards cannot miss an event. Some
 * compatible backends read the token only from the query, which proxies log: it is sent there only to a backend that does not say
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
    // Backends that never acknowledge have logged the socket in at the handshake.
    socket.timeout(3_000).emit('auth/login', { token: getToken() }, () => {
      if (!socket.connected) return;
      pause = limits.socketReconnectMin;
      listener.onStatus('connected');
    });
  });
  socket.on('disconnect', (reason) => {
    // socket.io does not reconnect after the server closed the connection. A site in maintenance closes every one: back off.
    const isEnded = reason === 'io server disconnect';
    listener.onStatus(isEnded ? 'ended' : 'disconnect');
    // The session may have a new token by now.
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
