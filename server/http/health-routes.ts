import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { classifyOutage } from '../db/classify-outage';
import { AppError } from '../errors';
import type { FailureKind } from '../log/failures';

const PATIENCE_MS = 2_000;

/** `waiting` includes running jobs; `failed` counts those without attempts left. */
export interface JobCounts {
  waiting: number;
  failed: number;
}

export interface Counts {
  countJobs(): Promise<JobCounts>;
  countFailures(): Record<FailureKind, number>;
}

interface HealthFacts extends Counts {
  /** Rejects, or never resolves, while the database is unavailable. */
  askDatabase(): Promise<unknown>;
}

/** `GET /health`, for load balancers: 200, or 503 with the reason. Promises. */
export function registerHealth(http: FastifyInstance, facts: HealthFacts): void {
  http.get('/health', { schema: { hide: true } }, async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
    const failures = facts.countFailures();
    try {
      const jobs = await within(
        PATIENCE_MS,
        facts.askDatabase().then(() => facts.countJobs()),
      );
      return { status: 'ok', jobs, failures };
    } catch (error) {
      const reason =
        classifyOutage(error) === 'full' ? 'the disk of the database is full' : 'the database does not answer';
      return reply.status(503).header('retry-after', 5).send({ status: 'degraded', reason, failures });
    }
  });
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No response within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

interface MetricsFacts extends Counts {
  /** Bearer token. If undefined, only requests from this machine are allowed. */
  token: string | undefined;
}

/** `GET /metrics` in the Prometheus format; 404 without permission. Promises R-11. */
export function registerMetrics(http: FastifyInstance, facts: MetricsFacts): void {
  let registry: Registry | undefined;
  http.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!canRead(request, facts.token)) throw new AppError('ROUTE_NOT_FOUND');
    registry ??= createRegistry(facts);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function canRead({ headers, ip }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return isSame(headers.authorization ?? '', `Bearer ${token}`);
  // Requests that a proxy on this machine forwards come from elsewhere.
  const isPassedOn = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return !isPassedOn && /^(127\.|::1$|::ffff:127\.)/.test(ip);
}

const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
const digest = (text: string) => createHash('sha256').update(text).digest();

/** While the database is unavailable, job counts are missing, but failures can still be reported. */
async function readJobs(countJobs: Counts['countJobs']): Promise<Partial<JobCounts>> {
  try {
    return await countJobs();
  } catch (error) {
    if (classifyOutage(error) === undefined) throw error;
    return {};
  }
}

function createRegistry({ countJobs, countFailures }: Counts): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const failures = new Counter({
    name: 'platform_failures_total',
    help: 'Failures since the process began that nobody was answered with.',
    labelNames: ['kind'],
    registers: [],
    collect() {
      this.reset();
      for (const [kind, count] of Object.entries(countFailures())) this.inc({ kind }, count);
    },
  });
  const jobs = new Gauge({
    name: 'platform_jobs',
    help: 'Jobs of all processes: those that wait or repeat, and those that used up their attempts.',
    labelNames: ['state'],
    registers: [],
    async collect() {
      this.reset();
      for (const [state, count] of Object.entries(await readJobs(countJobs))) this.set({ state }, count);
    },
  });
  registry.registerMetric(failures);
  registry.registerMetric(jobs);
  return registry;
}
