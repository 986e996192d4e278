import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../db/client';
import { getMailPriority, MAIL_CONNECTIONS } from '../lib/mail-priority';
import { createFailures, type Failure } from '../log/failures';
import { createLogger } from '../log/logger';
import { inScope } from '../log/scope';
import { startTcpProxy, type TcpProxy } from '../../tests/harness/tcp-proxy';
import { createTestDatabase } from '../../tests/harness/test-database';
import { createJobQueue, type JobQueue } from './queue';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let wire: TcpProxy;
let jobs: JobQueue;
let failures: Failure[];
let lines: string[];

beforeEach(async () => {
  database = await createTestDatabase();
  wire = await startTcpProxy(database.url);
  failures = [];
  lines = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  const reporting = createFailures(log, { onFailure: (failure) => void failures.push(failure) });
  const url = new URL(database.url);
  url.port = new URL(wire.url).port;
  const client = openDatabase(url.href, { max: 4, failures: reporting });
  jobs = createJobQueue({ database: client, failures: reporting, pollSeconds: 0.5, retrySeconds: 0 });
});

afterEach(async () => {
  wire.mend();
  await jobs.stop();
  await jobs.close();
  await wire.close();
  await database.drop();
});

async function until<T>(ask: () => Promise<T> | T, isRight: (answer: T) => boolean): Promise<T> {
  const deadline = Date.now() + 100_000;
  for (;;) {
    const answer = await ask();
    if (isRight(answer)) return answer;
    if (Date.now() > deadline) throw new Error(`still ${JSON.stringify(answer)}`);
    await sleep(100);
  }
}

const mail = { kind: 'news' as const, to: 'ann@example.test', subject: 'Hello', text: 'Hello Ann' };

describe('R-9: jobs during an outage of the database', () => {
  it('have their end stored once it is available again, and the next ones run', async () => {
    const done: string[] = [];
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    jobs.work('send-mail', async ({ subject }) => {
      done.push(subject);
      if (subject === 'first') await held;
    });
    await jobs.start();
    await jobs.send('send-mail', { ...mail, subject: 'first' });
    await until(
      () => done.length,
      (count) => count === 1,
    );
    wire.cut();
    release();
    // Waits long enough for the end of the job to fall into the outage.
    await until(
      () => failures.filter(({ kind }) => kind === 'database').length,
      (count) => count > 0,
    );
    await sleep(1_500);
    wire.mend();
    await until(
      () =>
        jobs.send('send-mail', { ...mail, subject: 'second' }).then(
          () => true,
          () => false,
        ),
      Boolean,
    );
    await until(
      () => jobs.counts(),
      ({ waiting }) => waiting === 0,
    );
    expect(done).toEqual(['first', 'second']);
  });
});

const createSendingQueue = (): JobQueue =>
  createJobQueue({
    database: openDatabase(database.url, { max: 4 }),
    failures: createFailures(createLogger('silent')),
    isForSending: true,
    pollSeconds: 0.5,
  });

it('sends a job unless one waits already, which a running one does not count as', async () => {
  let runs = 0;
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  jobs.work('release-earnings', async () => {
    runs += 1;
    if (runs > 1) return;
    for (let i = 0; i < 3; i += 1) await jobs.send('release-earnings', {}, { unlessWaiting: true });
    await held;
  });
  await jobs.start();
  await jobs.send('release-earnings', {}, { unlessWaiting: true });
  const count = () => jobs.counts();
  // The running one and the next.
  await until(count, ({ waiting }) => waiting === 2);
  release();
  await until(count, ({ waiting }) => waiting === 0);
  expect(runs).toBe(2);
});

it('runs waiting jobs one after another without a pause', async () => {
  const client = openDatabase(database.url, { max: 4 });
  const slow = createJobQueue({ database: client, failures: createFailures(createLogger('silent')), pollSeconds: 4 });
  const done: string[] = [];
  slow.work('send-mail', async ({ subject }) => void done.push(subject));
  await slow.start();
  try {
    const subjects = Array.from({ length: 12 }, (_, index) => String(index));
    for (const subject of subjects) await slow.send('send-mail', { ...mail, subject });
    await until(
      () => done.length,
      (count) => count === subjects.length,
    );
  } finally {
    await slow.stop();
    await slow.close();
  }
});

it('measures jobs that are due, by part of the site, and not those for later', async () => {
  const command = createSendingQueue();
  for (const name of ['send-mail', 'announce-show'] as const) command.work(name, async () => undefined);
  await command.start();
  try {
    const before = new Date(Date.now() - 120_000);
    await command.send('send-mail', mail, { runAt: before });
    await command.send('announce-show', { streamId: 'x' }, { runAt: new Date(Date.now() + 3_600_000) });
    const { mail: outbox, other } = await command.measure();
    expect(outbox).toMatchObject({ due: 1, failed: 0 });
    expect(outbox.ageSeconds).toBeGreaterThanOrEqual(119);
    expect(other).toEqual({ due: 0, ageSeconds: 0, failed: 0 });
  } finally {
    await command.stop();
    await command.close();
  }
});

it('runs no jobs in a process that only sends them', async () => {
  const command = createSendingQueue();
  const done: string[] = [];
  command.work('send-mail', async () => void done.push('command'));
  jobs.work('send-mail', async ({ subject }) => void done.push(subject));
  await command.start();
  try {
    await command.send('send-mail', { ...mail, subject: 'first' });
    // This is longer than the polling interval.
    await sleep(1_500);
    expect(done).toEqual([]);
    await jobs.start();
    await until(
      () => done.length,
      (count) => count > 0,
    );
    expect(done).toEqual(['first']);
  } finally {
    await command.stop();
    await command.close();
  }
});

// Promises R-5.
describe('R-11: a job that fails', () => {
  it('is logged with its request, counted and listed, and can be retried or discarded', async () => {
    let isBroken = true;
    const seen: object[] = [];
    jobs.work('send-reset-link', async (data) => {
      seen.push(data);
      if (isBroken) throw new Error('the mail server is on fire');
    });
    await jobs.start();
    await inScope({ reqId: 'request-1' }, () => jobs.send('send-reset-link', { email: 'ann@example.test' }));
    const { failed } = await until(
      () => jobs.counts(),
      (counts) => counts.failed === 1,
    );
    expect(failed).toBe(1);
    expect((await jobs.measure()).mail).toEqual({ due: 0, ageSeconds: 0, failed: 1 });
    // Handlers receive only the data that was sent, without additions.
    expect(seen).toEqual(Array.from({ length: 3 }, () => ({ email: 'ann@example.test' })));
    expect(failures).toHaveLength(3);
    expect(failures[0]).toMatchObject({
      kind: 'job',
      name: 'send-reset-link',
      requestId: 'request-1',
      message: 'the mail server is on fire',
    });
    expect(JSON.parse(lines[0]!)).toMatchObject({
      reqId: 'request-1',
      job: 'send-reset-link',
      name: 'send-reset-link',
    });

    const [listed] = await jobs.listFailed();
    expect(listed).toMatchObject({
      name: 'send-reset-link',
      requestId: 'request-1',
      attempts: 3,
      message: 'the mail server is on fire',
    });
    isBroken = false;
    expect(await jobs.retry(listed!.id)).toBe(true);
    await until(
      () => jobs.counts(),
      ({ waiting, failed: left }) => waiting === 0 && left === 0,
    );
    expect(seen).toHaveLength(4);
    expect(await jobs.retry(listed!.id)).toBe(false);
    const ended = await until(
      () => jobs.find([listed!.id, 'no id of the queue']),
      ([job]) => job?.endedAt !== null,
    );
    expect(ended).toMatchObject([{ id: listed!.id, name: listed!.name, state: 'completed' }]);
    expect(await jobs.discard('no id at all')).toBe(false);
  });
});

describe('queued mails', () => {
  /** Sends jobs before the test's own queue starts to work. */
  async function sendBefore(work: (send: JobQueue['send']) => Promise<void>): Promise<void> {
    const command = createSendingQueue();
    for (const name of ['send-mail', 'send-reset-link'] as const) command.work(name, async () => undefined);
    await command.start();
    await work(command.send);
    await command.stop();
    await command.close();
  }

  it('are sent by kind, then by how few mails the caller has requested, several at a time', async () => {
    const begun: string[] = [];
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    jobs.work('send-mail', async ({ subject }) => {
      begun.push(subject);
      await held;
    });
    await sendBefore(async (send) => {
      await send('send-mail', { ...mail, kind: 'digest', subject: 'digest' });
      for (let turns = 0; turns < 6; turns += 1) {
        const scope = { reqId: 'flood', countMail: () => turns };
        await inScope(scope, () => send('send-mail', { ...mail, kind: 'unconfirmed', subject: `flood ${turns}` }));
      }
      await send('send-mail', { ...mail, kind: 'unconfirmed', subject: 'other network' });
      await send('send-mail', { ...mail, kind: 'news', subject: 'receipt' });
      await send('send-mail', { ...mail, kind: 'awaited', subject: 'reset' });
    });
    await jobs.start();
    try {
      await until(
        () => begun.length,
        (count) => count === MAIL_CONNECTIONS,
      );
      expect(begun.toSorted()).toEqual(['flood 0', 'other network', 'receipt', 'reset']);
    } finally {
      release();
    }
    await until(
      () => begun.length,
      (count) => count === 10,
    );
    // Workers fetched all others first, but some may still be about to start theirs.
    expect(begun.indexOf('digest')).toBeGreaterThanOrEqual(10 - MAIL_CONNECTIONS);
  });

  it('carry the caller’s count of recent mails, even if another job sends them', async () => {
    const seen: object[] = [];
    jobs.work('send-reset-link', async (data) => {
      seen.push(data);
      await jobs.send('send-mail', { ...mail, kind: 'awaited' });
    });
    jobs.work('send-mail', async (data) => void seen.push(data));
    await jobs.start();
    await inScope({ reqId: 'request-1', countMail: () => 7 }, () =>
      jobs.send('send-reset-link', { email: 'ann@example.test' }),
    );
    await until(
      () => seen.length,
      (count) => count === 2,
    );
    expect(seen).toEqual([{ email: 'ann@example.test' }, { ...mail, kind: 'awaited' }]);
    const client = openDatabase(database.url, { max: 1 });
    const { rows } = await client.pool.query('select distinct priority from pgboss.job where name like $1', ['send-%']);
    await client.close();
    expect(rows).toEqual([{ priority: getMailPriority('awaited', 7) }]);
  });
});
