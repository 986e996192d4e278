import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { io, type Socket } from 'socket.io-client';
import { callLimits, getConnectQuery } from '../../server/db/client';
import { buildPerformer } from '../factories/performer';
import { buildShowChat } from '../factories/show-chat';
import { buildUser } from '../factories/user';
import { startApi, type ServerProcess } from '../harness/api-process';
import { startPgBouncer } from '../harness/pgbouncer';
import { startRedis } from '../harness/redis-server';
import { startBenchApi } from './harness/api';
import { getRate, openCaller, takeTurns } from './harness/rates';
import { percentile, printTable } from './harness/report';

/**
 * Measures a second API process on one machine, whose cores both share: calls a second, and the time until all
 * sockets of a busy chat have a message. Also the same queries without names through PgBouncer, beside named ones.
 */
const SECONDS = 5;
const ROUNDS = 3;
const CALLERS = 16;
const SOCKETS = 200;
const MESSAGES = 60;

const bench = await startBenchApi();
const { api, app, databaseUrl } = bench;
const folder = await mkdtemp(path.join(tmpdir(), 'creator-platform-bench-'));
const pgBouncer = await startPgBouncer(databaseUrl, { connectQuery: getConnectQuery(callLimits) });
const redis = await startRedis();
const shared = { APP_SECRET: 'one secret on all machines', DATABASE_URL: databaseUrl, REDIS_URL: redis.url };
const start = (name: string, env: Record<string, string>) => startApi({ ...env, DATA_DIR: path.join(folder, name) });
const pooled = await start('pooled', { DATABASE_URL: pgBouncer.url, DIRECT_DATABASE_URL: databaseUrl });
const first = await start('first', shared);
const second = await start('second', { ...shared, LIVE_NODE_URL: first.url });

const fans = await Promise.all(Array.from({ length: CALLERS }, () => buildUser(app)));

function read(url: string, token: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/user/feeds`, { agent, headers: { authorization: token } }, (reply) => {
      reply
        .resume()
        .once('end', () => (reply.statusCode === 200 ? resolve() : reject(new Error(`${reply.statusCode}`))));
    });
    sent.once('error', reject).end();
  });
}

/** Feeds a second, with callers that use the processes in turn. */
function measureCalls(...nodes: ServerProcess[]): () => Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
  return () =>
    getRate({ callers: CALLERS, seconds: SECONDS }, (caller) =>
      read(nodes[caller % nodes.length]?.url ?? '', fans[caller]?.token ?? '', agent),
    );
}

async function join(url: string, token: string, conversationId: string): Promise<Socket> {
  const socket = io(url, { query: { token }, transports: ['websocket'], forceNew: true });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  socket.emit('public-stream/join', { conversationId });
  // A socket's events are handled in order, so once this one is acknowledged, the socket has joined.
  await new Promise<void>((resolve) => socket.emit('auth/login', { token: '' }, () => resolve()));
  return socket;
}

/** Milliseconds from sending a message until all sockets have it; every second socket is on the last process. */
async function measureChat(...nodes: ServerProcess[]): Promise<number[]> {
  const host = await buildPerformer(app);
  const { conversationId } = await buildShowChat(app, host);
  const sockets: Socket[] = [];
  for (let index = 0; index < SOCKETS; index += 1) {
    const { url } = nodes[index % nodes.length] ?? api;
    sockets.push(await join(url, fans[index % CALLERS]?.token ?? '', conversationId));
  }
  const { call, close } = openCaller(nodes[0]?.url ?? '', 1);
  const times: number[] = [];
  for (let count = 0; count < MESSAGES; count += 1) {
    const startedAt = performance.now();
    const arrivals = sockets.map(
      (socket) =>
        new Promise<void>((resolve) => socket.once(`message_created_conversation_${conversationId}`, () => resolve())),
    );
    await call(fans[0]?.token ?? '', `/messages/stream/conversations/${conversationId}`, { text: `Number ${count}` });
    await Promise.all(arrivals);
    times.push(performance.now() - startedAt);
  }
  close();
  for (const socket of sockets) socket.disconnect();
  return times;
}

try {
  const ONE = 'one process';
  await takeTurns(
    [
      [ONE, measureCalls(api)],
      ['one process with Redis', measureCalls(first)],
      ['two processes with Redis', measureCalls(first, second)],
      ['one process, PgBouncer, queries without names', measureCalls(pooled)],
    ],
    { rounds: ROUNDS, base: ONE },
  );
  const places = [
    [ONE, [api]],
    ['one process with Redis', [first]],
    ['two processes with Redis', [first, second]],
  ] as const;
  const rows: [string, number, number][] = [];
  for (const [name, nodes] of places) {
    const times = await measureChat(...nodes);
    rows.push([name, percentile(times, 0.5), percentile(times, 0.95)]);
  }
  printTable([`a message to ${SOCKETS} sockets`, 'p50 ms', 'p95 ms'], rows);
} finally {
  await Promise.all([pooled, first, second].map((node) => node.stop()));
  await redis.stop();
  await pgBouncer.stop();
  await bench.stop();
  await rm(folder, { recursive: true, force: true });
}
