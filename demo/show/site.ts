import { io, type Socket } from 'socket.io-client';
import type { ClientToServerEvents, ServerToClientEvents } from '@contract/events';
import { demoPassword } from '../../server/modules/identity/auth/login/demo-logins';

export type DemoSocket = Socket<ServerToClientEvents, ClientToServerEvents>;

interface Reply {
  data?: unknown;
  message?: string | string[];
}

/** A logged-in demo account. */
export interface DemoAccount {
  /** @throws Error with the API's message */
  call<T>(method: 'GET' | 'POST', path: string, body?: object): Promise<T>;
  /** @param onOpen called after each (re)connection, once logged in */
  openSocket(onOpen: (socket: DemoSocket) => void): DemoSocket;
}

/** @throws Error if the API is unavailable or does not know the account */
export async function logIn(apiUrl: string, username: string): Promise<DemoAccount> {
  const body = { email: `${username}@demo.test`, password: demoPassword };
  const { token } = await callApi<{ token: string }>(apiUrl, 'POST', '/auth/login', { body });
  return {
    call: (method, path, sent) => callApi(apiUrl, method, path, { token, body: sent }),
    openSocket(onOpen) {
      const socket: DemoSocket = io(apiUrl, { auth: { token }, transports: ['websocket'] });
      socket.on('connect', () => socket.emit('auth/login', { token }, () => onOpen(socket)));
      return socket;
    },
  };
}

async function callApi<T>(
  apiUrl: string,
  method: string,
  path: string,
  { token, body }: { token?: string; body?: object | undefined },
): Promise<T> {
  const reply = await fetch(`${apiUrl}${path}`, {
    method,
    headers: { ...(token && { Authorization: token }), ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  }).catch((cause: unknown) => {
    throw new Error(`No response from ${apiUrl}. Start the site first: npm start`, { cause });
  });
  const answer = (await reply.json()) as Reply;
  if (!reply.ok) throw new Error(`${method} ${path}: ${String(answer.message ?? reply.status)}`);
  return answer.data as T;
}
