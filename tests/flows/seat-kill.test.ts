import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { streamMinutes, streams, streamSeats, streamViewers } from '../../server/db/schema/streams';
import { lockWallet } from '../../server/ledger/accounts';
import { listProblems } from '../factories/money';
import { buildPerformer, type BuiltPerformer } from '../factories/performer';
import { askForShow, type Seat } from '../factories/seat';
import { buildShow } from '../factories/show';
import { buildUser, type BuiltPerson } from '../factories/user';
import { buildApiBundle, startApi, type ServerProcess } from '../harness/api-process';
import { buildTestApp, type TestApp } from '../harness/build-test-app';
import { meanwhile, untilWaiting } from '../harness/lock-races';
import { until } from '../harness/socket-client';

let app: TestApp;
let dataDir: string;
let env: Record<string, string>;
const processes: ServerProcess[] = [];
let host: BuiltPerformer;
let fan: BuiltPerson;

beforeAll(async () => {
  await buildApiBundle();
  dataDir = await mkdtemp(path.join(tmpdir(), 'creator-platform-seats-'));
  app = await buildTestApp();
  env = { DATA_DIR: dataDir, DATABASE_URL: app.context.env.DATABASE_URL ?? '' };
});
beforeEach(async () => {
  app.clock.set(new Date());
  [host, fan] = await Promise.all([buildPerformer(app), buildUser(app, { wallet: cents(1_000) })]);
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map((process) => process.kill()));
  expect(await listProblems(app)).toEqual([]);
});
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function start(): Promise<ServerProcess> {
  const started = await startApi(env);
  processes.push(started);
  return started;
}
const killAll = () => Promise.all(processes.splice(0).map((process) => process.kill()));

const readWallet = async ({ id }: { id: string } = fan) => (await app.services.wallet.balances(id)).wallet;
const readMinutes = async (streamId: string) => {
  const rows = await app.context.db
    .select()
    .from(streamMinutes)
    .where(eq(streamMinutes.streamId, streamId))
    .orderBy(asc(streamMinutes.minute));
  return rows.map(({ minute }) => minute);
};
const inAnHour = () => new Date(Date.now() + 3_600_000);

/** Marks both sides as present, without sockets. */
async function stay(streamId: string, userIds: readonly string[]): Promise<void> {
  const { db } = app.context;
  await db.update(streams).set({ hostUntil: inAnHour() }).where(eq(streams.performerId, host.id));
  for (const userId of userIds)
    await db
      .insert(streamViewers)
      .values({ streamId, viewerKey: userId, accountId: userId, since: new Date(), presentUntil: inAnHour() });
}

const endMinute = (streamId: string) =>
  app.context.db.update(streamSeats).set({ dueAt: new Date() }).where(eq(streamSeats.streamId, streamId));

async function ask(): Promise<Seat> {
  await buildShow(app, host, { minutePrice: 2 });
  const seat = await askForShow(app, fan, host);
  // Moves the deadline, which must not pass during the test on a busy machine.
  await app.context.db.update(streamSeats).set({ answerBy: inAnHour() }).where(eq(streamSeats.id, seat._id));
  await stay(seat.streamId, [fan.id]);
  return seat;
}

const accept = (api: ServerProcess, { conversationId }: Seat) =>
  fetch(`${api.url}/streaming/private-chat/${conversationId}/accept`, {
    method: 'POST',
    headers: { authorization: host.token },
  });

/** Kills the API while its transaction waits for the lock of the fan's wallet. */
const killWaiting = (work: () => Promise<unknown>) =>
  meanwhile(app, (tx) => lockWallet(tx, fan.id), work, { last: killAll });

describe('M-22: kill -9 of the API', () => {
  it('during acceptance leaves an unpaid request, which is charged once when it is accepted again', async () => {
    const seat = await ask();
    const api = await start();
    await killWaiting(() => accept(api, seat).catch(() => undefined));
    expect((await readRow(seat))?.state).toBe('asked');
    expect(await readWallet()).toBe(1_000);
    expect((await accept(await start(), seat)).status).toBe(200);
    expect(await readMinutes(seat.streamId)).toEqual([1]);
    expect(await readWallet()).toBe(800);
  });

  it('between acceptance and the first tick, and between minutes, charges each minute exactly once', async () => {
    const seat = await ask();
    const api = await start();
    expect((await accept(api, seat)).status).toBe(200);
    await killAll();
    for (const minute of [2, 3, 4]) {
      await start();
      await stayOn();
      await endMinute(seat.streamId);
      await until(`minute ${minute} is charged`, async () => (await readMinutes(seat.streamId)).length >= minute);
      await killAll();
      expect(await readMinutes(seat.streamId)).toEqual(Array.from({ length: minute }, (_, index) => index + 1));
      expect(await readWallet()).toBe(1_000 - 200 * minute);
    }
  });

  it('while a minute is being charged leaves that minute to the next process', async () => {
    const seat = await ask();
    const api = await start();
    expect((await accept(api, seat)).status).toBe(200);
    await stayOn();
    await untilRunning(seat);
    await killWaiting(async () => {
      await endMinute(seat.streamId);
      await untilWaiting(app, 1);
    });
    expect(await readWallet()).toBe(800);
    expect(await readMinutes(seat.streamId)).toEqual([1]);
    await start();
    await stayOn();
    await until('the minute is charged', async () => (await readMinutes(seat.streamId)).length > 1);
    expect(await readMinutes(seat.streamId)).toEqual([1, 2]);
    expect(await readWallet()).toBe(600);
  });

  const stayOn = () =>
    app.context.db.update(streams).set({ hostUntil: inAnHour() }).where(eq(streams.performerId, host.id));
  const readRow = async ({ _id }: Seat) =>
    (await app.context.db.select().from(streamSeats).where(eq(streamSeats.id, _id)))[0];
  const untilRunning = (seat: Seat) => until('the time runs', async () => (await readRow(seat))?.pausedAt === null);
});

describe('M-22: two API processes', () => {
  it('charge each minute of twenty members once, in every round', async () => {
    const show = await buildShow(app, host, { type: 'group', minutePrice: 2 });
    const people = await Promise.all(Array.from({ length: 20 }, () => buildUser(app, { wallet: cents(1_100) })));
    for (const { token } of people)
      await app.call('joinGroupShow', { as: token, params: { id: show._id }, body: { price: 2 } });
    const ids = people.map(({ id }) => id);
    await Promise.all([start(), start()]);
    await stay(show._id, ids);
    const countMinutes = () => app.context.db.$count(streamMinutes, inArray(streamMinutes.userId, ids));
    for (let minute = 2; minute <= 5; minute += 1) {
      await endMinute(show._id);
      await until(`minute ${minute} is charged`, async () => (await countMinutes()) >= minute * ids.length);
      expect(await countMinutes()).toBe(minute * ids.length);
    }
    await endMinute(show._id);
    const running = sql`stream_id = ${show._id} and state = 'running'`;
    await until('all have ended', async () => (await app.context.db.$count(streamSeats, running)) === 0);
    expect(await countMinutes()).toBe(5 * ids.length);
    expect(await Promise.all(people.map(readWallet))).toEqual(people.map(() => 100));
    expect(await app.services.wallet.balances(host.id)).toMatchObject({ pending: 16_000 });
  });
});
