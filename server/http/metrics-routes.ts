import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import { outageOf } from '../db/outage';
import { AppError } from '../errors';
import type { FailureKind } from '../log/failures';

interface MetricsFacts {
  /** Whoever knows it may read; without one only this machine may. */
  token: string | undefined;
  countJobs(): Promise<{ waiting: number; failed: number }>;
  countFailures(): Record<FailureKind, number>;
}

/** `GET /metrics`, for Prometheus and what speaks like it. For everybody else there is no such address. Promises R-11. */
export function registerMetrics(http: FastifyInstance, facts: MetricsFacts): void {
  let registry: Registry | undefined;
  http.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayRead(request, facts.token)) throw new AppError('ROUTE_NOT_FOUND');
    registry ??= createRegistry(facts);
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

function mayRead({ headers, ip }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return isSame(headers.authorization ?? '', `Bearer ${token}`);
  // A proxy on this machine passes on what comes from outside.
  const isPassedOn = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return !isPassedOn && /^(127\.|::1$|::ffff:127\.)/.test(ip);
}

const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
const digest = (text: string) => createHash('sha256').update(text).digest();

/** While the database is away there is nothing to say of jobs, but much of failures. */
async function readJobs(countJobs: MetricsFacts['countJobs']): Promise<Record<string, number>> {
  try {
    return await countJobs();
  } catch (error) {
    if (outageOf(error) === undefined) throw error;
    return {};
  }
}

function createRegistry({ countJobs, countFailures }: MetricsFacts): Registry {
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
