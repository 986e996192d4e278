import type { FastifyInstance } from 'fastify';
import { classifyOutage } from '../db/classify-outage';
import type { FailureKind } from '../log/failures';
import type { SiteState } from '../lib/site-state';
import type { Redis } from '../redis/connect-redis';

const PATIENCE_MS = 2_000;

/** `waiting` includes running jobs; `failed` counts those without attempts left. */
export interface JobCounts {
  waiting: number;
  failed: number;
}

export interface Counts {
  countJobs(): Promise<JobCounts>;
  countFailures(): Record<FailureKind, number>;
  readState(): Promise<SiteState>;
}

/** Parts of a site in the order of its status page, which names them. */
export const healthParts = ['database', 'jobs', 'mail', 'media', 'live', 'payments'] as const;
export type HealthPart = (typeof healthParts)[number];
/** `slow`: it works, but what people do there takes long or fails now and then. */
export type PartState = 'ok' | 'slow' | 'down';

/** A part is slow if its oldest work has waited for longer. Long films take their time. */
const SLOW_SECONDS = { mail: 600, media: 3600, money: 900, other: 900, gatewayEvents: 900 };
/** A third party that failed within this time counts as slow. */
const TROUBLE_MS = 5 * 60_000;
const LIVE_NAMES = /stream|livekit|agora/i;
const PAYMENT_NAMES = /refund|dispute|payment|stripe/i;

interface HealthFacts extends Counts {
  redis: Pick<Redis, 'status'> | null;
  /** Rejects, or never resolves, while the database is unavailable. */
  askDatabase(): Promise<unknown>;
  lastGatewayFailures(): ReadonlyMap<string, number>;
  /** True once the process is about to stop. */
  isDraining(): boolean;
  /** Milliseconds since 1970, by the clock of `lastGatewayFailures`. */
  now(): number;
}

/**
 * `GET /health`, for load balancers and the status page: 200, or 503 with the reason. `GET /live`, for supervisors: 200 while the
 * process responds, whatever else is down, because a restart helps nobody then. Promises.
 */
export function registerHealth(http: FastifyInstance, facts: HealthFacts): void {
  http.get('/live', { schema: { hide: true } }, (_request, reply) => {
    void reply.header('cache-control', 'no-store').send({ status: 'ok' });
  });
  http.get('/health', { schema: { hide: true } }, async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
    const failures = facts.countFailures();
    try {
      const [jobs, state] = await within(
        PATIENCE_MS,
        facts.askDatabase().then(() => Promise.all([facts.countJobs(), facts.readState()])),
      );
      const body = { parts: { ...judgeParts(state, facts), ...judgeRedis(facts) }, jobs, failures };
      if (!facts.isDraining()) return { status: 'ok', ...body };
      return reply.status(503).send({ status: 'draining', reason: 'this process is about to stop', ...body });
    } catch (error) {
      const reason =
        classifyOutage(error) === 'full' ? 'the disk of the database is full' : 'the database does not answer';
      const parts = Object.fromEntries(healthParts.map((part) => [part, 'down']));
      return reply.status(503).header('retry-after', 5).send({ status: 'degraded', reason, parts, failures });
    }
  });
}

function judgeParts(
  { queues, gatewayEvents }: SiteState,
  { lastGatewayFailures, now }: HealthFacts,
): Record<HealthPart, PartState> {
  const hadTrouble = (names: RegExp) =>
    [...lastGatewayFailures()].some(([name, at]) => names.test(name) && now() - at < TROUBLE_MS);
  const isLate = (part: keyof typeof queues) => queues[part].ageSeconds > SLOW_SECONDS[part];
  const judge = (isSlow: boolean): PartState => (isSlow ? 'slow' : 'ok');
  return {
    database: 'ok',
    jobs: judge(isLate('other')),
    mail: judge(isLate('mail')),
    media: judge(isLate('media')),
    live: judge(hadTrouble(LIVE_NAMES)),
    payments: judge(
      isLate('money') || gatewayEvents.ageSeconds > SLOW_SECONDS.gatewayEvents || hadTrouble(PAYMENT_NAMES),
    ),
  };
}

/** No reason to send nobody here: without Redis, each process works alone. No part of the status page, as it is internal. */
const judgeRedis = ({ redis }: HealthFacts): { redis?: PartState } =>
  redis ? { redis: redis.status === 'ready' ? 'ok' : 'down' } : {};

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
