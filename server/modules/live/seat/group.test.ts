import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { askForShow, buildOpenShow, enterPlace, readSeat, runShows, type Seat } from '../../../../tests/factories/seat';
import { buildShow, emit, prepareShow } from '../../../../tests/factories/show';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { accounts } from '../../../db/schema/accounts';
import { streamMinutes } from '../../../db/schema/streams';

let app: TestApp;
let host: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  [host, fan] = await Promise.all([buildPerformer(app), buildUser(app, { wallet: cents(2_000) })]);
});
afterAll(async () => {
  expect(await listProblems(app)).toEqual([]);
  await app.close();
});

const buildGroup = (body: object = {}) => buildShow(app, host, { type: 'group', minutePrice: 3, ...body });
const change = (body: object) => app.call('updateStream', { as: host.token, body });
const join = (id: string, as = fan.token, { price = 3, headers = {} }: { price?: number; headers?: object } = {}) =>
  app.call('joinGroupShow', { as, params: { id }, body: { price }, headers: { ...headers } });
const readWallet = async ({ id }: { id: string } = fan) => (await app.services.wallet.balances(id)).wallet;
const readPending = async () => (await app.services.wallet.balances(host.id)).pending;

async function member(wallet: number, showId: string): Promise<{ person: BuiltPerson; seat: Seat }> {
  const person = await buildUser(app, { wallet: cents(wallet) });
  const { data: seat } = await join(showId, person.token);
  await enterPlace(app, person, seat);
  return { person, seat };
}

describe('POST /streaming/group/:id/join', () => {
  it('creates a seat and charges its first minute', async () => {
    const show = await buildGroup();
    const { data } = await join(show._id);
    expect(data).toMatchObject({
      type: 'group',
      state: 'running',
      streamId: show._id,
      conversationId: show.conversationId,
      price: 3,
      minutes: 1,
      cost: 3,
      paidUntil: new Date(app.clock.now().getTime() + 60_000).toISOString(),
    });
    expect(await readWallet()).toBe(1_700);
    const { data: charges } = await app.call('listCharges', { as: fan.token });
    expect(charges.data).toMatchObject([{ type: 'group_chat', products: [{ name: 'Group show, minute 1' }] }]);
    const { data: joined } = await app.call('joinStream', { as: fan.token, params: { id: host.id } });
    expect(joined.hasPurchased).toBe(true);
  });

  it('charges nothing if the fan is in the show already or the request is repeated', async () => {
    const show = await buildGroup();
    const headers = { 'idempotency-key': 'press' };
    const { data } = await join(show._id, fan.token, { headers });
    for (const again of [await join(show._id), await join(show._id, fan.token, { headers })])
      expect(again.data).toEqual(data);
    expect(await readWallet()).toBe(1_700);
    const other = await join(show._id, fan.token, { headers, price: 4 });
    expect(other.body.error).toBe('IDEMPOTENCY_KEY_REUSED');
    await app.call('leaveSeat', { as: fan.token, params: { id: data._id } });
    expect((await join(show._id, fan.token, { headers })).data).toMatchObject({ _id: data._id, state: 'ended' });
    expect(await readWallet()).toBe(1_700);
  });

  it('lets fans who left join again, for another minute', async () => {
    const show = await buildGroup();
    const { data: first } = await join(show._id);
    await app.call('leaveSeat', { as: fan.token, params: { id: first._id } });
    const { data: second } = await join(show._id);
    expect(second).toMatchObject({ state: 'running', minutes: 1 });
    expect(second._id).not.toBe(first._id);
    const rows = await app.context.db.select().from(streamMinutes).where(eq(streamMinutes.userId, fan.id));
    expect(rows.map(({ minute }) => minute).toSorted((a, b) => a - b)).toEqual([1, 2]);
  });

  it.each<[string, (id: string) => Promise<unknown>, number, string]>([
    ['an ended show', (id) => app.call('endStream', { as: host.token, params: { id } }), 422, 'STREAM_OFFLINE'],
    ['a show for subscribers', () => change({ audience: 'subscribers' }), 403, 'NOT_SUBSCRIBED'],
    ['a show for followers', () => change({ audience: 'followers' }), 403, 'NOT_FOLLOWING'],
    [
      'a host who blocks the fan',
      () => app.call('blockUser', { as: host.token, body: { targetId: fan.id } }),
      404,
      'ENTITY_NOT_FOUND',
    ],
    [
      'a host who removed the fan',
      (id) => app.call('restrictViewer', { as: host.token, params: { id }, body: { userId: fan.id, kind: 'ban' } }),
      403,
      'REMOVED_FROM_SHOW',
    ],
    ['a changed price', () => change({ minutePrice: 4 }), 409, 'PRICE_CHANGED'],
    [
      'a wallet with too little for a minute',
      async () => void (fan = await buildUser(app, { wallet: cents(299) })),
      422,
      'NOT_ENOUGH_BALANCE',
    ],
    [
      'a spending limit below a minute',
      () => app.call('setSpendingLimit', { as: fan.token, body: { limit: 2 } }),
      422,
      'SPENDING_LIMIT_REACHED',
    ],
    [
      'a fan who did not declare their age',
      () =>
        app.context.db
          .update(accounts)
          .set({ ageDeclaredAt: null, isWithoutForm: true })
          .where(eq(accounts.id, fan.id)),
      403,
      'AGE_NOT_DECLARED',
    ],
    [
      'a fan with a request to another host',
      async () => {
        const other = await buildPerformer(app);
        await buildOpenShow(app, other);
        await askForShow(app, fan, other);
      },
      409,
      'SHOW_RUNNING',
    ],
  ])('rejects %s', async (_what, prepare, status, error) => {
    const show = await buildGroup();
    await prepare(show._id);
    const wallet = await readWallet();
    expect((await join(show._id)).body).toMatchObject({ statusCode: status, error });
    expect(await readWallet()).toBe(wallet);
  });

  it('returns 404 for shows that never started, do not exist or block the country', async () => {
    expect((await join('a'.repeat(24))).status).toBe(404);
    const open = await buildShow(app, await buildPerformer(app), { minutePrice: 3 });
    expect((await join(open._id)).status).toBe(404);
    const other = await buildPerformer(app);
    const prepared = await prepareShow(app, other, { type: 'group', minutePrice: 3 });
    expect((await join(prepared._id)).status).toBe(404);
    const show = await buildGroup();
    await app.call('blockCountries', { as: host.token, body: { countryCodes: ['FR'] } });
    expect((await join(show._id, fan.token, { headers: { 'cf-ipcountry': 'FR' } })).status).toBe(404);
    expect((await join(show._id, host.token)).status).toBe(403);
    expect(await readWallet()).toBe(2_000);
  });
});

describe('a group show', () => {
  it('charges each member their own minutes', async () => {
    const show = await buildGroup();
    const rich = await member(2_000, show._id);
    const poor = await member(700, show._id);
    await runShows(app, 30);
    const late = await member(2_000, show._id);
    await runShows(app, 60);
    expect(await readSeat(app, rich.person, rich.seat._id)).toMatchObject({ state: 'running', minutes: 2, cost: 6 });
    expect(await readSeat(app, late.person, late.seat._id)).toMatchObject({ state: 'running', minutes: 2, cost: 6 });
    await runShows(app, 30);
    expect(await readSeat(app, poor.person, poor.seat._id)).toMatchObject({ endedBy: 'wallet', minutes: 2, cost: 6 });
    expect(await readSeat(app, rich.person, rich.seat._id)).toMatchObject({ state: 'running', minutes: 3, cost: 9 });
    expect((await app.call('getSeat', { as: late.person.token, params: { id: rich.seat._id } })).status).toBe(404);
    const { data } = await app.call('listSeats', { as: host.token });
    expect(data.data.map(({ user, minutes }) => [user?._id, minutes])).toEqual([
      [rich.person.id, 3],
      [late.person.id, 2],
    ]);
    await emit(app, show.hostSocket, 'public-stream/leave', show.conversationId);
    // Half of the late member's second minute was shown, but nothing of the rich member's third.
    expect(await readSeat(app, rich.person, rich.seat._id)).toMatchObject({ endedBy: 'host', minutes: 2, cost: 6 });
    expect(await readSeat(app, late.person, late.seat._id)).toMatchObject({ endedBy: 'host', minutes: 2, cost: 6 });
    expect(await Promise.all([rich, poor, late].map(({ person }) => readWallet(person)))).toEqual([1_400, 100, 1_400]);
    expect(await readPending()).toBe(1_440);
    const { data: summary } = await app.call('getStreamSummary', { as: host.token, params: { id: show._id } });
    expect(summary).toMatchObject({ minutes: { count: 6, amount: 18 }, commission: 3.6, earned: 14.4 });
  });

  it('continues when one member leaves or is removed', async () => {
    const show = await buildGroup();
    const [one, other, third] = [
      await member(2_000, show._id),
      await member(2_000, show._id),
      await member(2_000, show._id),
    ];
    await runShows(app, 40);
    await app.call('leaveSeat', { as: one.person.token, params: { id: one.seat._id } });
    const body = { userId: other.person.id, kind: 'ban' } as const;
    await app.call('restrictViewer', { as: host.token, params: { id: show._id }, body });
    await runShows(app, 40);
    expect(await readSeat(app, one.person, one.seat._id)).toMatchObject({ endedBy: 'fan', minutes: 1 });
    expect(await readSeat(app, other.person, other.seat._id)).toMatchObject({ endedBy: 'access', minutes: 1 });
    expect(await readSeat(app, third.person, third.seat._id)).toMatchObject({ state: 'running', minutes: 2 });
  });

  it('pauses for all members while the host is away, and a fan who joins then does not pay for that time', async () => {
    const show = await buildGroup();
    const one = await member(2_000, show._id);
    await runShows(app, 50);
    await app.services.showRooms.onDisconnect(show.hostSocket, host.actor);
    await runShows(app, 20);
    const late = await member(2_000, show._id);
    expect(late.seat.hostAwaySince).toEqual(expect.any(String));
    await runShows(app, 20);
    for (const { person, seat } of [one, late])
      expect(await readSeat(app, person, seat._id)).toMatchObject({ state: 'running', minutes: 1 });
    await runShows(app, 20);
    expect(await readSeat(app, one.person, one.seat._id)).toMatchObject({ endedBy: 'hostGone', minutes: 1, cost: 3 });
    expect(await readSeat(app, late.person, late.seat._id)).toMatchObject({ endedBy: 'hostGone', minutes: 0, cost: 0 });
    expect(await readWallet(late.person)).toBe(2_000);
  });
});
