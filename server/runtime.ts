import path from 'node:path';
import { buildApp, type App } from './app';
import { systemClock, type ServerContext } from './context';
import { openDatabase } from './db/client';
import { startEmbeddedPostgres } from './db/embedded-postgres';
import { inTurn } from './db/in-turn';
import { runMigrations } from './db/migrate';
import type { Env } from './env';
import { createCaptchaGateway } from './gateways/captcha';
import { createGeoGateway } from './gateways/geo';
import { createLoginGateways } from './gateways/login-gateways';
import { createMailGateway } from './gateways/mail';
import { createOutbox } from './gateways/outbox';
import { createSandboxPayments } from './gateways/payment-sandbox';
import { createOfflineTax } from './gateways/tax';
import { createJobQueue } from './jobs/queue';
import { createPublisher } from './realtime/publish';
import { seedDemo } from './seed/seed-demo';

export interface Runtime {
  app: App;
  context: ServerContext;
  close(): Promise<void>;
}

/** A database to work on: the one `DATABASE_URL` names, else the embedded one in `<DATA_DIR>/postgres`. */
export async function openPostgres(env: Env): Promise<{ url: string; stop(): Promise<void> }> {
  if (env.DATABASE_URL) return { url: env.DATABASE_URL, stop: async () => undefined };
  const embedded = await startEmbeddedPostgres({ dataDir: env.DATA_DIR });
  return { url: embedded.url(), stop: () => embedded.stop() };
}

/** What services are made of, on the database of that address; nothing connects before it is used. */
export function createContext(env: Env, databaseUrl: string): { context: ServerContext; close(): Promise<void> } {
  const client = openDatabase(databaseUrl, { max: env.DATABASE_POOL });
  const outboxDir = path.join(env.DATA_DIR, 'outbox');
  const context: ServerContext = {
    env,
    db: client.db,
    jobs: createJobQueue({ url: databaseUrl, onError: () => undefined }),
    publisher: createPublisher(),
    gateways: {
      mail: createMailGateway({ smtpUrl: env.SMTP_URL, from: env.MAIL_FROM, outboxDir }),
      outbox: createOutbox(env, outboxDir),
      payment: createSandboxPayments(client.db, systemClock.now),
      tax: createOfflineTax(),
      captcha: createCaptchaGateway(env, { db: client.db, now: systemClock.now }),
      geo: createGeoGateway(env),
      ...createLoginGateways(env, { db: client.db, now: systemClock.now, outboxDir }),
    },
    clock: systemClock,
  };
  return { context, close: () => client.close() };
}

/** Everything a running API needs, opened in order: database, schema, services, demo content, jobs. */
export async function openRuntime(env: Env): Promise<Runtime> {
  const postgres = await openPostgres(env);
  try {
    await runMigrations(postgres.url);
    const { context, close } = createContext(env, postgres.url);
    const app = await buildApp(context);
    // Queues are tables too: two processes that make them at once would lock each other out.
    await inTurn(postgres.url, () => context.jobs.start());
    if (env.DEMO) await seedDemo(context, app.services);
    await app.services.post.addStarters();
    return {
      app,
      context,
      async close() {
        await app.close();
        await context.jobs.stop();
        await close();
        await postgres.stop();
      },
    };
  } catch (error) {
    await postgres.stop();
    throw error;
  }
}
