import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { assetEndpoints } from './assets';
import { ownAssetEndpoints } from './own-assets';
import type { Access, Call, Endpoints, Handler, SentFile } from './call';
import { feedEndpoints } from './content';
import { runControl } from './controls';
import { takeFault } from './faults';
import { readFile } from './files';
import { gatewayPage } from './gateway';
import { streamEndpoints } from './live';
import { conversationSearchEndpoints, messageEndpoints } from './messages';
import { paidMessageEndpoints, walletEndpoints } from './money';
import { notificationEndpoints, singularNotificationEndpoints } from './notifications';
import { cardEndpoints, paymentEndpoints } from './payments';
import { orderEndpoints } from './orders';
import { payoutEndpoints } from './payouts';
import { peopleEndpoints } from './people';
import type { Profile } from './profiles';
import { reactionEndpoints } from './reactions';
import { Refusal, WalletRefusal, guarded } from './refusal';
import { referenceEndpoints, siteEndpoints } from './site';
import { sessionEndpoints } from './session';
import { openSockets } from './sockets';
import { storeEndpoints } from './store';
import { withoutParts } from './holes';
import { findByToken, type CallRecord, type Person, type World } from './state';
import { uploadEndpoints } from './uploads';

const getEndpoints = (profile: Profile): Endpoints => ({
  ...sessionEndpoints,
  ...peopleEndpoints,
  ...feedEndpoints,
  ...reactionEndpoints,
  ...walletEndpoints,
  ...paymentEndpoints,
  ...payoutEndpoints,
  ...messageEndpoints,
  ...uploadEndpoints,
  ...ownAssetEndpoints,
  ...siteEndpoints,
  ...referenceEndpoints,
  ...streamEndpoints,
  ...assetEndpoints,
  ...(profile.gateway === 'stripe' && cardEndpoints),
  ...(profile.hasNotifications && { ...notificationEndpoints, ...singularNotificationEndpoints }),
  ...(profile.hasPaidMessages && paidMessageEndpoints),
  ...(profile.hasStore && storeEndpoints),
  ...(profile.hasStore && orderEndpoints),
  ...(profile.hasConversationSearch && conversationSearchEndpoints),
});

interface Route {
  method: string;
  path: string;
  parts: string[];
  access: Access;
  handle: Handler;
}

/** Routes with fixed words come before those with parameters, so that `/performers/me` is not read as an id. */
function getRoutes(endpoints: Endpoints): Route[] {
  return Object.entries(endpoints)
    .map(([name, [access, handle]]) => {
      const [method = '', path = ''] = name.split(' ');
      return { method, path, parts: path.split('/'), access, handle };
    })
    .sort((a, b) => rank(a).localeCompare(rank(b)));
}

const rank = ({ parts }: Route) => parts.map((part) => (part.startsWith(':') ? '2' : '1')).join('');

function match(routes: Route[], method: string, path: string): { route: Route; params: Record<string, string> } | null {
  const parts = path.split('/');
  const route = routes.find(
    (one) =>
      one.method === method &&
      one.parts.length === parts.length &&
      one.parts.every((part, index) => part.startsWith(':') || part === parts[index]),
  );
  if (!route) return null;
  const places = route.parts.flatMap((part, index) =>
    part.startsWith(':') ? [[part.slice(1), decodeURIComponent(parts[index] ?? '')]] : [],
  );
  return { route, params: Object.fromEntries(places) as Record<string, string> };
}

export function startServer(world: World): Server {
  const routes = getRoutes(getEndpoints(world.profile));
  const server = createServer((request, response) => {
    void answer(world, routes, request, response).catch((error: unknown) => {
      console.error(error);
      if (!response.headersSent) send(response, 500, { statusCode: 500, message: String(error) });
    });
  });
  // Longer than any pause in a test, because these tests are not about idle connections being closed.
  server.keepAliveTimeout = 60_000;
  openSockets(server, world);
  return server;
}

const openToAll = (request: IncomingMessage) => ({
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Methods': 'GET,HEAD,PUT,PATCH,POST,DELETE',
  'Access-Control-Allow-Headers': request.headers['access-control-request-headers'] ?? '*',
});

async function answer(world: World, routes: Route[], request: IncomingMessage, response: ServerResponse) {
  for (const [name, value] of Object.entries(openToAll(request))) response.setHeader(name, value);
  const method = request.method ?? 'GET';
  const url = new URL(request.url ?? '/', world.url);
  if (method === 'OPTIONS') return send(response, 204);
  if (url.pathname.startsWith('/__mock')) {
    const body = JSON.parse((await readAll(request)).toString() || '{}') as Record<string, unknown>;
    return send(response, 200, await runControl(world, `${method} ${url.pathname}`, body, url.searchParams));
  }
  if (url.pathname.startsWith('/gateway/')) return gatewayPage(world, method, url, response);
  if (url.pathname.startsWith('/static/')) return sendFile(world, url, response);
  if (url.pathname.startsWith('/socket.io')) return;
  await answerCall(world, routes, request, response, url);
}

async function answerCall(
  world: World,
  routes: Route[],
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const method = request.method ?? 'GET';
  const path = url.pathname;
  const query = readQuery(url);
  const token = request.headers.authorization || query['Authorization'];
  const viewer = findByToken(world, token);
  const sent = await readBody(request);
  const found = match(routes, method, path);
  const record: CallRecord = {
    at: Date.now(),
    method,
    path,
    route: found?.route.path ?? null,
    role: getRole(token, viewer),
    status: 0,
    personId: viewer?._id,
    token,
    query: url.search,
    body: sent.body,
    hasIdempotencyKey: request.headers['idempotency-key'] !== undefined,
  };
  world.log.push(record);
  const fault = takeFault(world.faults, { method, path, person: viewer });
  if (fault?.kind === 'dropped') return void request.socket.destroy();
  if (fault?.ms) await sleep(fault.ms);
  const reply =
    fault?.kind === 'refused'
      ? { status: fault.status ?? 500, body: fault.body }
      : run(world, found, { world, viewer, me: viewer!, token, query, ...sent, params: found?.params ?? {} }, record);
  record.status = reply.status;
  record.isLost = fault?.kind === 'lost';
  if (fault?.kind === 'lost') return cutShort(response);
  send(response, reply.status, reply.body);
}

const hasToken = (token: string | undefined) => token !== undefined && token !== '' && token !== 'null';

function getRole(token: string | undefined, viewer: Person | undefined): CallRecord['role'] {
  if (viewer) return viewer.isPerformer ? 'performer' : 'user';
  return hasToken(token) ? 'refused' : 'anonymous';
}

/** @throws Refusal 403 also for an invalid token sent to a call that needs none */
function guard({ access }: Route, { viewer, token }: Call): void {
  if (access === 'public') return;
  if (!viewer && (access !== 'optional' || hasToken(token))) throw guarded();
  if (access === 'user' && viewer?.isPerformer) throw guarded();
  if (access === 'performer' && !viewer?.isPerformer) throw guarded();
}

function run(world: World, found: ReturnType<typeof match>, call: Call, { method, path }: CallRecord) {
  try {
    if (!found) throw new Refusal(404, `Cannot ${method} ${path}`, 'Not Found');
    guard(found.route, call);
    const data = found.route.handle(call);
    // If the handler returns undefined, the response has no `data`.
    return { status: 200, body: { status: 0, data: method === 'GET' ? withHoles(call, path, data) : data } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const isNested = world.profile.nestsRefusals && error instanceof WalletRefusal;
    return isNested
      ? { status: 500, body: { statusCode: 500, message: error.body } }
      : { status: error.status, body: error.body };
  }
}

/**
 * Makes the response incomplete if a test has requested that for this account. `/users/me` stays complete: otherwise the
 * account would be logged out.
 */
function withHoles({ world, viewer }: Call, path: string, data: unknown): unknown {
  const hole = world.holes.get(viewer?._id ?? '');
  if (!hole || path === '/users/me' || data === undefined) return data;
  return withoutParts(JSON.parse(JSON.stringify(data)) as never, hole);
}

/** Clients of compatible backends encode twice and send the words `undefined` and `null`. Wire contract 1.5. */
function readQuery({ searchParams }: URL): Record<string, string> {
  const pairs = [...searchParams].map(([name, value]) => [name, /%[0-9a-f]{2}/i.test(value) ? decode(value) : value]);
  return Object.fromEntries(pairs.filter(([, value]) => !['', 'undefined', 'null'].includes(value ?? ''))) as Record<
    string,
    string
  >;
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function readBody(request: IncomingMessage): Promise<{ body: Record<string, unknown>; files: SentFile[] }> {
  const bytes = await readAll(request);
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) {
    const parsed: unknown = bytes.length > 0 && type.includes('json') ? JSON.parse(bytes.toString()) : {};
    return { body: (parsed ?? {}) as Record<string, unknown>, files: [] };
  }
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  const body: Record<string, unknown> = {};
  const files: SentFile[] = [];
  for (const [field, value] of form) {
    if (typeof value === 'string') body[field] = field in body ? [body[field], value].flat() : value;
    else {
      const content = Buffer.from(await value.arrayBuffer());
      files.push({ field, name: value.name, mimeType: value.type, bytes: content });
    }
  }
  return { body, files };
}

/**
 * Sends a first byte before cutting the connection. Without it, Chromium would repeat the request on a new connection, even a
 * POST.
 */
function cutShort(response: ServerResponse): void {
  response.writeHead(200, { 'Content-Type': 'application/json; charset=utf-8', 'Content-Length': 512 });
  response.write('{', () => void response.destroy());
}

function send(response: ServerResponse, status: number, body?: unknown): void {
  response.statusCode = status;
  if (body === undefined) return void response.end();
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.end(JSON.stringify(body));
}

function sendFile(world: World, url: URL, response: ServerResponse): void {
  try {
    const file = readFile(world, url.pathname.split('/')[2] ?? '', url.searchParams);
    response.setHeader('Content-Type', file.mimeType);
    if (file.type === 'performer-product-digital') response.setHeader('Content-Disposition', 'attachment');
    response.end(file.bytes);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    send(response, error.status, error.body);
  }
}
