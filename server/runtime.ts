import path from 'node:path';
import { buildApp, type App } from './app';
import { systemClock, type ServerContext } from './context';
import { backUpNightly } from './backup/nightly-backup';
import { adoptCurrency } from './db/adopt-currency';
import { assertPoolerLimits, callLimits, openDatabase, withConnection } from './db/client';
import { startEmbeddedPostgres } from './db/embedded-postgres';
import { runMigrations, withAdvisoryLock } from './db/migrate';
import { createDiskRoom } from './lib/disk-room';
import { eachOrThrow } from './lib/each-or-throw';
import { repeatWork } from './lib/repeat-work';
import { getDirectUrl, type Env } from './env';
import { createCaptchaGateway } from './gateways/captcha';
import { createGeoGateway } from './gateways/geo';
import { createLoginGateways } from './gateways/login-gateways';
import { createMalwareGateway } from './gateways/malware';
import { createMailGateway } from './gateways/mail';
import { createOutbox } from './gateways/outbox';
import { createOutgoing } from './gateways/outgoing';
import { createPushGateway } from './gateways/push';
import { createMoneyGateways } from './gateways/money-gateways';
import { createStreamingGateway } from './gateways/streaming-gateways';
import { createJobQueue } from './jobs/queue';
import { createFailures } from './log/failures';
import { createLogger } from './log/logger';
import { createEvents } from './events';
import { createPublisher } from './realtime/publish';
import { createAnnouncements } from './redis/announcements';
import { openRedis } from './redis/connect-redis';
import { seedDemo } from '../demo/seed/seed-demo';
import type { OnStage } from './start-report';

const SWEEP_MS = 3_600_000;

export interface Runtime {
  app: App;
  context: ServerContext;
  close(): Promise<void>;
}

/**
 * For everything that needs a session of its own (migrations, locks, jobs, backups), past PgBouncer.
 *
 * Uses the server at `DATABASE_URL` or, if that is not set, starts the embedded one in `<DATA_DIR>/postgres`.
 */
export async function openPostgres(
  env: Env,
  { log, failures } = createReporting(env),
): Promise<{ url: string; stop(): Promise<void> }> {
  const url = getDirectUrl(env);
  if (url !== undefined) return { url, stop: async () => undefined };
  const embedded = await startEmbeddedPostgres({
    dataDir: env.DATA_DIR,
    onTrouble: (error) => failures.report('database', 'embedded PostgreSQL', error),
    onBack: () => log.warn('PostgreSQL is running again'),
  });
  return { url: embedded.url(), stop: () => embedded.stop() };
}

export async function migrateDatabase({ CURRENCY }: Env, url: string): Promise<void> {
  await runMigrations(url);
  await withConnection(url, ({ db }) => adoptCurrency(db, CURRENCY));
}

export function createReporting(env: Env): Pick<ServerContext, 'log' | 'failures'> {
  const log = createLogger(env.LOG_LEVEL);
  return { log, failures: createFailures(log) };
}

/**
 * Builds the dependencies of all services. Does not connect to the database until it is used.
 *
 * @param directUrl as `openPostgres` returns it
 */
export function createContext(
  env: Env,
  directUrl: string,
  { log, failures } = createReporting(env),
): { context: ServerContext; close(): Promise<void> } {
  const isStrict = env.NODE_ENV !== 'production';
  const client = openDatabase(env.DATABASE_URL ?? directUrl, {
    max: env.DATABASE_POOL,
    limits: callLimits,
    failures,
    isStrict,
    isPooled: env.DIRECT_DATABASE_URL !== undefined,
  });
  const outboxDir = path.join(env.DATA_DIR, 'outbox');
  const outgoing = createOutgoing(env);
  const redis = openRedis(env, failures);
  const context: ServerContext = {
    env,
    db: client.db,
    disk: createDiskRoom({
      dir: env.DATA_DIR,
      now: () => systemClock.now().getTime(),
      onProblem: (error) => failures.report('background', 'disk', error),
    }),
    jobs: createJobQueue({
      database: openDatabase(directUrl, { max: 4, failures }),
      failures,
      isForSending: env.ROLE === 'api',
    }),
    events: createEvents(),
    publisher: createPublisher(),
    redis,
    announcements: createAnnouncements(redis),
    gateways: {
      mail: createMailGateway({ smtpUrl: env.SMTP_URL, from: env.MAIL_FROM, outboxDir }),
      malware: createMalwareGateway(env),
      outbox: createOutbox(env, outboxDir),
      outgoing,
      push: createPushGateway(env, outgoing),
      ...createMoneyGateways(env, { db: client.db, now: systemClock.now }),
      captcha: createCaptchaGateway(env, { db: client.db, now: systemClock.now }),
      geo: createGeoGateway(env),
      streaming: createStreamingGateway({ env, now: systemClock.now, log, failures }),
      ...createLoginGateways(env, { db: client.db, now: systemClock.now, outboxDir }),
    },
    clock: systemClock,
    log,
    failures,
  };
  return {
    context,
    async close() {
      context.gateways.mail.close();
      await context.gateways.outgoing.close();
      await context.gateways.streaming.close();
      await context.jobs.close();
      await client.close();
      context.announcements.close();
      redis?.disconnect();
    },
  };
}

export async function openRuntime(
  env: Env,
  reporting = createReporting(env),
  onStage: OnStage = () => undefined,
): Promise<Runtime> {
  onStage({ stage: 'Database' });
  const postgres = await openPostgres(env, reporting);
  try {
    onStage({ stage: 'Schema' });
    await migrateDatabase(env, postgres.url);
    onStage({ stage: 'API' });
    const { context, close } = createContext(env, postgres.url, reporting);
    if (env.DIRECT_DATABASE_URL !== undefined) await assertPoolerLimits(context.db, callLimits);
    const app = await buildApp(context);
    await context.gateways.streaming.prepare();
    context.jobs.work('backup', () => backUpNightly(context, postgres.url));
    context.jobs.repeat('backup', '40 2 * * *');
    // This creates tables, and two processes that do so at the same time would block each other.
    await withAdvisoryLock(postgres.url, () => context.jobs.start());
    if (env.DEMO) {
      // Two processes that start together would both fill the empty database.
      await withAdvisoryLock(postgres.url, () => seedDemo(context, app.services, onStage));
      await app.services.search.readWords();
    }
    await app.services.page.addStarters();
    await app.services.push.createKeys();
    await app.services.showPresence.expireHosts();
    if (env.ROLE !== 'all' && env.REDIS_URL === undefined)
      context.log.warn('Without REDIS_URL, what one process does reaches the sockets of the others only later.');
    const stops = [app.services.showTick.start(), app.services.seat.startTick(), app.services.picture.start()];
    // The job `sweep` runs on a worker, which has another disk.
    if (env.ROLE === 'api') {
      const onError = (error: unknown) => reporting.failures.report('background', 'temporary files', error);
      stops.push(repeatWork(app.services.media.sweep, { everyMs: SWEEP_MS, onError }));
    }
    // Collects recordings of shows that ended while no process was running.
    await context.jobs.send('collect-recordings', {});
    return {
      app,
      context,
      // If the database is unavailable, some steps fail, which must not keep the others from closing.
      close: () => eachOrThrow([app.close, ...stops, context.jobs.stop, close, postgres.stop], (end) => end()),
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
