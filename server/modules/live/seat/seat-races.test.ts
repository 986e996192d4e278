import { and, eq } from 'drizzle-orm';
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
} from '../../../../tests/factories/seat';
import { buildShow } from '../../../../tests/factories/show';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
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
const countMinutes = () => app.context.db.$count(streamMinutes, eq(streamMinutes.userId, fan.id));
const countSeats = () => app.context.db.$count(streamSeats, eq(streamSeats.userId, fan.id));
const both = (index: number) => (index % 2 === 0 ? app : second);
const press = <T>(call: (of: TestApp) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: 8 }, (_, index) => call(both(index))));

// Promises M-22.
describe('concurrent', () => {
  it('requests from many tabs create one request', async () => {
    await buildOpenShow(app, host);
    const replies = await press((of) =>
      of.call('requestPrivateChat', { as: fan.token, params: { id: host.id }, body: { price: 2 } }),
    );
    expect(new Set(replies.map(({ data }) => data.streamId)).size).toBe(1);
    expect(await countSeats()).toBe(1);
  });

  it('requests to two hosts create one request', async () => {
    const other = await buildPerformer(app);
    for (const one of [host, other]) await buildOpenShow(app, one);
    const replies = await Promise.all(
      [host, other].map(({ id }) => app.call('requestPrivateChat', { as: fan.token, params: { id }, body: {} })),
    );
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await countSeats()).toBe(1);
  });

  it('acceptances charge the first minute once', async () => {
    await buildOpenShow(app, host);
    const seat = await askForShow(app, fan, host);
    const replies = await press((of) => accept(of, host, seat));
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    expect(await countMinutes()).toBe(1);
    expect(await readWallet()).toBe(1_800);
  });

  it('acceptance, withdrawal and end of the public show have one outcome', async () => {
    const { _id: publicId } = await buildOpenShow(app, host);
    const seat = await askForShow(app, fan, host);
    const params = { id: seat.conversationId };
    const [accepted, withdrawn] = await Promise.all([
      accept(app, host, seat),
      second.call('declinePrivateChat', { as: fan.token, params }),
      app.call('endStream', { as: host.token, params: { id: publicId } }),
    ]);
    const { state } = await readSeat(app, fan, seat._id);
    // If the request was accepted, the private show ended with the public one, and its unseen minute was refunded.
    expect(state === 'ended').toBe(accepted.status === 200);
    expect(withdrawn.status === 200 ? ['ended', 'withdrawn', 'expired'] : ['ended']).toContain(state);
    expect([await countMinutes(), await readWallet()]).toEqual([state === 'ended' ? 1 : 0, 2_000]);
  });

  it('acceptances of two private shows start one', async () => {
    await buildOpenShow(app, host);
    const other = await buildUser(app, { wallet: cents(2_000) });
    const seats = [await askForShow(app, fan, host), await askForShow(app, other, host)];
    const replies = await Promise.all(seats.map((seat, index) => accept(both(index), host, seat)));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const live = and(eq(streams.performerId, host.id), eq(streams.type, 'private'), eq(streams.state, 'live'));
    expect(await app.context.db.$count(streams, live)).toBe(1);
  });

  it('requests to join a group show create one seat and charge one minute', async () => {
    const show = await buildShow(app, host, { type: 'group', minutePrice: 3 });
    const replies = await press((of) =>
      of.call('joinGroupShow', { as: fan.token, params: { id: show._id }, body: { price: 3 } }),
    );
    expect(new Set(replies.map(({ data }) => data._id)).size).toBe(1);
    expect([await countSeats(), await countMinutes(), await readWallet()]).toEqual([1, 1, 1_700]);
  });

  it('requests to join a group show while it ends leave no seat and no charge', async () => {
    const show = await buildShow(app, host, { type: 'group', minutePrice: 3 });
    const params = { id: show._id };
    await Promise.all([
      ...[app, second].map((of) => of.call('joinGroupShow', { as: fan.token, params, body: { price: 3 } })),
      app.call('endStream', { as: host.token, params }),
    ]);
    await app.services.seat.tick(app.clock.now());
    expect((await app.call('listSeats', { as: fan.token })).data.data).toEqual([]);
    expect(await readWallet()).toBe(2_000);
  });

  it('requests to leave while the next minute is due end the seat once and charge at most that minute', async () => {
    const seat = await buildPrivateShow(app, fan, host);
    await runShows(app, 55);
    app.clock.advance({ seconds: 5 });
    const now = app.clock.now();
    const [, , ...left] = await Promise.all([
      app.services.seat.tick(now),
      second.services.seat.tick(now),
      ...[app, second, app, second].map((of) => of.call('leaveSeat', { as: fan.token, params: { id: seat._id } })),
    ]);
    expect(left.map(({ data }) => data.state)).toEqual(left.map(() => 'ended'));
    const minutes = await countMinutes();
    expect([1, 2]).toContain(minutes);
    expect(await readSeat(app, fan, seat._id)).toMatchObject({ endedBy: 'fan', minutes, cost: 2 * minutes });
    expect(await readWallet()).toBe(2_000 - 200 * minutes);
  });

  it('charges for a tip and a minute spend the last money of a wallet once', async () => {
    fan = await buildUser(app, { wallet: cents(500) });
    const seat = await buildPrivateShow(app, fan, host);
    await runShows(app, 55);
    app.clock.advance({ seconds: 5 });
    const now = app.clock.now();
    const [tip] = await Promise.all([
      app.call('tipPerformer', { as: fan.token, params: { id: host.id }, body: { price: 3 } }),
      app.services.seat.tick(now),
      second.services.seat.tick(now),
    ]);
    const isTipped = tip.status === 200;
    expect(await readSeat(app, fan, seat._id)).toMatchObject(
      isTipped ? { state: 'ended', endedBy: 'wallet', minutes: 1 } : { state: 'running', minutes: 2 },
    );
    expect(await readWallet()).toBe(isTipped ? 0 : 100);
  });

  it('ticks of two processes charge each of forty members once', async () => {
    const show = await buildShow(app, host, { type: 'group', minutePrice: 3 });
    const people = await Promise.all(Array.from({ length: 40 }, () => buildUser(app, { wallet: cents(900) })));
    for (const person of people) {
      const { data } = await app.call('joinGroupShow', {
        as: person.token,
        params: { id: show._id },
        body: { price: 3 },
      });
      await enterPlace(app, person, data);
    }
    await runShows(app, 55);
    app.clock.advance({ seconds: 5 });
    const now = app.clock.now();
    await Promise.all([app, second].map(({ services }) => services.seat.tick(now)));
    const wallets = await Promise.all(people.map(async ({ id }) => (await app.services.wallet.balances(id)).wallet));
    expect(wallets).toEqual(people.map(() => 300));
  });
});
