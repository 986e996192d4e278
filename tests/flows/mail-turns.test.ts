import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { accounts } from '../../server/db/schema/accounts';
import { MAIL_CONNECTIONS } from '../../server/lib/mail-priority';
import { buildApiBundle, startApi, type ServerProcess } from '../harness/api-process';
import { buildTestApp, type TestApp } from '../harness/build-test-app';
import { startSmtpServer, type SmtpServer } from '../harness/smtp-server';
import { until } from '../harness/socket-client';

let app: TestApp;
let dataDir: string;
let api: ServerProcess;
let server: SmtpServer;
const held: (() => void)[] = [];
let isOpen = false;

beforeAll(async () => {
  await buildApiBundle();
  dataDir = await mkdtemp(path.join(tmpdir(), 'creator-platform-mail-'));
  app = await buildTestApp();
  server = await startSmtpServer(0, {
    take: () => (isOpen ? Promise.resolve() : new Promise((resolve) => held.push(resolve))),
  });
  api = await startApi({
    DATA_DIR: dataDir,
    DATABASE_URL: app.context.env.DATABASE_URL ?? '',
    SMTP_URL: `smtp://127.0.0.1:${server.port}`,
    LOG_LEVEL: 'fatal',
  });
});
afterAll(async () => {
  isOpen = true;
  await api.stop();
  await server.close();
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const PATIENCE_MS = 60_000;
/** Number of sign-ups from one large network, each from its own /64. */
const FLOOD = 12;

async function post(address: string, ip: string, body: object): Promise<void> {
  const reply = await fetch(`${api.url}${address}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip },
    body: JSON.stringify(body),
  });
  expect(reply.status).toBe(200);
}
const register = (name: string, ip: string) =>
  post('/auth/users/register', ip, { email: `${name}@example.test`, password: 'a good password', isOfAge: true });

async function countWaiting(): Promise<number> {
  const { rows } = await app.context.db.execute<{ count: number }>(
    sql`select count(*)::int as count from pgboss.job where name = 'send-mail' and state < 'active'`,
  );
  return rows[0]?.count ?? 0;
}

it('W-7: during a flood of sign-ups, mails for other networks and urgent mails are sent first', async () => {
  await register('owner', '85.2.3.4');
  await until('the first mail', async () => server.mails.length === 1, PATIENCE_MS);
  await app.context.db.update(accounts).set({ verifiedEmail: true });
  for (let index = 0; index < FLOOD; index += 1) await register(`flood${index}`, `2a02:1:2:${index + 1}::1`);
  await until('all connections are in use', async () => server.mails.length === MAIL_CONNECTIONS, PATIENCE_MS);
  await register('newcomer', '85.2.3.5');
  await post('/auth/users/forgot', '85.2.3.4', { email: 'owner@example.test' });
  await until('all wait', async () => (await countWaiting()) === FLOOD + 3 - MAIL_CONNECTIONS, PATIENCE_MS);
  isOpen = true;
  for (const take of held.splice(0)) take();
  await until('all have come', async () => server.mails.length === FLOOD + 3, PATIENCE_MS);
  const receivers = server.mails.map((mail) => /^To: (\w+)@/m.exec(mail)?.[1]);
  expect(receivers.slice(MAIL_CONNECTIONS, 2 * MAIL_CONNECTIONS)).toEqual(
    expect.arrayContaining(['owner', 'newcomer']),
  );
});
