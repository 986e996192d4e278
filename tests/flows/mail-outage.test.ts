import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { createFailedJobs } from '../../server/jobs/failed-jobs';
import { buildApiBundle, findFreePort, startApi, type ServerProcess } from '../harness/api-process';
import { buildTestApp, type TestApp } from '../harness/build-test-app';
import { startSmtpServer, type SmtpServer } from '../harness/smtp-server';
import { until } from '../harness/socket-client';

let app: TestApp;
let dataDir: string;
let api: ServerProcess;
let port: number;
let server: SmtpServer | undefined;

beforeAll(async () => {
  await buildApiBundle();
  dataDir = await mkdtemp(path.join(tmpdir(), 'creator-platform-mail-'));
  // Prepares data in the database of the API process.
  app = await buildTestApp();
  port = await findFreePort();
  api = await startApi({
    DATA_DIR: dataDir,
    DATABASE_URL: app.context.env.DATABASE_URL ?? '',
    SMTP_URL: `smtp://127.0.0.1:${port}`,
    LOG_LEVEL: 'fatal',
  });
});
afterEach(async () => {
  await server?.close();
  server = undefined;
});
afterAll(async () => {
  await api.stop();
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const PATIENCE_MS = 60_000;

async function register(name: string): Promise<{ status: number; message: string }> {
  const reply = await fetch(`${api.url}/auth/users/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${name}@example.test`, password: 'a good password', isOfAge: true }),
  });
  const { data } = (await reply.json()) as { data: { message: string } };
  return { status: reply.status, message: data.message };
}

interface Health {
  status: string;
  jobs: { waiting: number; failed: number };
  failures: { mail: number };
}
const readHealth = async () => (await (await fetch(`${api.url}/health`)).json()) as Health;
const arrived = (name: string) =>
  until(
    `the mail to ${name}`,
    async () => server?.mails.some((mail) => mail.includes(`To: ${name}@example.test`)) ?? false,
    PATIENCE_MS,
  );

describe('W-7, R-11: an unreachable mail server', () => {
  it('does not prevent sign-ups, is reported by /health, and receives every mail once it is back', async () => {
    expect(await register('ann')).toMatchObject({ status: 200, message: expect.stringContaining('Check your email') });
    await until('a failure', async () => (await readHealth()).failures.mail > 0, PATIENCE_MS);
    await until('the mail is counted', async () => (await readHealth()).jobs.waiting > 0, PATIENCE_MS);
    expect(await readHealth()).toMatchObject({ status: 'ok', jobs: { failed: 0 } });
    server = await startSmtpServer(port);
    await arrived('ann');
    for (const mail of server.mails) expect(mail).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(server.mails.filter((mail) => mail.includes('To: ann@example.test'))).toHaveLength(1);
  });

  it('leaves failed mails on the operator’s list, from which they can be resent', async () => {
    await register('bea');
    // The state after hours of retries.
    await app.context.db.execute(
      sql`update pgboss.job set retry_limit = 0 where name = 'send-mail' and state < 'completed'`,
    );
    await until('it was given up', async () => (await readHealth()).jobs.failed === 1, PATIENCE_MS);
    const desk = createFailedJobs(app.context.db.$client);
    const [listed] = await desk.listFailed();
    expect(listed).toMatchObject({ name: 'send-mail', message: expect.stringContaining('ECONNREFUSED') });
    server = await startSmtpServer(port);
    expect(await desk.retry(listed?.id ?? '')).toBe(true);
    await arrived('bea');
    await until('the list is empty', async () => (await readHealth()).jobs.failed === 0, PATIENCE_MS);
  });
});
