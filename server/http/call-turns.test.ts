import { buildPerformer } from '../../tests/factories/performer';
import { buildUser, PASSWORD, type BuiltPerson } from '../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';
import { untilWaiting } from '../../tests/harness/lock-races';
import { until } from '../../tests/harness/socket-client';
import { countTurns, createCallTurns, getTurnCaller, type TurnCaller } from './call-turns';

let app: TestApp;
let greedy: BuiltPerson;
let other: BuiltPerson;
beforeAll(async () => {
  // DATABASE_POOL is the size of the test pool.
  app = await buildTestApp({ DATABASE_POOL: '8', RATE_LIMITS: '1' });
  [greedy, other] = [await buildUser(app), await buildUser(app)];
});
afterAll(() => app.close());

const readUnread = ({ token }: BuiltPerson) => app.call('countUnread', { as: token });
const readSessions = ({ token }: BuiltPerson) => app.call('listSessions', { as: token });

it('R-10: leaves connections to others while one caller sends a hundred reads at once, and serves all', async () => {
  const connection = await app.context.db.$client.connect();
  // While this lock is held, the reads wait.
  await connection.query('begin; lock table conversation_members in access exclusive mode');
  const all = Array.from({ length: 100 }, () => readUnread(greedy));
  await untilWaiting(app, 2);
  expect((await readSessions(other)).status).toBe(200);
  await connection.query('rollback');
  connection.release();
  expect((await Promise.all(all)).map(({ status }) => status)).toEqual(Array.from({ length: 100 }, () => 200));
  expect((await readUnread(other)).status).toBe(200);
});

it('R-10: leaves connections to writes while many callers read at the same time', async () => {
  const readers = await Promise.all(Array.from({ length: 6 }, () => buildUser(app)));
  const connection = await app.context.db.$client.connect();
  await connection.query('begin; lock table conversation_members in access exclusive mode');
  const all = readers.flatMap((reader) => Array.from({ length: 10 }, () => readUnread(reader)));
  await untilWaiting(app, 4);
  expect((await app.call('readAllNotifications', { as: other.token })).status).toBe(200);
  await connection.query('rollback');
  connection.release();
  expect((await Promise.all(all)).every(({ status }) => status === 200)).toBe(true);
});

it('R-10: leaves slots to other reads while many callers search lists, and serves all', async () => {
  const searchers = await Promise.all(Array.from({ length: 6 }, () => buildUser(app)));
  const connection = await app.context.db.$client.connect();
  await connection.query('begin; lock table items in access exclusive mode');
  const all = searchers.flatMap(({ token }) =>
    Array.from({ length: 5 }, () => app.call('listFeeds', { as: token, query: { q: 'lantern' } })),
  );
  await untilWaiting(app, 1);
  expect((await readSessions(other)).status).toBe(200);
  expect((await readUnread(other)).status).toBe(200);
  await connection.query('rollback');
  connection.release();
  expect((await Promise.all(all)).every(({ status }) => status === 200)).toBe(true);
});

it('R-10: leaves connections to others while one caller sends a hundred writes at once, and serves all', async () => {
  const connection = await app.context.db.$client.connect();
  await connection.query('begin; lock table notifications in access exclusive mode');
  const all = Array.from({ length: 100 }, () => app.call('readAllNotifications', { as: greedy.token }));
  await untilWaiting(app, 1);
  expect((await readSessions(other)).status).toBe(200);
  expect((await app.call('updateMe', { as: other.token, body: { name: 'Ada Fenn' } })).status).toBe(200);
  await connection.query('rollback');
  connection.release();
  expect((await Promise.all(all)).every(({ status }) => status === 200)).toBe(true);
});

it('R-10: of 105 searches by one caller, queues a hundred and rejects the rest, and lets others search', async () => {
  app.failures.splice(0);
  let end = (): void => undefined;
  const isOver = new Promise<void>((resolve) => (end = resolve));
  const original = app.services.search.search;
  const search = vi.spyOn(app.services.search, 'search').mockImplementation(async (...call) => {
    await isOver;
    return original(...call);
  });
  const find = () => app.call('searchKeyword', { as: greedy.token, body: { keyword: 'lantern' } });
  const all = Array.from({ length: 105 }, find);
  await until('one search runs', () => search.mock.calls.length > 0);
  expect((await app.call('listFeeds', { as: other.token, query: { q: 'lantern' } })).status).toBe(200);
  expect((await readUnread(greedy)).status).toBe(200);
  expect(search).toHaveBeenCalledTimes(1);
  end();
  const replies = await Promise.all(all);
  search.mockRestore();
  const refused = replies.filter(({ status }) => status !== 200);
  expect(refused.map(({ status, body, headers }) => [status, body.error, headers['retry-after']])).toEqual(
    Array.from({ length: 5 }, () => [503, 'TOO_SLOW', '5']),
  );
  // Rejected searches are reported as `turn`, not as failures of the database.
  expect(app.failures.map(({ kind, name }) => [kind, name])).toEqual(
    Array.from({ length: 5 }, () => ['turn', 'POST /search/keywords']),
  );
});

it('R-10: reports a timeout in the queue as such, not as a timeout of the database', async () => {
  const hurried = await buildTestApp({ DATABASE_POOL: '8', CALL_SECONDS: '1', LOG_LEVEL: 'silent' }, { beside: app });
  const connection = await app.context.db.$client.connect();
  await connection.query('begin; lock table conversation_members in access exclusive mode');
  const calls = Array.from({ length: 5 }, () => hurried.call('countUnread', { as: greedy.token }));
  const replies = await Promise.all(calls);
  await connection.query('rollback');
  connection.release();
  expect(replies.map(({ status, body }) => [status, body.error])).toEqual(
    Array.from({ length: 5 }, () => [503, 'TOO_SLOW']),
  );
  const kinds = hurried.failures.map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual(['database', 'database', 'turn', 'turn', 'turn']);
  await hurried.close();
});

it.each([
  [1, { max: 2, maxPerKey: 1 }, { max: 1, maxPerKey: 1, maxBusy: 1 }],
  [8, { max: 4, maxPerKey: 2 }, { max: 2, maxPerKey: 1, maxBusy: 1 }],
  [10, { max: 6, maxPerKey: 3 }, { max: 2, maxPerKey: 1, maxBusy: 1 }],
  [40, { max: 24, maxPerKey: 4 }, { max: 8, maxPerKey: 2, maxBusy: 6 }],
])(
  'R-10: of %i connections, leaves some free of reads and, of those for reads, some free of searches',
  (connections, reads, searches) => expect(countTurns(connections)).toMatchObject({ reads, searches }),
);

/** Sends requests, and then a read, while a table is locked. @returns the statuses after the lock is released */
async function callBeside(table: string, waiting: number, begin: () => Promise<{ status: number }>[]) {
  const connection = await app.context.db.$client.connect();
  await connection.query(`begin; lock table ${table} in access exclusive mode`);
  const all = begin();
  await untilWaiting(app, waiting);
  expect((await readSessions(other)).status).toBe(200);
  await connection.query('rollback');
  connection.release();
  return (await Promise.all(all)).map(({ status }) => status);
}

it('R-10: leaves connections to others while fans send many payments at once, and serves all', async () => {
  const creator = await buildPerformer(app);
  const fans = await Promise.all(Array.from({ length: 6 }, () => buildUser(app)));
  const tip = ({ token }: BuiltPerson, index: number) =>
    app.call('tipPerformer', {
      as: token,
      params: { id: creator.id },
      body: { price: 3 },
      headers: { 'idempotency-key': `${token} ${index}` },
    });
  const begin = () => fans.flatMap((fan) => Array.from({ length: 10 }, (_, index) => tip(fan, index)));
  const statuses = await callBeside('wallet_charges', 3, begin);
  expect(statuses).toEqual(Array.from({ length: 60 }, () => 422));
});

const logIn = (ip: string, body: object, where = app) =>
  where.call('login', { body, headers: { 'x-forwarded-for': ip } });

it('R-10: leaves connections to others during logins from many networks', async () => {
  const begin = () =>
    Array.from({ length: 40 }, (_, i) =>
      logIn(`2001:db8:${i % 20}:${i}::1`, { username: `nobody${i}`, password: 'x' }),
    );
  expect(await callBeside('guess_counters', 2, begin)).toEqual(Array.from({ length: 40 }, () => 422));
});

it('R-10: leaves connections to others while requests from one network are counted in the database', async () => {
  const begin = () =>
    Array.from({ length: 15 }, (_, i) => logIn(`2001:db8:77:${i}::1`, { username: `nobody${i}`, password: 'x' }));
  await callBeside('rate_limits', 1, begin);
});

it('R-10: a login that times out in the queue does not count as a wrong guess', async () => {
  const hurried = await buildTestApp(
    { DATABASE_POOL: '8', CALL_SECONDS: '1', RATE_LIMITS: '1', LOG_LEVEL: 'silent' },
    { beside: app },
  );
  const { username } = (await buildUser(app)).account;
  const connection = await app.context.db.$client.connect();
  await connection.query('begin; lock table guess_counters in access exclusive mode');
  const guesses = Array.from({ length: 10 }, () => logIn('192.0.2.10', { username, password: 'wrong' }, hurried));
  const replies = await Promise.all(guesses);
  await connection.query('rollback');
  connection.release();
  expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 503));
  expect(hurried.failures.filter(({ kind }) => kind === 'turn')).toHaveLength(9);
  expect((await logIn('192.0.2.10', { username, password: PASSWORD })).status).toBe(200);
  await hurried.close();
});

describe('R-10: queued logins', () => {
  /** Starts logins that run until the test ends them, and records the order in which they begin. */
  function createEntries(connections = 8) {
    const getTurns = createCallTurns({ connections, isLimited: true });
    const started: string[] = [];
    const ends: (() => void)[] = [];
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    return {
      begin(
        name: string,
        ip: string,
        kind: Parameters<typeof getTurns>[1] = {},
        rateClass: 'login' | 'money' = 'login',
      ) {
        void getTurns(rateClass, kind)?.(getTurnCaller(undefined, ip), () => {
          started.push(name);
          return new Promise<void>((resolve) => ends.push(resolve));
        });
      },
      started,
      settle,
      async endAll() {
        for (await settle(); ends.length > 0; await settle()) ends.shift()?.();
        return started;
      },
    };
  }

  it('run first for an owner on a known device, up to five times a minute', async () => {
    const { begin, settle, endAll } = createEntries();
    for (let i = 0; i < 50; i += 1) begin(`network ${i}`, `2001:db8:${i}:${i}::1`);
    for (let i = 0; i < 7; i += 1) begin('owner', '192.0.2.1', { findOwner: async () => 'the account' });
    for (let i = 0; i < 3; i += 1) begin('pretender', '192.0.2.2', { findOwner: async () => null });
    await settle();
    const order = await endAll();
    // One slot is for the owner, the other for unknown devices. From the sixth login on, the owner has no priority.
    expect(order.slice(0, 12).filter((name) => name === 'owner')).toHaveLength(5);
    expect(order.slice(12, 30)).not.toContain('owner');
    expect(order.slice(0, 30)).not.toContain('pretender');
  });

  it('take turns by wide network, which gets one slot for all of its small networks', async () => {
    const { begin, endAll } = createEntries();
    for (let i = 0; i < 40; i += 1) begin(`wide ${i % 2}`, `2001:db8:${i % 2}:${i}::1`);
    begin('another', '192.0.2.1');
    expect((await endAll()).indexOf('another')).toBeLessThan(4);
  });

  it('do not wait for requests that call third parties', async () => {
    const { begin, started, settle, endAll } = createEntries();
    for (let i = 0; i < 8; i += 1) begin('google', `192.0.2.${i}`, { asksOthers: true });
    for (let i = 0; i < 8; i += 1) begin('card', `192.0.3.${i}`, { asksOthers: true }, 'money');
    begin('password', '192.0.2.1');
    begin('tip', '192.0.2.1', {}, 'money');
    await settle();
    expect(started.slice(8)).toEqual(['password', 'tip']);
    expect(await endAll()).toHaveLength(18);
  });
});

describe('R-10: queued searches, of which two run at a time', () => {
  function createSearches() {
    const runInTurn = createCallTurns({ connections: 8, isLimited: true })('search', { isSearch: true });
    const started: string[] = [];
    const ends: (() => void)[] = [];
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    return {
      begin: (name: string, caller: TurnCaller) =>
        void runInTurn?.(caller, () => {
          started.push(name);
          return new Promise<void>((resolve) => ends.push(resolve));
        }),
      async endAll() {
        for (await settle(); ends.length > 0; await settle()) ends.shift()?.();
        return started;
      },
    };
  }
  const [member, greedyMember] = [getTurnCaller('member', '10.0.0.1'), getTurnCaller('greedy', '10.0.0.2')];
  const getGuest = (ip: string) => getTurnCaller(undefined, ip);

  it('run first for members, even for one who has just searched', async () => {
    const { begin, endAll } = createSearches();
    begin('member', member);
    await endAll();
    for (let i = 0; i < 100; i += 1) begin(`guest ${i}`, getGuest(`2001:db8:${i}::1`));
    begin('member again', member);
    expect((await endAll()).slice(0, 4)).toEqual(['member', 'guest 0', 'guest 1', 'member again']);
  });

  it('leave a slot to guests while accounts with many searches wait', async () => {
    const { begin, endAll } = createSearches();
    for (let i = 0; i < 20; i += 1) for (const caller of [member, greedyMember]) begin(caller.key, caller);
    begin('guest', getGuest('10.0.0.3'));
    expect((await endAll()).slice(0, 4)).toEqual(['member', 'greedy', 'member', 'guest']);
  });

  it('run one at a time for all guests of a wide network, and leave a slot to other guests', async () => {
    const { begin, endAll } = createSearches();
    for (let i = 0; i < 5; i += 1) begin('wide network', getGuest(`2001:db8:5:${i}::1`));
    begin('another', getGuest('2001:db8:6:1::1'));
    begin('IPv4', getGuest('10.0.0.3'));
    expect((await endAll()).slice(0, 3)).toEqual(['wide network', 'another', 'IPv4']);
  });
});

it('R-10: treats guests of a wide network as one caller, and leaves a slot to others', async () => {
  const connection = await app.context.db.$client.connect();
  await connection.query('begin; lock table items in access exclusive mode');
  const all = Array.from({ length: 5 }, (_, i) =>
    app.call('listFeeds', { query: { q: 'lantern' }, headers: { 'x-forwarded-for': `2001:db8:5:${i}::1` } }),
  );
  await untilWaiting(app, 1);
  const found = await app.call('searchPerformers', { as: other.token, query: { q: 'lantern' } });
  expect(found.status).toBe(200);
  await connection.query('rollback');
  connection.release();
  await Promise.all(all);
});
