import { asc, eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import {
  accept,
  askForShow,
  buildOpenShow,
  buildPrivateShow,
  enterPlace,
  readSeat,
  runShows,
  tickShows,
  emitSeat,
  type Seat,
} from '../../../../tests/factories/seat';
import { buildConnection, emit, listEvents } from '../../../../tests/factories/show';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { meanwhile } from '../../../../tests/harness/lock-races';
import { accounts } from '../../../db/schema/accounts';
import { walletCharges } from '../../../db/schema/money';
import { streamMinutes, streams, streamSeats } from '../../../db/schema/streams';

let app: TestApp;
let second: TestApp;
let host: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
  second = await buildTestApp({}, { beside: app });
});
beforeEach(async () => {
  [host, fan] = await Promise.all([buildPerformer(app), buildUser(app, { wallet: cents(2_000) })]);
});
afterAll(async () => {
  expect(await listProblems(app)).toEqual([]);
  await second.close();
  await app.close();
});

const readWallet = async () => (await app.services.wallet.balances(fan.id)).wallet;
const readPending = async () => (await app.services.wallet.balances(host.id)).pending;
const readShow = async (id: string) => (await app.context.db.select().from(streams).where(eq(streams.id, id)))[0];
const readMinutes = (streamId: string) =>
  app.context.db
    .select({ minute: streamMinutes.minute, startedAt: streamMinutes.startedAt, status: walletCharges.status })
    .from(streamMinutes)
    .innerJoin(walletCharges, eq(walletCharges.id, streamMinutes.chargeId))
    .where(eq(streamMinutes.streamId, streamId))
    .orderBy(asc(streamMinutes.minute));
const loseHost = ({ hostSocket }: { hostSocket: Parameters<TestApp['services']['showRooms']['onDisconnect']>[0] }) =>
  app.services.showRooms.onDisconnect(hostSocket, host.actor);

// Promises M-22.
describe('the meter', () => {
  it('charges each minute before it starts until the wallet is empty', async () => {
    fan = await buildUser(app, { wallet: cents(700) });
    const seat = await buildPrivateShow(app, fan, host);
    expect(await readWallet()).toBe(500);
    const beganAt = app.clock.now();
    await runShows(app, 59, 1);
    expect(await readWallet()).toBe(500);
    await runShows(app, 1);
    expect(await readWallet()).toBe(300);
    await runShows(app, 60);
    expect(await readWallet()).toBe(100);
    expect(await readSeat(app, fan, seat._id)).toMatchObject({ state: 'running', minutes: 3, cost: 6 });
    await runShows(app, 59);
    expect(await readSeat(app, fan, seat._id)).toMatchObject({ state: 'running' });
    await runShows(app, 1);
    expect(await readSeat(app, fan, seat._id)).toMatchObject({
      state: 'ended',
      endedBy: 'wallet',
      minutes: 3,
      cost: 6,
      paidUntil: null,
      endedAt: new Date(beganAt.getTime() + 180_000).toISOString(),
    });
    expect(await readSeat(app, host, seat._id)).toMatchObject({ earned: 4.8 });
    expect(await readWallet()).toBe(100);
    expect(await readPending()).toBe(480);
    expect(await readShow(seat.streamId)).toMatchObject({ state: 'ended', endedBy: 'seats' });
    expect(await readShow(seat.show._id)).toMatchObject({ state: 'live' });
    expect((await readMinutes(seat.streamId)).map(({ minute, startedAt }) => [minute, +startedAt - +beganAt])).toEqual([
      [1, 0],
      [2, 60_000],
      [3, 120_000],
    ]);
    const { data: summary } = await app.call('getStreamSummary', { as: host.token, params: { id: seat.streamId } });
    expect(summary).toMatchObject({ minutes: { count: 3, amount: 6 }, commission: 1.2, earned: 4.8 });
    const { data: whole } = await app.call('endStream', { as: host.token, params: { id: seat.show._id } });
    expect(whole).toMatchObject({ minutes: { count: 3, amount: 6 }, earned: 4.8 });
  });

  it('shows the charged minutes to fan and host', async () => {
    const seat = await buildPrivateShow(app, fan, host);
    await runShows(app, 60);
    await app.call('leaveSeat', { as: fan.token, params: { id: seat._id } });
    await app.jobs.drain();
    const { data: charges } = await app.call('listCharges', { as: fan.token });
    expect(charges.data.map(({ products }) => products?.[0])).toMatchObject([
      { name: 'Private show, minute 2' },
      { name: 'Private show, minute 1' },
    ]);
    expect(charges.data[0]).toMatchObject({ type: 'private_chat', target: 'stream', sessionId: seat.sessionId });
    const { data: earned } = await app.call('searchEarnings', { as: host.token });
    expect(earned.data).toMatchObject([
      { type: 'private_chat', grossPrice: 2 },
      { type: 'private_chat', netPrice: 1.6 },
    ]);
    const statement = await app.call('getStatementFile', {
      as: host.token,
      params: { period: new Date().toISOString().slice(0, 7) },
      query: { format: 'csv' },
    });
    const { payload } = await app.http.inject(statement.data.url.replace('http://api.test', ''));
    expect(payload.match(/Minute of a private show/g)).toHaveLength(2);
    const told = async ({ token }: BuiltPerson) =>
      (await app.call('listNotifications', { as: token, query: { type: 'payment' } })).data.data;
    expect(await told(fan)).toMatchObject([
      { action: 'show-paid', message: `You paid $4.00 for 2 minutes of a private show with ${host.account.name}.` },
    ]);
    expect(await told(host)).toMatchObject([
      { action: 'sale', message: `${fan.account.name} paid for 2 minutes of a private show, $4.00` },
    ]);
    // No receipts are sent for single minutes.
    expect(app.mails.filter(({ to }) => to === fan.account.email)).toEqual([]);
  });

  it('stops at the fan’s spending limit without revealing the limit to the host', async () => {
    await app.call('setSpendingLimit', { as: fan.token, body: { limit: 5 } });
    const seat = await buildPrivateShow(app, fan, host);
    await runShows(app, 180);
    expect(await readSeat(app, fan, seat._id)).toMatchObject({ endedBy: 'limit', minutes: 2 });
    expect(await readSeat(app, host, seat._id)).toMatchObject({ endedBy: 'wallet', minutes: 2 });
    expect(await readWallet()).toBe(1_600);
  });

  it('charges a minute once if two processes tick concurrently', async () => {
    const seat = await buildPrivateShow(app, fan, host);
    await runShows(app, 55);
    app.clock.advance({ seconds: 5 });
    const now = app.clock.now();
    await Promise.all([app, second, app, second].map(({ services }) => services.seat.tick(now)));
    expect((await readMinutes(seat.streamId)).map(({ minute }) => minute)).toEqual([1, 2]);
    expect(await readWallet()).toBe(1_600);
  });

  it('starts the next minute only when it is charged, if no process ran for a while', async () => {
    const seat = await buildPrivateShow(app, fan, host);
    await runShows(app, 50);
    app.clock.advance({ seconds: 40 });
    for (const { services } of [app, second]) await services.showPresence.beat();
    await app.services.showPresence.hostSeen({ streamId: seat.streamId, isPaid: true });
    await tickShows(app);
    expect(await readSeat(app, fan, seat._id)).toMatchObject({
      minutes: 2,
      paidUntil: new Date(app.clock.now().getTime() + 60_000).toISOString(),
    });
  });
});

describe('a private show', () => {
  it('ends when the host’s public show ends', async () => {
    const seat = await buildPrivateShow(app, fan, host);
    await runShows(app, 40);
    await app.call('endStream', { as: host.token, params: { id: seat.show._id } });
    await tickShows(app);
    expect(await readSeat(app, fan, seat._id)).toMatchObject({ state: 'ended', endedBy: 'host', minutes: 1 });
    const again = await app.call('startStream', {
      as: host.token,
      body: { title: 'Again', description: '', isFree: true },
    });
    expect(again.status).toBe(200);
  });

  it('is not kept running by durations that the client reports after the host left', async () => {
    const seat = await buildPrivateShow(app, fan, host);
    await runShows(app, 20);
    await app.services.showRooms.onDisconnect(seat.hostSocket, host.actor);
    await app.call('setStreamDuration', { as: host.token, body: { streamId: seat.streamId, duration: 30 } });
    await tickShows(app);
    expect(await readSeat(app, fan, seat._id)).toMatchObject({ hostAwaySince: expect.any(String) });
  });

  it.each<[string, (place: { streamId: string; conversationId: string }) => Promise<unknown>]>([
    [
      'a duration that the client reports',
      ({ streamId }) => app.call('setStreamDuration', { as: host.token, body: { streamId, duration: 30 } }),
    ],
    [
      'a repeated live event',
      ({ conversationId }) => emit(app, buildConnection(host.actor), 'public-stream/live', conversationId),
    ],
  ])('is not kept running by %s without video', async (_what, say) => {
    app.streaming.tellsHosts = true;
    try {
      const seat = await buildPrivateShow(app, fan, host);
      await runShows(app, 20);
      await say(seat);
      await tickShows(app);
      expect(await readSeat(app, fan, seat._id)).toMatchObject({ hostAwaySince: expect.any(String) });
    } finally {
      app.streaming.tellsHosts = false;
    }
  });
});

describe('while the host is away', () => {
  it('the host’s socket does not count as presence if the engine reports the host’s video', async () => {
    app.streaming.tellsHosts = true;
    try {
      const seat = await buildPrivateShow(app, fan, host);
      await runShows(app, 20);
      expect(await readSeat(app, fan, seat._id)).toMatchObject({ minutes: 1, hostAwaySince: expect.any(String) });
      await app.streaming.setHost({ sessionId: seat.sessionId, isConnected: true });
      await tickShows(app);
      const paidUntil = new Date(app.clock.now().getTime() + 60_000).toISOString();
      expect(await readSeat(app, fan, seat._id)).toMatchObject({ hostAwaySince: null, paidUntil });
      await app.streaming.setHost({ sessionId: seat.sessionId, isConnected: false });
      await runShows(app, 60);
      expect(await readSeat(app, fan, seat._id)).toMatchObject({ endedBy: 'hostGone', minutes: 0, cost: 0 });
    } finally {
      app.streaming.tellsHosts = false;
    }
  });

  it('the first minute has not started, and starts when the host enters', async () => {
    const open = await buildOpenShow(app, host);
    const { _id: id, ...place } = await askForShow(app, fan, host);
    await accept(app, host, place);
    await enterPlace(app, fan, place);
    await runShows(app, 40);
    expect(await readSeat(app, fan, id)).toMatchObject({ minutes: 1, hostAwaySince: expect.any(String) });
    await enterPlace(app, host, place);
    await tickShows(app);
    expect(await readSeat(app, fan, id)).toMatchObject({
      hostAwaySince: null,
      paidUntil: new Date(app.clock.now().getTime() + 60_000).toISOString(),
    });
    await runShows(app, 59);
    expect(await readMinutes(place.streamId)).toHaveLength(1);
    await runShows(app, 1);
    expect(await readMinutes(place.streamId)).toHaveLength(2);
    expect(await readShow(open._id)).toMatchObject({ state: 'live' });
  });

  it('the minute is paused, and continues when the host is back', async () => {
    const seat = await buildPrivateShow(app, fan, host);
    await runShows(app, 40);
    await loseHost(seat);
    await runShows(app, 30);
    expect(await readMinutes(seat.streamId)).toHaveLength(1);
    expect(await readSeat(app, fan, seat._id)).toMatchObject({ state: 'running', hostAwaySince: expect.any(String) });
    await enterPlace(app, host, seat);
    await tickShows(app);
    await runShows(app, 19, 1);
    expect(await readMinutes(seat.streamId)).toHaveLength(1);
    await runShows(app, 1);
    expect(await readMinutes(seat.streamId)).toHaveLength(2);
  });

  it('no new minute is charged for a fraction of a second that was left', async () => {
    const seat = await buildPrivateShow(app, fan, host);
    await runShows(app, 55);
    app.clock.advance({ ms: 4_900 });
    await loseHost(seat);
    app.clock.advance({ ms: 600 });
    await tickShows(app);
    expect(await readMinutes(seat.streamId)).toHaveLength(1);
    await enterPlace(app, host, seat);
    await tickShows(app);
    expect(await readMinutes(seat.streamId)).toHaveLength(1);
    app.clock.advance({ ms: 100 });
    await tickShows(app);
    expect(await readMinutes(seat.streamId)).toHaveLength(2);
  });

  it.each([
    ['refunds the last minute after 29 shown seconds', 29, 1_800, [['success'], ['refunded']]],
    ['keeps the last minute after 30 shown seconds', 30, 1_600, [['success'], ['success']]],
  ])('the show ends after a minute and %s', async (_what, seconds, left, statuses) => {
    const seat = await buildPrivateShow(app, fan, host);
    await runShows(app, 60);
    await runShows(app, seconds, 1);
    await loseHost(seat);
    await runShows(app, 59, 1);
    expect(await readSeat(app, fan, seat._id)).toMatchObject({ state: 'running' });
    await runShows(app, 1);
    const minutes = statuses.flat().filter((status) => status === 'success').length;
    expect(await readSeat(app, fan, seat._id)).toMatchObject({
      state: 'ended',
      endedBy: 'hostGone',
      minutes,
      cost: 2 * minutes,
    });
    expect(await readWallet()).toBe(left);
    expect(await readPending()).toBe(160 * minutes);
    expect((await readMinutes(seat.streamId)).map(({ status }) => [status])).toEqual(statuses);
  });

  it('the fan pays nothing if the host never comes', async () => {
    await buildOpenShow(app, host);
    const { _id: id, ...place } = await askForShow(app, fan, host);
    await accept(app, host, place);
    await enterPlace(app, fan, place);
    await runShows(app, 60);
    expect(await readSeat(app, fan, id)).toMatchObject({ endedBy: 'hostGone', minutes: 0, cost: 0 });
    expect(await readWallet()).toBe(2_000);
    expect(await readPending()).toBe(0);
  });

  it('a fan who leaves gets a refund of a minute of which too little was shown', async () => {
    const seat = await buildPrivateShow(app, fan, host);
    await runShows(app, 5);
    await loseHost(seat);
    await runShows(app, 10);
    const { data } = await app.call('leaveSeat', { as: fan.token, params: { id: seat._id } });
    expect(data).toMatchObject({ endedBy: 'fan', minutes: 0 });
    expect(await readWallet()).toBe(2_000);
  });
});

describe('a seat ends', () => {
  it.each([
    ['its fan, and the host keeps the started minute', 'fan', 1_800],
    ['its host, and the started minute is refunded', 'host', 2_000],
  ] as const)('by %s', async (_who, endedBy, left) => {
    const seat = await buildPrivateShow(app, fan, host);
    await runShows(app, 10);
    const as = endedBy === 'fan' ? fan : host;
    const { data } = await app.call('leaveSeat', { as: as.token, params: { id: seat._id } });
    expect(data).toMatchObject({ state: 'ended', endedBy });
    expect(await readWallet()).toBe(left);
    expect(await readShow(seat.streamId)).toMatchObject({ state: 'ended', endedBy: 'seats' });
    expect((await app.call('leaveSeat', { as: as.token, params: { id: seat._id } })).data).toEqual(data);
    await runShows(app, 120);
    expect(await readWallet()).toBe(left);
  });

  it('when its show is ended by the host or an operator', async () => {
    const seat = await buildPrivateShow(app, fan, host);
    await runShows(app, 40);
    await app.call('endStream', { as: host.token, params: { id: seat.streamId } });
    expect(await readSeat(app, fan, seat._id)).toMatchObject({ endedBy: 'host', minutes: 1 });
    const next = await askForShow(app, fan, host);
    await accept(app, host, next);
    await app.services.show.endByOperator(next.streamId, 'Not allowed here.');
    expect(await readSeat(app, fan, next._id)).toMatchObject({ endedBy: 'operator', minutes: 0 });
    expect(await readWallet()).toBe(1_800);
  });

  it('even if the process that ended its show died before it could end the seat', async () => {
    const seat = await buildPrivateShow(app, fan, host);
    await runShows(app, 10);
    const now = app.clock.now();
    await app.context.db
      .update(streams)
      .set({ state: 'ended', endedBy: 'hostGone', endedAt: now })
      .where(eq(streams.id, seat.streamId));
    await tickShows(second);
    expect(await readSeat(app, fan, seat._id)).toMatchObject({ endedBy: 'hostGone', endedAt: now.toISOString() });
    expect(await readWallet()).toBe(2_000);
  });

  it('when the host blocks the fan or the fan’s country', async () => {
    const seat = await buildPrivateShow(app, fan, host);
    await runShows(app, 40);
    await app.call('blockUser', { as: host.token, body: { targetId: fan.id } });
    await tickShows(app);
    expect(await readSeat(app, fan, seat._id)).toMatchObject({ state: 'ended', endedBy: 'access' });
    fan = await buildUser(app, { wallet: cents(2_000) });
    const next = await askForShow(app, fan, host);
    await accept(app, host, next);
    const socket = await enterPlace(app, fan, next, 'FR');
    await app.call('blockCountries', { as: host.token, body: { countryCodes: ['FR'] } });
    await tickShows(app);
    expect(await readSeat(app, fan, next._id)).toMatchObject({ state: 'running' });
    socket.rooms.clear();
    await app.services.seat.onMembersRemoved(await app.services.showGuard.tellRemoved());
    expect(await readSeat(app, fan, next._id)).toMatchObject({ state: 'ended', endedBy: 'access', minutes: 0 });
  });

  it('when the fan’s account is suspended', async () => {
    const seat = await buildPrivateShow(app, fan, host);
    const setStatus = (status: 'active' | 'inactive') =>
      app.context.db.update(accounts).set({ status }).where(eq(accounts.id, fan.id));
    await setStatus('inactive');
    await tickShows(app);
    expect(await readShow(seat.streamId)).toMatchObject({ state: 'ended' });
    await setStatus('active');
    expect(await readSeat(app, fan, seat._id)).toMatchObject({ endedBy: 'access' });
  });

  it('at the end of the paid minute if the fan can no longer pay', async () => {
    const seat = await buildPrivateShow(app, fan, host);
    await app.context.db
      .update(accounts)
      .set({ ageDeclaredAt: null, isWithoutForm: true })
      .where(eq(accounts.id, fan.id));
    await runShows(app, 59, 1);
    expect(await readSeat(app, fan, seat._id)).toMatchObject({ state: 'running' });
    await runShows(app, 1);
    expect(await readSeat(app, fan, seat._id)).toMatchObject({ state: 'ended', endedBy: 'access', minutes: 1 });
  });

  it('with the paid minute if the fan has left', async () => {
    const seat = await buildPrivateShow(app, fan, host);
    await runShows(app, 30);
    await emitSeat(app, seat.fanSocket, 'private-stream/leave', seat);
    await runShows(app, 29);
    expect(await readSeat(app, fan, seat._id)).toMatchObject({ state: 'running' });
    await runShows(app, 1);
    expect(await readSeat(app, fan, seat._id)).toMatchObject({ endedBy: 'fan', minutes: 1 });
    expect(await readWallet()).toBe(1_800);
  });

  it('but not when the fan reloads the page just as a minute starts', async () => {
    const seat = await buildPrivateShow(app, fan, host);
    await runShows(app, 55);
    await app.services.showRooms.onDisconnect(seat.fanSocket, fan.actor);
    await runShows(app, 5);
    await enterPlace(app, fan, seat);
    await runShows(app, 10);
    expect(await readSeat(app, fan, seat._id)).toMatchObject({ state: 'running', minutes: 2 });
  });

  it.each([
    ['not if the fan returns after it', true, { state: 'running', minutes: 2 }],
    ['if the fan does not return within ten seconds of it', false, { state: 'ended', endedBy: 'fan', minutes: 1 }],
  ])('by a restart of the server: %s', async (_when, returns, expected) => {
    const seat = await buildPrivateShow(app, fan, host);
    await runShows(app, 55);
    await app.services.showRooms.onDisconnect(seat.fanSocket, fan.actor);
    app.clock.advance({ seconds: 15 });
    await app.services.showPresence.beat();
    const restarted = await buildTestApp({}, { beside: app });
    const tick = () => restarted.services.seat.tick(app.clock.now());
    try {
      await tick();
      expect(await readSeat(app, fan, seat._id)).toMatchObject({ state: 'running', minutes: 1 });
      app.clock.advance({ seconds: 9 });
      if (returns) await enterPlace(restarted, fan, seat);
      await tick();
      app.clock.advance({ seconds: 1 });
      await tick();
      expect(await readSeat(app, fan, seat._id)).toMatchObject(expected);
    } finally {
      await restarted.close();
    }
  });

  it('and tells so again if that could not be sent', async () => {
    const seat = await buildPrivateShow(app, fan, host);
    await app.context.db
      .update(streamSeats)
      .set({ state: 'ended', endedBy: 'host' })
      .where(eq(streamSeats.id, seat._id));
    const publish = vi.spyOn(app.context.publisher.here, 'publish').mockImplementationOnce(() => {
      throw new Error('No connection');
    });
    const tick = () => app.services.seat.tick(app.clock.now());
    await expect(tick()).rejects.toThrow('1 of 3 failed');
    publish.mockRestore();
    for (let times = 0; times < 2; times += 1) await tick();
    const told = listEvents(app, `account:${fan.id}`, 'stream/seat-changed') as Seat[];
    expect(told.filter(({ state }) => state === 'ended')).toHaveLength(1);
    await app.call('endStream', { as: host.token, params: { id: seat.show._id } });
  });

  it('before a concurrent charge that waits for it', async () => {
    const seat = await buildPrivateShow(app, fan, host);
    await runShows(app, 55);
    app.clock.advance({ seconds: 5 });
    const now = app.clock.now();
    await meanwhile(
      app,
      async (tx) => {
        const shows = app.services.show;
        await shows.repository.lockHost(host.id, tx);
        await shows.endLocked(tx, { id: seat.streamId, by: 'host', now });
      },
      () => second.services.seat.tick(now),
    );
    expect(await readMinutes(seat.streamId)).toHaveLength(1);
    expect(await readSeat(app, fan, seat._id)).toMatchObject({ endedBy: 'host', minutes: 1 });
  });
});
