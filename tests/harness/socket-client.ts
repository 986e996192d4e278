import type { AddressInfo } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import type { z } from 'zod';
import { serverEventSchemas } from '@contract/event-schemas';
import type { ClientToServerEvents, ServerToClientEvents } from '@contract/events';
import type { TestApp } from './build-test-app';

type ServerEvent = keyof typeof serverEventSchemas;
type Payload<E extends ServerEvent> = z.output<(typeof serverEventSchemas)[E]>;

export interface TestSocket {
  socket: Socket<ServerToClientEvents, ClientToServerEvents>;
  /** Payloads of an event, in order, checked against the contract. */
  heard<E extends ServerEvent>(event: E): Payload<E>[];
  names(): string[];
  close(): void;
}

export async function listen(app: TestApp): Promise<string> {
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  return `http://127.0.0.1:${(app.http.server.address() as AddressInfo).port}`;
}

/** With a token, resolves once the server has authenticated the socket. */
export async function connect(url: string, token?: string, headers: Record<string, string> = {}): Promise<TestSocket> {
  const socket: TestSocket['socket'] = io(url, {
    query: { token: token ?? 'null' },
    transports: ['websocket'],
    extraHeaders: headers,
    forceNew: true,
    reconnection: false,
  });
  const events: [string, unknown][] = [];
  socket.onAny((name: string, payload: unknown) => void events.push([name, payload]));
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', reject);
  });
  if (token !== undefined) {
    await new Promise<void>((resolve) => socket.emit('auth/login', { token }, () => resolve()));
  }
  return {
    socket,
    heard<E extends ServerEvent>(event: E): Payload<E>[] {
      const payloads = events.filter(([name]) => name === event).map(([, payload]) => payload);
      return payloads.map((payload) => serverEventSchemas[event].parse(payload) as Payload<E>);
    },
    names: () => events.map(([name]) => name),
    close: () => void socket.disconnect(),
  };
}

/** @param everyMs set it higher if each check sends a socket message, because these are rate-limited */
export async function until(
  what: string,
  isSo: () => boolean | Promise<boolean>,
  ms = 60_000,
  everyMs = 10,
): Promise<void> {
  const end = Date.now() + ms;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(`Timed out after ${ms} ms, waiting until ${what}`);
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
}

/** Resolves once the sockets have received all earlier events: the request made here is acknowledged last. */
export async function settle(...sockets: TestSocket[]): Promise<void> {
  for (const { socket } of sockets) {
    await new Promise<void>((resolve) => socket.emit('auth/login', { token: '' }, () => resolve()));
  }
}
