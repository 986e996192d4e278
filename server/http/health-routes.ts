import type { FastifyInstance } from 'fastify';
import { outageOf } from '../db/outage';
import type { FailureKind } from '../log/failures';

/** Milliseconds the database may take to say that it is there. */
const PATIENCE_MS = 2_000;

interface HealthFacts {
  /** Fails or never answers while the database is away. */
  askDatabase(): Promise<unknown>;
  countJobs(): Promise<{ waiting: number; failed: number }>;
  countFailures(): Record<FailureKind, number>;
}

/** `GET /health`, for whoever decides whether calls come here: 200, or 503 with the reason. Promises. */
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
      const reason = outageOf(error) === 'full' ? 'the disk of the database is full' : 'the database does not answer';
      return reply.status(503).header('retry-after', 5).send({ status: 'degraded', reason, failures });
    }
  });
}

/** @throws when `work` takes longer; what comes of it then is nobody's concern. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('no answer in time')), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
