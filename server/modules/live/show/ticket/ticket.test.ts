import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { buildCard, listProblems } from '../../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../../tests/factories/performer';
import { buildShow, emit, paidShow, prepareShow, tickAfter } from '../../../../../tests/factories/show';
import { buildSubscription } from '../../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../../tests/harness/build-test-app';
import { purchases } from '../../../../db/schema/money';
import { streams } from '../../../../db/schema/streams';

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

const buy = (id: string, body: object = {}, as = fan.token, headers: Record<string, string> = {}) =>
  app.call('buyStream', { as, params: { id }, body, headers });
const readWallet = async ({ id }: { id: string }) => (await app.services.wallet.balances(id)).wallet;
const readPending = async () => (await app.services.wallet.balances(host.id)).pending;
const endShow = (id: string) => app.call('endStream', { as: host.token, params: { id } });

async function runFor(seconds: number): Promise<void> {
  for (let left = seconds; left > 0; left -= 20) {
    app.clock.advance({ seconds: Math.min(20, left) });
    await app.services.showPresence.beat();
  }
}

describe('POST /wallet/charges/stream/:id', () => {
  it('sells the ticket of a live show once to a fan, from the wallet', async () => {
    const show = await buildShow(app, host, paidShow);
    const { data } = await buy(show._id, { expectedPrice: 5 });
    expect(data).toMatchObject({
      type: 'public_chat',
      target: 'stream',
      targetId: show._id,
      sessionId: show.sessionId,
      totalPrice: 5,
      balanceAfter: 15,
      products: [{ name: 'Evening' }],
    });
    expect(await readPending()).toBe(400);
    const told = app.events.filter(({ room }) => room === `account:${fan.id}`);
    expect(told.find(({ event }) => event === 'token_transaction_success')?.payload).toMatchObject({
      target: 'stream',
      item: { _id: show._id, hasPurchased: true },
    });
    expect((await app.call('joinStream', { as: fan.token, params: { id: host.id } })).data.hasPurchased).toBe(true);
    expect((await buy(show._id)).body.error).toBe('ALREADY_BOUGHT');
    expect(await readWallet(fan)).toBe(1_500);
    const { data: notified } = await app.call('listNotifications', { as: host.token });
    expect(notified.data[0]).toMatchObject({ type: 'payment', action: 'sale' });
    expect(notified.data[0]?.message).toMatch(/ paid for a live show, \$5\.00/);
    const receipt = await app.call('getReceipt', { as: fan.token, params: { id: '_id' in data ? data._id : '' } });
    expect(JSON.stringify(receipt.data)).toContain('Ticket for Evening');
  });

  it('returns the first response for a repeated key, even after the show', async () => {
    const show = await buildShow(app, host, paidShow);
    const headers = { 'idempotency-key': 'press' };
    const first = await buy(show._id, {}, fan.token, headers);
    await runFor(400);
    await endShow(show._id);
    expect((await buy(show._id, {}, fan.token, headers)).data).toEqual(first.data);
  });

  it.each([
    ['a free show', {}],
    ['a show by the minute', { type: 'group', minutePrice: 2 }],
  ])('charges nothing for %s', async (_what, body) => {
    const show = await buildShow(app, host, body);
    expect((await buy(show._id)).data).toEqual({ success: true });
    expect(await readWallet(fan)).toBe(2_000);
  });

  it('charges nothing to a subscriber if only others need a ticket', async () => {
    const show = await buildShow(app, host, { ...paidShow, audience: 'subscribers', ticketFor: 'others' });
    await buildSubscription(app, { userId: fan.id, performerId: host.id, status: 'active', price: cents(0) });
    expect((await buy(show._id)).data).toEqual({ success: true });
    const other = await buildUser(app, { wallet: cents(2_000) });
    expect((await buy(show._id, {}, other.token)).data).toMatchObject({ totalPrice: 5 });
    await app.context.db.execute('delete from subscriptions');
  });

  it('rejects fans who cannot pay, saw a different price or are outside the audience', async () => {
    const show = await buildShow(app, host, paidShow);
    const poor = await buildUser(app);
    expect((await buy(show._id, {}, poor.token)).body.error).toBe('NOT_ENOUGH_BALANCE');
    expect((await buy(show._id, { expectedPrice: 4 })).body.error).toBe('PRICE_CHANGED');
    expect((await buy(show._id, {}, host.token)).status).toBe(403);
    await app.call('updateStream', { as: host.token, body: { audience: 'subscribers' } });
    expect((await buy(show._id)).body.error).toBe('NOT_SUBSCRIBED');
    await app.call('updateStream', { as: host.token, body: { audience: 'followers' } });
    expect((await buy(show._id)).body.error).toBe('NOT_FOLLOWING');
    expect(await readWallet(fan)).toBe(2_000);
  });

  it('returns 404 to blocked fans and from blocked countries, and for shows that never started', async () => {
    const show = await buildShow(app, host, paidShow);
    await app.call('blockCountries', { as: host.token, body: { countryCodes: ['FR'] } });
    expect((await buy(show._id, {}, fan.token, { 'cf-ipcountry': 'FR' })).status).toBe(404);
    await app.call('blockUser', { as: host.token, body: { targetId: fan.id } });
    expect((await buy(show._id)).status).toBe(404);
    const other = await buildPerformer(app);
    expect((await buy((await prepareShow(app, other, paidShow))._id)).status).toBe(404);
    expect((await buy('a'.repeat(24))).status).toBe(404);
  });

  it('sells nothing after the show', async () => {
    const show = await buildShow(app, host, paidShow);
    await endShow(show._id);
    expect((await buy(show._id)).body).toMatchObject({ statusCode: 422, error: 'STREAM_OFFLINE' });
    const free = await buildShow(app, host);
    await endShow(free._id);
    expect((await buy(free._id)).body.error).toBe('STREAM_OFFLINE');
  });

  it('leaves no fan with a paid ticket for a show that ends too early at the same moment', async () => {
    const show = await buildShow(app, host, paidShow);
    const fans = await Promise.all(Array.from({ length: 6 }, () => buildUser(app, { wallet: cents(2_000) })));
    const [ended, ...bought] = await Promise.all([
      endShow(show._id),
      ...fans.flatMap(({ token }) => [buy(show._id, {}, token), buy(show._id, {}, token)]),
    ]);
    expect(ended.status).toBe(200);
    const answers = new Set(bought.map(({ status, body }) => (status === 200 ? 'sold' : body.error)));
    for (const answer of answers) expect(['sold', 'ALREADY_BOUGHT', 'STREAM_OFFLINE']).toContain(answer);
    await app.jobs.drain();
    expect(await Promise.all(fans.map(readWallet))).toEqual(fans.map(() => 2_000));
    expect(await readPending()).toBe(0);
  });
});

describe('POST /payment/purchases', () => {
  it('sells a ticket by card, and refunds a payment that is confirmed after the show', async () => {
    const show = await buildShow(app, host, paidShow);
    const { token: cardId } = await buildCard(app, fan);
    const body = { target: 'stream', targetId: show._id, cardId };
    const { data } = await app.call('buyByCard', { as: fan.token, body });
    expect(data).toMatchObject({ status: 'success', type: 'public_chat', target: 'stream' });
    expect((await app.call('joinStream', { as: fan.token, params: { id: host.id } })).data.hasPurchased).toBe(true);
    const late = await buildUser(app);
    const { token: asks } = await buildCard(app, late, { code: 'authenticate' });
    const begun = await app.call('buyByCard', { as: late.token, body: { ...body, cardId: asks } });
    expect(begun.data.status).toBe('require_authentication');
    await runFor(400);
    await endShow(show._id);
    const params = { id: begun.data._id };
    const confirmed = await app.call('confirmPayment', { as: late.token, params, body: { outcome: 'approve' } });
    expect(confirmed.data.status).toBe('refunded');
    expect(await readPending()).toBe(400);
    const refused = await app.call('buyByCard', { as: late.token, body });
    expect(refused.body.error).toBe('STREAM_OFFLINE');
  });
});

describe('tickets are refunded', () => {
  it('once if the show lasted less than five minutes', async () => {
    const show = await buildShow(app, host, paidShow);
    await buy(show._id);
    await runFor(299);
    await endShow(show._id);
    const readSummary = async () =>
      (await app.call('getStreamSummary', { as: host.token, params: { id: show._id } })).data;
    const nothingEarned = {
      tickets: { count: 0, amount: 0 },
      refundedTickets: { count: 1, amount: 5 },
      commission: 0,
      earned: 0,
    };
    // Before the refund, and after it.
    expect(await readSummary()).toMatchObject(nothingEarned);
    await app.jobs.drain();
    await app.jobs.run('refund-tickets', { streamId: show._id });
    expect(await readWallet(fan)).toBe(2_000);
    expect(await readPending()).toBe(0);
    expect(await readSummary()).toMatchObject(nothingEarned);
    const { data: told } = await app.call('listCharges', { as: fan.token });
    expect(told.data).toMatchObject([{ status: 'refunded' }]);
  });

  it('if the host left within five minutes', async () => {
    const show = await buildShow(app, host, paidShow);
    await buy(show._id);
    await runFor(200);
    await app.services.showRooms.onDisconnect(show.hostSocket, host.actor);
    await tickAfter(app, 300);
    await app.jobs.drain();
    expect(await readWallet(fan)).toBe(2_000);
  });

  it('unless the show lasted at least five minutes', async () => {
    const show = await buildShow(app, host, paidShow);
    await buy(show._id);
    await runFor(300);
    await emit(app, show.hostSocket, 'public-stream/leave', show.conversationId);
    await app.jobs.drain();
    expect(await readWallet(fan)).toBe(1_500);
    const kept = await app.context.db.select().from(purchases).where(eq(purchases.targetId, show._id));
    expect(kept).toHaveLength(1);
  });

  it('only to the fan whom the host blocks during the show', async () => {
    const show = await buildShow(app, host, paidShow);
    const other = await buildUser(app, { wallet: cents(2_000) });
    for (const { token } of [fan, other]) await buy(show._id, {}, token);
    await app.call('blockUser', { as: host.token, body: { targetId: fan.id } });
    await app.jobs.drain();
    expect([await readWallet(fan), await readWallet(other)]).toEqual([2_000, 1_500]);
  });

  it('to a fan whom the host blocks just before the show ends', async () => {
    const show = await buildShow(app, host, paidShow);
    await buy(show._id);
    await runFor(320);
    await app.call('blockUser', { as: host.token, body: { targetId: fan.id } });
    await endShow(show._id);
    await app.jobs.drain();
    expect(await readWallet(fan)).toBe(2_000);
  });

  it('to a fan whom the host removes, unless the fan is let in again', async () => {
    const other = await buildUser(app, { wallet: cents(2_000) });
    const show = await buildShow(app, host, paidShow);
    for (const { id: userId, token } of [fan, other]) {
      await buy(show._id, {}, token);
      const body = { userId, kind: 'ban' };
      await app.call('restrictViewer', { as: host.token, params: { id: show._id }, body });
    }
    await app.call('liftRestriction', { as: host.token, params: { id: show._id, userId: other.id } });
    await app.jobs.drain();
    expect([await readWallet(fan), await readWallet(other)]).toEqual([2_000, 1_500]);
  });

  it('if the host spent most of the show in private shows', async () => {
    const show = await buildShow(app, host, paidShow);
    await buy(show._id);
    const startedAt = app.clock.now();
    await runFor(320);
    const times = { startedAt, endedAt: new Date(startedAt.getTime() + 280_000) };
    await app.context.db.insert(streams).values({
      performerId: host.id,
      sessionId: `private-${show._id}`,
      type: 'private',
      audience: 'everyone',
      state: 'ended',
      ...times,
    });
    await endShow(show._id);
    await app.jobs.drain();
    expect(await readWallet(fan)).toBe(2_000);
  });

  it('unless the block is undone in time', async () => {
    const show = await buildShow(app, host, paidShow);
    await buy(show._id);
    await app.call('blockUser', { as: host.token, body: { targetId: fan.id } });
    await app.call('unblockUser', { as: host.token, params: { id: fan.id } });
    await app.jobs.drain();
    expect(await readWallet(fan)).toBe(1_500);
  });
});

describe('tips in a show', () => {
  const tip = async (body: object) =>
    (await app.call('tipPerformer', { as: fan.token, params: { id: host.id }, body: { price: 5, ...body } })).data;

  it('are counted by session id or conversation, but not for another creator’s show', async () => {
    const show = await buildShow(app, host);
    const streamType = 'stream_public';
    const { sessionId, conversationId } = show;
    expect(await tip({ streamType, sessionId })).toMatchObject({ type: 'stream_tip', sessionId });
    expect(await tip({ streamType, conversationId })).toMatchObject({ type: 'stream_tip', sessionId });
    const foreign = await buildShow(app, await buildPerformer(app));
    const elsewhere = await tip({ streamType, sessionId: foreign.sessionId });
    expect(elsewhere).toMatchObject({ type: 'stream_tip', sessionId: null });
    const { data } = await app.call('getStreamSummary', { as: host.token, params: { id: show._id } });
    expect(data.tips).toEqual({ count: 2, amount: 10 });
  });

  it('count toward its goal and notify the room', async () => {
    const show = await buildShow(app, host, { goal: { text: 'Strings', amount: 20 } });
    await tip({ streamType: 'stream_public', sessionId: show.sessionId });
    await tickAfter(app, 1);
    const changed = app.events.filter(
      ({ event, room }) => event === 'stream/changed' && room.endsWith(show.conversationId),
    );
    expect(changed.map(({ payload }) => payload)).toMatchObject([{ goal: { amount: 20, raised: 5 } }]);
  });
});
