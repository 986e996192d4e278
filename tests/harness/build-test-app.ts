import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { defaultCurrency, setSiteCurrency } from '@contract/base/currency';
import type { EndpointSchema, Route } from '@contract/base/define';
import { errorCatalogue } from '@contract/base/errors';
import { routes } from '@contract/index';
import { listRefusals } from '@contract/refusals';
import { schemas, type EndpointData, type EndpointName } from '@contract/schemas';
import { buildApp, type App } from '../../server/app';
import type { Clock, ServerContext } from '../../server/context';
import { openDatabase, type StatementLimits } from '../../server/db/client';
import { parseEnv } from '../../server/env';
import type { Mail } from '../../server/gateways/mail';
import { createCaptchaGateway } from '../../server/gateways/captcha';
import { createGeoGateway } from '../../server/gateways/geo';
import { createLoginGateways } from '../../server/gateways/login-gateways';
import { createMalwareGateway } from '../../server/gateways/malware';
import { createOutbox } from '../../server/gateways/outbox';
import { createOutgoing } from '../../server/gateways/outgoing';
import { createPushGateway } from '../../server/gateways/push';
import { createMoneyGateways } from '../../server/gateways/money-gateways';
import { createStreamingGateway } from '../../server/gateways/streaming-gateways';
import type { Sms } from '../../server/gateways/sms';
import { createDiskRoom } from '../../server/lib/disk-room';
import { createEvents } from '../../server/events';
import { createFailures, type Failure } from '../../server/log/failures';
import { createLogger } from '../../server/log/logger';
import { createDirectQueue, type DirectQueue } from './direct-queue';
import { createFakeStreaming, type FakeStreaming } from './fake-streaming';
import { createHlsFiles } from '../../server/streaming/hls-files';
import { createPublisher } from '../../server/realtime/publish';
import { createAnnouncements } from '../../server/redis/announcements';
import { openRedis } from '../../server/redis/connect-redis';
import { encodeCall, type TestCall } from './encode-call';
import { createTestDatabase } from './test-database';

export type { TestCall } from './encode-call';

/** Starts at the real time and stands still until a test moves it. */
export interface TestClock extends Clock {
  set(date: Date | string): void;
  advance(step: { days?: number; hours?: number; minutes?: number; seconds?: number; ms?: number }): void;
}

export interface PublishedEvent {
  event: string;
  room: string;
  payload: unknown;
}

export interface TestReply<N extends EndpointName> {
  status: number;
  /** `body.data` of a successful response. */
  data: EndpointData<N>;
  body: { status?: number; statusCode?: number; error?: string; message?: string | string[]; data?: unknown };
  headers: LightMyRequestResponse['headers'];
}

export interface TestApp {
  http: FastifyInstance;
  domains: App['domains'];
  services: App['services'];
  context: ServerContext;
  clock: TestClock;
  /** Disk space that the app sees. The app checks it again after a second. */
  disk: { all: number; free: number };
  /** Mails are jobs: run `jobs.drain()` first. */
  mails: Mail[];
  /** Lets tests control hosts and viewers. With `AGORA_APP_ID`, Agora is used instead. */
  streaming: FakeStreaming;
  texts: Sms[];
  jobs: DirectQueue;
  /** Failures outside of responses, and calls that returned 500. `close` throws for failed effects and misused transactions. */
  failures: Failure[];
  /** Socket events since the start, even those that nobody received. */
  events: PublishedEvent[];
  /** Calls an endpoint through the whole chain of request handlers. */
  call<N extends EndpointName>(name: N, input?: TestCall): Promise<TestReply<N>>;
  drain(): void;
  close(): Promise<void>;
}

/**
 * The real app on its own database, with a manual clock, captured mails, and jobs that wait for `drain`.
 * @param overrides environment variables, such as `{ TRUST_PROXY: '1' }`
 * @param beside an app whose database and clock the new app shares, as a second process would; close the new app first
 * @param limits database timeouts; none by default, because the machine may be busy
 * @param databaseUrl a migrated database to use instead of a new one; it is kept
 */
export async function buildTestApp(
  overrides: Record<string, string> = {},
  { beside, databaseUrl, limits }: { beside?: TestApp; databaseUrl?: string; limits?: StatementLimits } = {},
): Promise<TestApp> {
  const [database, dataDir] = await Promise.all([
    shareDatabase(databaseUrl ?? beside?.context.env.DATABASE_URL) ?? createTestDatabase(),
    mkdtemp(path.join(tmpdir(), 'creator-platform-app-')),
  ]);
  const clock = beside?.clock ?? createTestClock();
  const jobs = createDirectQueue();
  const mails: Mail[] = [];
  const texts: Sms[] = [];
  const events: PublishedEvent[] = [];
  const publisher = createPublisher();
  const env = parseEnv({
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    DATABASE_URL: database.url,
    APP_SECRET: 'a secret for tests only',
    API_PUBLIC_URL: 'http://api.test',
    WEB_PUBLIC_URL: 'http://web.test',
    DEMO: '0',
    RATE_LIMITS: '0',
    // The machine may be busy. Tests of time limits set their own.
    CALL_SECONDS: '300',
    LOG_LEVEL: 'error',
    COUNTRY_HEADER: 'cf-ipcountry',
    ...overrides,
  });
  setSiteCurrency(env.CURRENCY ?? defaultCurrency);
  const disk = { all: DISK_BYTES, free: DISK_BYTES };
  const log = createLogger(env.LOG_LEVEL);
  const reported: Failure[] = [];
  const failures = createFailures(log, { onFailure: (failure) => void reported.push(failure) });
  // Hundreds of concurrent calls queue for a connection, for a long time on a busy machine.
  const client = openDatabase(database.url, { max: 8, waitMs: 60_000, limits, failures });
  const streaming = createFakeStreaming(
    createHlsFiles({
      dir: path.join(dataDir, 'live'),
      baseUrl: env.API_PUBLIC_URL,
      secret: env.APP_SECRET,
      now: () => clock.now().getTime(),
    }),
  );
  const outgoing = createOutgoing(env);
  const redis = openRedis(env, failures);
  const context: ServerContext = {
    env,
    db: client.db,
    disk: createDiskRoom({
      dir: dataDir,
      now: () => clock.now().getTime(),
      onProblem: (error) => failures.report('background', 'disk', error),
      look: () => ({ ...disk }),
    }),
    jobs,
    events: createEvents(),
    clock,
    log,
    failures,
    redis,
    announcements: createAnnouncements(redis),
    gateways: {
      mail: { send: async (mail) => void mails.push(mail), close: () => undefined },
      malware: createMalwareGateway(env),
      outbox: createOutbox(env, path.join(dataDir, 'outbox')),
      outgoing,
      push: createPushGateway(env, outgoing),
      ...createMoneyGateways(env, { db: client.db, now: clock.now }),
      captcha: createCaptchaGateway(env, { db: client.db, now: clock.now }),
      geo: createGeoGateway(env),
      streaming: env.AGORA_APP_ID ? createStreamingGateway({ env, now: clock.now, log, failures }) : streaming,
      ...createLoginGateways(env, { db: client.db, now: clock.now, outboxDir: dataDir }),
      sms: { isProduction: false, send: async (sms) => void texts.push(sms) },
    },
    publisher: {
      ...publisher,
      here: {
        ...publisher.here,
        publish(event, room, ...payload) {
          events.push({ event, room, payload: payload[0] });
          publisher.here.publish(event, room, ...payload);
        },
      },
      publish(event, room, ...payload) {
        events.push({ event, room, payload: payload[0] });
        publisher.publish(event, room, ...payload);
      },
      publishOutside(countries) {
        return (event, room, ...payload) => {
          events.push({ event, room, payload: payload[0] });
          publisher.publishOutside(countries)(event, room, ...payload);
        };
      },
    },
  };
  const app = await buildApp(context);
  // A database from elsewhere may still wait for this table.
  if (databaseUrl === undefined) await app.services.push.createKeys();
  return {
    streaming,
    http: app.http,
    domains: app.domains,
    services: app.services,
    context,
    clock,
    disk,
    mails,
    texts,
    jobs,
    events,
    failures: reported,
    call: (name, input) => call(app.http, name, input),
    drain: app.drain,
    async close() {
      await app.close();
      await outgoing.close();
      await client.close();
      context.announcements.close();
      redis?.disconnect();
      await Promise.all([database.drop(), rm(dataDir, { recursive: true, force: true })]);
      const left = reported.filter(({ kind }) => kind === 'effect' || kind === 'background');
      if (left.length > 0)
        throw new Error(`Failures outside of replies: ${left.map((one) => `${one.name}: ${one.message}`).join('\n')}`);
    },
  };
}

const DISK_BYTES = 1024 ** 4;

function shareDatabase(url: string | undefined): Awaited<ReturnType<typeof createTestDatabase>> | undefined {
  return url === undefined ? undefined : { url, drop: async () => undefined };
}

function createTestClock(): TestClock {
  let now = Date.now();
  return {
    now: () => new Date(now),
    set: (date) => void (now = new Date(date).getTime()),
    advance({ days = 0, hours = 0, minutes = 0, seconds = 0, ms = 0 }) {
      now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000 + ms;
    },
  };
}

/** Names on the wire of the refusals that the contract declares for a call. */
const listDeclared = (name: EndpointName): string[] =>
  listRefusals(routes[name] as Route, schemas[name] as EndpointSchema).map((code) => {
    const known: { status: number; error?: string } = errorCatalogue[code];
    return known.error ?? code;
  });

/** The API's document is made from the contract, so a refusal that it lacks is unknown to developers. */
function assertDeclared(name: EndpointName, error: string | undefined): void {
  if (error !== undefined && !listDeclared(name).includes(error))
    throw new Error(`${name} was refused with ${error}, which its errors in src/contract do not have`);
}

async function call<N extends EndpointName>(http: FastifyInstance, name: N, input: TestCall = {}) {
  const { body: payload, ...request } = await encodeCall(name, input);
  const reply = await http.inject({ ...request, ...(payload !== undefined && { payload }) });
  // The request id is unique, so tests compare responses without it.
  const { requestId, ...body } = reply.json<TestReply<N>['body'] & { requestId?: string }>();
  if (requestId !== undefined && requestId !== reply.headers['x-request-id'])
    throw new Error('The request ids of body and header differ');
  assertDeclared(name, body.error);
  return { status: reply.statusCode, data: body.data as EndpointData<N>, body, headers: reply.headers };
}
