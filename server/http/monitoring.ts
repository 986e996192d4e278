import type { FastifyInstance } from 'fastify';
import type { ServerContext } from '../context';
import type { SiteState } from '../lib/site-state';
import { createTtlCache } from '../lib/ttl-cache';
import type { SocketServer } from '../realtime/socket-server';
import { registerHealth, type Counts, type JobCounts } from './health-routes';
import { registerMetrics } from './metric-routes';
import type { UploadBudget } from './upload-budget';

/** Guests can request these counts, each of which reads a whole table. */
const COUNTS_TTL_MS = 5_000;

/**
 * `GET /health`, `/live` and `/metrics`. Comes before other routes, because it counts their responses.
 *
 * @returns a function that takes the sockets, which are created later
 */
export function registerMonitoring(
  http: FastifyInstance,
  { env, db, jobs, failures, disk, clock, redis }: ServerContext,
  {
    readState,
    uploadBudget,
    isDraining,
  }: { readState(): Promise<SiteState>; uploadBudget: UploadBudget; isDraining(): boolean },
): (sockets: SocketServer) => void {
  const now = () => clock.now().getTime();
  const jobCounts = createTtlCache<JobCounts>({ ttlMs: COUNTS_TTL_MS, most: 1, now });
  const states = createTtlCache<SiteState>({ ttlMs: COUNTS_TTL_MS, most: 1, now });
  const counts: Counts = {
    countJobs: () => jobCounts.get('jobs', () => jobs.counts()),
    readState: () => states.get('state', readState),
    countFailures: failures.counts,
  };
  let countSockets = () => 0;
  registerHealth(http, {
    ...counts,
    askDatabase: () => db.execute('select 1'),
    lastGatewayFailures: failures.lastGatewayFailures,
    isDraining,
    redis,
    now: Date.now,
  });
  registerMetrics(http, {
    ...counts,
    token: env.METRICS_TOKEN,
    countSockets: () => countSockets(),
    readPool: () => db.$client,
    readDisk: disk.read,
    readUploads: uploadBudget.measure,
    isRedisLost: () => redis !== null && redis.status !== 'ready',
  });
  return ({ io }) => {
    countSockets = () => io.engine.clientsCount;
  };
}
