import { sql } from 'drizzle-orm';
import { buildPerformer } from '../../tests/factories/performer';
import { buildUser } from '../../tests/factories/user';
import { connect, listen } from '../../tests/harness/socket-client';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';
import { classifyOutage } from '../db/classify-outage';
import { eachOrThrow } from '../lib/each-or-throw';
import { createFailures, type FailureKind } from './failures';
import { createLogger, readError } from './logger';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ LOG_LEVEL: 'silent' });
});
afterAll(() => app.close());
beforeEach(() => void app.failures.splice(0));

const health = async () => (await app.http.inject('/health')).json<{ failures: Record<string, number> }>();

describe('R-11: failures are reported with their request, and counted,', () => {
  it('for an unexpected error of a request', async () => {
    const before = (await health()).failures['call'] ?? 0;
    vi.spyOn(app.services.search, 'search').mockRejectedValueOnce(new Error('a mistake of ours'));
    const reply = await app.call('searchKeyword', { body: { keyword: 'x' } });
    expect(reply.status).toBe(500);
    expect(app.failures).toEqual([
      {
        kind: 'call',
        name: 'POST /search/keywords',
        message: 'a mistake of ours',
        requestId: reply.headers['x-request-id'],
        at: expect.any(Date),
      },
    ]);
    expect((await health()).failures['call']).toBe(before + 1);
    const metrics = await app.http.inject('/metrics');
    expect(metrics.body).toContain(`platform_failures_total{kind="call"} ${before + 1}`);
    expect(metrics.body).toContain('platform_jobs{state="failed"} 0');
  });

  it('for an AggregateError, with the errors in it and without personal data', async () => {
    const refused = new Error('Failed query: update x\nparams: ada@example.test');
    const together = await eachOrThrow([1, 2, 3], (item) =>
      item === 2 ? Promise.resolve() : Promise.reject(refused),
    ).catch(readError);
    expect(together).toMatchObject({
      message: '2 of 3 failed: Failed query: update x',
      errors: [{ message: 'Failed query: update x' }, { message: 'Failed query: update x' }],
    });
    expect(JSON.stringify(together)).not.toContain('ada@');
  });

  it('for a socket event', async () => {
    const url = await listen(app);
    const socket = await connect(url);
    await app.context.db.execute(sql`alter table sessions rename to sessions_away`);
    socket.socket.emit('auth/login', { token: 'a'.repeat(43) });
    while (app.failures.length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await app.context.db.execute(sql`alter table sessions_away rename to sessions`);
    expect(app.failures[0]).toMatchObject({ kind: 'socket', name: 'auth/login', requestId: expect.any(String) });
    socket.close();
  });

  it('for requests that waited too long in the queue: as warnings, in few log lines', () => {
    const log = createLogger('silent');
    const [errors, warnings] = [vi.spyOn(log, 'error'), vi.spyOn(log, 'warn')];
    const failures = createFailures(log, { now: () => 0 });
    for (let index = 0; index < 300; index += 1) failures.report('turn', 'GET /user/feeds', new Error('no turn'));
    expect([errors.mock.calls.length, warnings.mock.calls.length]).toEqual([0, 5]);
    expect(warnings).toHaveBeenLastCalledWith(expect.objectContaining({ failure: 'turn' }), 'no turn');
    expect(failures.counts()).toMatchObject({ turn: 300, database: 0 });
  });

  it('in few log lines for kinds that guests can repeat, and in one line each for all others', () => {
    const log = createLogger('silent');
    const written = vi.spyOn(log, 'error');
    let now = 0;
    const failures = createFailures(log, { now: () => now });
    const countLines = (kind: FailureKind, name: string) => {
      written.mockClear();
      for (let index = 0; index < 20; index += 1) failures.report(kind, name, new Error(`no. ${index}`));
      return written.mock.calls.length;
    };
    expect([countLines('socket', 'typing'), countLines('socket', 'connect'), countLines('job', 'x')]).toEqual([
      5, 5, 20,
    ]);
    expect(failures.counts()).toMatchObject({ socket: 40, job: 20 });
    now = 11_000;
    failures.report('socket', 'typing', new Error('later'));
    expect(written).toHaveBeenLastCalledWith(
      expect.objectContaining({ name: 'typing', unwritten: 15 }),
      'socket failed',
    );
  });

  it('in /health and /metrics, with a count of jobs that is cached for some seconds', async () => {
    const counting = await buildTestApp({}, { beside: app });
    const counts = vi.spyOn(counting.jobs, 'counts').mockResolvedValue({ waiting: 3, failed: 1 });
    const replies = await Promise.all(Array.from({ length: 20 }, () => counting.http.inject('/health')));
    for (const reply of replies) expect(reply.json()).toMatchObject({ status: 'ok', jobs: { waiting: 3, failed: 1 } });
    expect((await counting.http.inject('/metrics')).body).toContain('platform_jobs{state="failed"} 1');
    expect(counts).toHaveBeenCalledTimes(1);
    counting.clock.advance({ seconds: 5 });
    await counting.http.inject('/health');
    expect(counts).toHaveBeenCalledTimes(2);
    await counting.close();
  });

  it('in /metrics, only to this machine or with the token', async () => {
    const ask = (http: TestApp['http'], headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
      http.inject({ url: '/metrics', headers, remoteAddress }).then(({ statusCode }) => statusCode);
    expect(await ask(app.http, {})).toBe(200);
    expect(await ask(app.http, {}, '203.0.113.9')).toBe(404);
    expect(await ask(app.http, { 'x-forwarded-for': '127.0.0.1' })).toBe(404);
    const guarded = await buildTestApp({ METRICS_TOKEN: 'the-token' }, { beside: app });
    expect(await ask(guarded.http, {})).toBe(404);
    expect(await ask(guarded.http, { authorization: 'Bearer the-token' }, '203.0.113.9')).toBe(200);
    await guarded.close();
  });
});

describe('R-9: the state of the database', () => {
  it('leads to a 503 with retry-after if the disk is full, and nothing is stored', async () => {
    await app.context.db.execute(sql`create function fill() returns trigger language plpgsql as
      $$ begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`);
    const [creator, fan] = [await buildPerformer(app), await buildUser(app)];
    const follow = () => app.call('followPerformer', { as: fan.token, params: { id: creator.id } });
    await app.context.db.execute(sql`create trigger full_disk before insert on follows
      for each row execute function fill()`);
    const reply = await follow();
    expect([reply.status, reply.body.error]).toEqual([503, 'UNAVAILABLE']);
    expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
    expect(app.failures).toMatchObject([{ kind: 'database', name: expect.stringContaining('follow') }]);
    await app.context.db.execute(sql`drop trigger full_disk on follows`);
    expect((await follow()).status).toBe(200);
  });

  it.each([
    ['ECONNREFUSED', 'away'],
    ['57P01', 'away'],
    ['53300', 'away'],
    ['53100', 'full'],
    ['57014', 'slow'],
    ['55P03', 'slow'],
    ['23505', undefined],
  ])('is derived from error codes: %s means %s, even as the cause of another error', (code, outage) => {
    const error = Object.assign(new Error('words of the driver'), { code });
    expect(classifyOutage(new Error('Failed query', { cause: error }))).toBe(outage);
  });

  it('is not derived from an unreachable third party', () => {
    expect(
      classifyOutage(new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) })),
    ).toBe(undefined);
  });
});

describe('R-10: a statement that takes too long', () => {
  it('is aborted with a clear error, and blocks no others', async () => {
    const hasty = await buildTestApp({}, { beside: app, limits: { statementMs: 2_000, lockMs: 400, idleMs: 5_000 } });
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    let locked = (): void => undefined;
    const isLocked = new Promise<void>((resolve) => (locked = resolve));
    const holding = app.context.db.transaction(async (tx) => {
      await tx.execute(sql`lock table items in access exclusive mode`);
      locked();
      await held;
    });
    await isLocked;
    const slow = hasty.call('searchKeyword', { body: { keyword: 'x' } });
    expect((await hasty.call('getSettings')).status).toBe(200);
    const reply = await slow;
    expect([reply.status, reply.body.error]).toEqual([503, 'TOO_SLOW']);
    release();
    await holding;
    expect((await hasty.call('searchKeyword', { body: { keyword: 'x' } })).status).toBe(200);
    await hasty.close();
  });
});
