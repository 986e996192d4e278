import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BackendPlan {
  settings: object;
  replies?: Record<string, (body: unknown) => object>;
}

export interface Seen {
  method: string;
  url: string;
  headers: string;
  body: string;
}

export interface OtherSite {
  url: string;
  /** Also serves the page of a gateway, at `/gateway`. */
  backendUrl: string;
  seen: Seen[];
  log(): string;
  stop(): Promise<void>;
}

const me = {
  _id: 'f'.repeat(24),
  name: 'Robin Vale',
  username: 'robin',
  email: 'robin@example.test',
  avatar: '',
  balance: 25,
  verifiedEmail: true,
  isPerformer: false,
  roles: ['user'],
  status: 'active',
};

const nothing = () => ({ data: [], total: 0 });

/** Starts the production build of the web app with a small scripted backend. @param env more variables of the web server */
export async function startOtherSite(
  { settings, replies = {} }: BackendPlan,
  env: (backendUrl: string) => Record<string, string> = () => ({}),
): Promise<OtherSite> {
  const seen: Seen[] = [];
  const known: Record<string, (body: unknown) => object> = {
    'GET /settings/public': () => settings,
    'GET /performers/user/search': nothing,
    'GET /users/me': () => me,
    'GET /block/countries/check': () => ({ blocked: false }),
    'GET /payment-cards': nothing,
    'GET /payment/transactions/user/search': nothing,
    'GET /wallet/charges/search': nothing,
    ...replies,
  };
  const backend = createServer((request, response) => void answer(request, response, { seen, known }));
  const backendUrl = `http://localhost:${await listen(backend)}`;
  const port = String(await findFreePort());
  let output = '';
  const web = spawn(process.execPath, ['node_modules/next/dist/bin/next', 'start', '-p', port], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH ?? '',
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      PORT: port,
      API_ENDPOINT: backendUrl,
      WEB_PUBLIC_URL: `http://localhost:${port}`,
      ...env(backendUrl),
    },
  });
  for (const stream of [web.stdout, web.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  await saysReady(web, () => output);
  return {
    url: `http://localhost:${port}`,
    backendUrl,
    seen,
    log: () => output,
    async stop() {
      const gone = once(web, 'exit');
      web.kill('SIGTERM');
      await gone;
      backend.closeAllConnections();
      backend.close();
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { seen, known }: { seen: Seen[]; known: Record<string, (body: unknown) => object> },
): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const body = Buffer.concat(parts).toString();
  const { method = '', url = '/', rawHeaders } = request;
  seen.push({ method, url, headers: rawHeaders.join('\n'), body });
  const { pathname } = new URL(url, 'http://backend');
  response.setHeader('access-control-allow-origin', '*');
  response.setHeader('access-control-allow-headers', request.headers['access-control-request-headers'] ?? '*');
  response.setHeader('access-control-allow-methods', '*');
  if (method === 'OPTIONS') return void response.writeHead(204).end();
  if (pathname === '/gateway') return void response.setHeader('content-type', 'text/html').end('<h1>The gateway</h1>');
  const reply = known[`${method} ${pathname}`];
  response.setHeader('content-type', 'application/json');
  if (reply) return void response.end(JSON.stringify({ status: 0, data: reply(body === '' ? {} : JSON.parse(body)) }));
  const refusal = { statusCode: 404, message: `Cannot ${method} ${pathname}`, error: 'Not Found' };
  response.writeHead(404).end(JSON.stringify(refusal));
}

async function listen(server: Server): Promise<number> {
  server.listen(0);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  return port;
}

async function saysReady(web: ChildProcess, output: () => string): Promise<void> {
  while (!/Ready in/.test(output())) {
    if (web.exitCode !== null) throw new Error(output());
    await Promise.race([
      ...[web.stdout, web.stderr].map((stream) => stream && once(stream, 'data')),
      once(web, 'exit'),
    ]);
  }
}
