import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { classifyOutage } from '../db/classify-outage';
import { AppError } from '../errors';
import type { Counts } from './health-routes';
import { processGauges, siteGauges, type Labelled, type ProcessFacts } from './metric-list';

interface MetricsFacts extends Counts, ProcessFacts {
  /** Bearer token. If undefined, only requests from this machine are allowed. */
  token: string | undefined;
}

export const webhookResults = ['accepted', 'refused', 'failed'] as const;

/** Up to a second most requests end; uploads and exports take longer. */
const SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60];

/** `GET /metrics` in the Prometheus format; 404 without permission. Promises R-11. */
export function registerMetrics(http: FastifyInstance, facts: MetricsFacts): void {
  const requests = countRequests(http);
  const webhooks = countWebhooks(http);
  let registry: Registry | undefined;
  http.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!canRead(request, facts.token)) throw new AppError('ROUTE_NOT_FOUND');
    if (!registry) {
      registry = createRegistry(facts);
      registry.registerMetric(requests);
      registry.registerMetric(webhooks);
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** The label is the class of the status: a label for paths would have one series for each of hundreds of calls. */
function countRequests(http: FastifyInstance): Histogram<'status'> {
  const histogram = new Histogram({
    name: 'platform_request_seconds',
    help: 'Seconds from the arrival of a request to the end of its response, by class of the HTTP status.',
    labelNames: ['status'],
    buckets: SECONDS,
    registers: [],
  });
  http.addHook('onResponse', (_request, reply, done) => {
    histogram.observe({ status: `${String(reply.statusCode).charAt(0)}xx` }, reply.elapsedTime / 1000);
    done();
  });
  return histogram;
}

function countWebhooks(http: FastifyInstance): Counter<'result'> {
  const counter = new Counter({
    name: 'platform_webhooks_total',
    help: 'Requests of the payment gateway since the process began: stored, refused for their signature or form, or failed.',
    labelNames: ['result'],
    registers: [],
  });
  for (const result of webhookResults) counter.inc({ result }, 0);
  http.addHook('onResponse', (request, reply, done) => {
    if (request.routeOptions.url?.startsWith('/webhooks/')) counter.inc({ result: getWebhookResult(reply.statusCode) });
    done();
  });
  return counter;
}

function getWebhookResult(status: number): (typeof webhookResults)[number] {
  if (status >= 500) return 'failed';
  return status >= 400 ? 'refused' : 'accepted';
}

function canRead({ headers, ip }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return isSame(headers.authorization ?? '', `Bearer ${token}`);
  // Requests that a proxy on this machine forwards come from elsewhere.
  const isPassedOn = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined;
  return !isPassedOn && /^(127\.|::1$|::ffff:127\.)/.test(ip);
}

const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));
const digest = (text: string) => createHash('sha256').update(text).digest();

/** While the database is unavailable, its numbers are missing, but failures can still be reported. */
async function readUnlessOut<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (classifyOutage(error) === undefined) throw error;
    return undefined;
  }
}

function createRegistry(facts: MetricsFacts): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  registry.registerMetric(createFailureCounter(facts));
  const addGauge = (name: string, help: string, label: string | undefined, read: () => Promise<Labelled | undefined>) =>
    registry.registerMetric(
      new Gauge({
        name,
        help,
        labelNames: label === undefined ? [] : [label],
        registers: [],
        async collect() {
          this.reset();
          const value = await read();
          // A metric without labels would otherwise be 0, which is another answer than none.
          if (value === undefined) {
            if (label === undefined) this.remove();
          } else if (typeof value === 'number') this.set(value);
          else for (const [key, one] of Object.entries(value)) this.set({ [label ?? '']: key }, one);
        },
      }),
    );
  for (const { name, help, label, read } of processGauges) addGauge(name, help, label, async () => read(facts));
  for (const { name, help, label, read } of siteGauges)
    addGauge(name, help, label, () =>
      readUnlessOut(async () => read({ ...(await facts.readState()), jobs: await facts.countJobs() })),
    );
  return registry;
}

function createFailureCounter({ countFailures }: Counts): Counter<'kind'> {
  return new Counter({
    name: 'platform_failures_total',
    help: 'Failures since the process began that nobody was answered with, by kind. The log has each of them.',
    labelNames: ['kind'],
    registers: [],
    collect() {
      this.reset();
      for (const [kind, count] of Object.entries(countFailures())) this.inc({ kind }, count);
    },
  });
}
