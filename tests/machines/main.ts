import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { callLimits, getConnectQuery } from '../../server/db/client';
import { startEmbeddedPostgres } from '../../server/db/embedded-postgres';
import { webArgs } from '../../scripts/lib/processes.mjs';
import { findFreePort, startApi, startServer, type ServerProcess } from '../harness/api-process';
import { startBalancer } from '../harness/balancer';
import { startPgBouncer } from '../harness/pgbouncer';
import { startRedis } from '../harness/redis-server';
import { startS3Server } from '../harness/s3-server';

/**
 * A site of several machines on one, for journeys: two web apps and two API processes, which get calls in turn, a worker,
 * PostgreSQL behind PgBouncer, Redis and S3. Takes the settings of the reference server in playwright.config.ts.
 */
const { PORT = '3100', API_PORT = '3101', DATA_DIR = 'data', ...given } = process.env as Record<string, string>;
const PATIENCE_MS = 300_000;

async function startWeb(env: Record<string, string>): Promise<ServerProcess> {
  const port = String(await findFreePort());
  return startServer({
    args: webArgs(port),
    env: { ...env, PORT: port },
    url: `http://127.0.0.1:${port}`,
    readyPath: '/robots.txt',
    patienceMs: PATIENCE_MS,
  });
}

async function main(): Promise<void> {
  await mkdir(DATA_DIR, { recursive: true });
  const postgres = await startEmbeddedPostgres({ dataDir: DATA_DIR });
  const pgBouncer = await startPgBouncer(postgres.url(), { connectQuery: getConnectQuery(callLimits) });
  const [redis, s3] = await Promise.all([startRedis(), startS3Server()]);
  const site = {
    ...s3.env,
    APP_SECRET: 'one secret on all machines',
    DATA_DIR: path.resolve(DATA_DIR),
    DATABASE_URL: pgBouncer.url,
    DIRECT_DATABASE_URL: postgres.url(),
    REDIS_URL: redis.url,
    WEB_PUBLIC_URL: `http://localhost:${PORT}`,
    API_PUBLIC_URL: `http://localhost:${API_PORT}`,
    DEMO: '1',
    RATE_LIMITS: '0',
    LOG_LEVEL: 'warn',
    OUTGOING_ALLOW: given.OUTGOING_ALLOW ?? '',
  };
  const first = await startApi({ ...site, ROLE: 'api' }, PATIENCE_MS);
  const others = { ...site, LIVE_NODE_URL: first.url };
  const [second, worker] = await Promise.all([
    startApi({ ...others, ROLE: 'api' }, PATIENCE_MS),
    startApi({ ...others, ROLE: 'worker' }, PATIENCE_MS),
  ]);
  const api = await startBalancer([first.url, second.url], { port: Number(API_PORT) });
  const page = {
    API_ENDPOINT: site.API_PUBLIC_URL,
    API_INTERNAL_ENDPOINT: api.url,
    S3_ENDPOINT: s3.env.S3_ENDPOINT ?? '',
    WEB_PUBLIC_URL: site.WEB_PUBLIC_URL,
  };
  const webs = await Promise.all([startWeb(page), startWeb(page)]);
  const web = await startBalancer(
    webs.map(({ url }) => url),
    { port: Number(PORT), healthPath: '/robots.txt' },
  );
  const processes = [first, second, worker, ...webs];
  const stop = async () => {
    await Promise.all([web.close(), api.close()]);
    await Promise.all(processes.map((one) => one.stop()));
    for (const { log } of processes) process.stderr.write(log());
    await Promise.all([redis.stop(), s3.close(), pgBouncer.stop()]);
    await postgres.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void stop());
}

void main();
