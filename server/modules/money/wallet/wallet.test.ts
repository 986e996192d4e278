import { cents } from '@contract/base/money';
import { buildCard, buildCoupon, buildSale, byDefaultCard, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { eq, sql } from 'drizzle-orm';
import { readDebt } from '../../../ledger/accounts';
import { inTransaction } from '../../../db/transaction';
import { conversationMembers, conversations, messages } from '../../../db/schema/messages';
import { performers } from '../../../db/schema/accounts';
import { coupons } from '../../../db/schema/money';

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  creator = await buildPerformer(app);
  fan = await buildUser(app, { wallet: cents(2000) });
});
afterEach(async () => expect(await listProblems(app)).toEqual([]));
afterAll(() => app.close());

/** Socket events about an account's money, without notifications, which are tested elsewhere. */
const eventsFor = (id: string) =>
  app.events.filter(({ event, room }) => room === `account:${id}` && event !== 'send_notification');

describe('POST /wallet/charges/tip/:id', () => {
  const tip = (price: unknown, options: { as?: string; key?: string; to?: string; body?: object } = {}) =>
    app.call('tipPerformer', {
      as: options.as ?? fan.token,
      params: { id: options.to ?? creator.id },
      body: { price, ...options.body },
      headers: options.key === undefined ? {} : { 'idempotency-key': options.key },
    });

  it('moves the tip from the fan to the creator and the platform', async () => {
    const { data } = await tip(9.99);
    expect(data).toMatchObject({
      target: 'performer',
      targetId: creator.id,
      type: 'tip',
      totalPrice: 9.99,
      status: 'success',
      balanceAfter: 10.01,
      products: [{ name: 'Tip', price: 9.99, quantity: 1 }],
    });
    expect(await app.services.wallet.balances(fan.id)).toEqual({ wallet: 1001, pending: 0 });
    // 20 % of 9.99 is 1.998, rounded to 2.00.
    expect(await app.services.wallet.balances(creator.id)).toEqual({ wallet: 0, pending: 799 });
  });

  it('publishes the balance after each tip to the fan’s other tabs', async () => {
    await tip(5);
    await tip(3);
    const told = eventsFor(fan.id).filter(({ event }) => event === 'balance_update');
    expect(told.map(({ payload }) => payload)).toEqual([{ balance: 15 }, { balance: 12 }]);
  });

  it('shows the fan’s note in the creator’s notification, conversation, event and earnings', async () => {
    const conversation = await app.call('createConversation', {
      as: fan.token,
      body: { source: 'performer', sourceId: creator.id },
    });
    const userNote = ' For the roses ';
    const { data } = await tip(5, { body: { userNote, conversationId: conversation.data._id } });
    expect(data).toMatchObject({ userNote: 'For the roses' });
    const as = creator.token;
    const told = await app.call('listNotifications', { as });
    expect(told.data.data[0]?.message).toMatch(/tipped you \$5\.00: “For the roses”$/);
    const thread = await app.call('listMessages', { as, params: { id: conversation.data._id } });
    expect(thread.data.data[0]).toMatchObject({ type: 'tip', tipAmount: 5, tipNote: 'For the roses' });
    expect(eventsFor(creator.id).find(({ event }) => event === 'TIPPED')?.payload).toMatchObject({
      userNote: 'For the roses',
    });
    expect((await app.call('searchEarnings', { as })).data.data[0]).toMatchObject({ userNote: 'For the roses' });
    expect((await tip(5, { body: { userNote: 'x'.repeat(201) } })).status).toBe(400);
  });

  it('publishes the change and the balances to the creator', async () => {
    const { data } = await tip(5);
    const events = eventsFor(creator.id);
    expect(events.find(({ event }) => event === 'update_balance')?.payload).toEqual({
      token: 4,
      type: 'tip',
      pending: true,
      balance: 0,
      pendingBalance: 4,
    });
    expect(events.find(({ event }) => event === 'TIPPED')?.payload).toMatchObject({
      _id: data._id,
      sourceId: fan.id,
      targetId: creator.id,
      totalPrice: 5,
      senderInfo: { _id: fan.id },
    });
    const { data: told } = await app.call('listNotifications', { as: creator.token });
    expect(told.data).toMatchObject([{ type: 'tipped', action: 'tip', refId: data._id }]);
    // The payer gets a balance, never a change: their page has already subtracted the price. Wire contract 4.
    expect(eventsFor(fan.id)).toEqual([expect.objectContaining({ event: 'balance_update' })]);
  });

  it('succeeds with a balance above the maximum payment', async () => {
    const rich = await buildUser(app, { wallet: cents(150_000_000) });
    const { status, data } = await tip(5, { as: rich.token });
    expect([status, data.balanceAfter]).toEqual([200, 1_499_995]);
    expect((await app.call('getMe', { as: rich.token })).data.balance).toBe(1_499_995);
  });

  it("uses the creator's own commission, if there is one, instead of the site's", async () => {
    const dear = await buildPerformer(app, { commission: 0.5 });
    await tip(10, { to: dear.id });
    expect(await app.services.wallet.balances(dear.id)).toMatchObject({ pending: 500 });
  });

  it('adds a message to the conversation in which the tip was given', async () => {
    await tip(5, { body: { conversationId: 'a'.repeat(24) } });
    const rows = await app.context.db.select().from(messages).where(eq(messages.senderId, fan.id));
    expect(rows).toMatchObject([{ type: 'tip' }]);
  });

  it('records a tip in a stream as a stream tip', async () => {
    const { data } = await tip(5, { body: { streamType: 'stream_public' } });
    expect(data.type).toBe('stream_tip');
  });

  it('rejects amounts outside the bounds', async () => {
    expect((await tip(2.99)).body).toMatchObject({ statusCode: 422, error: 'PRICE_OUT_OF_BOUNDS' });
    expect((await tip(400.01)).status).toBe(422);
    expect((await tip(3.001)).status).toBe(400);
    expect((await tip('NaN')).status).toBe(400);
  });

  it('rejects more than the balance and moves nothing', async () => {
    expect((await tip(20.01)).body).toMatchObject({ statusCode: 422, error: 'NOT_ENOUGH_BALANCE' });
    expect(await app.services.wallet.balances(fan.id)).toMatchObject({ wallet: 2000 });
    expect((await app.call('listCharges', { as: fan.token })).data.total).toBe(0);
    expect(eventsFor(creator.id)).toEqual([]);
  });

  it('rejects creators as payers, and unknown or blocking creators as recipients', async () => {
    expect((await tip(5, { as: creator.token })).status).toBe(403);
    expect((await tip(5, { to: 'f'.repeat(24) })).status).toBe(404);
    expect((await tip(5, { to: fan.id })).status).toBe(404);
    await app.call('blockUser', { as: creator.token, body: { targetId: fan.id } });
    expect((await tip(5)).status).toBe(404);
  });

  it('returns the first charge for a repeated key, and rejects the key with different input', async () => {
    const first = await tip(5, { key: 'k1' });
    expect((await tip(5, { key: 'k1' })).data).toEqual(first.data);
    expect((await tip(6, { key: 'k1' })).body).toMatchObject({ error: 'IDEMPOTENCY_KEY_REUSED' });
    expect(await app.services.wallet.balances(fan.id)).toMatchObject({ wallet: 1500 });
    // Keys belong to an account: another fan can use the same key.
    const other = await buildUser(app, { wallet: cents(1000) });
    expect((await tip(5, { key: 'k1', as: other.token })).data._id).not.toBe(first.data._id);
  });

  it('M-1: returns the first charge for a repeated key even after the site raised its minimum', async () => {
    const first = await tip(5, { key: 'k2' });
    await app.services.settings.write('minimumTipPrice', 6);
    const repeated = await tip(5, { key: 'k2' });
    const another = await tip(5, { key: 'k3' });
    await app.services.settings.write('minimumTipPrice', 3);
    expect([repeated.status, repeated.data]).toEqual([200, first.data]);
    expect(another.body).toMatchObject({ error: 'PRICE_OUT_OF_BOUNDS' });
  });

  it('stores ledger balances that continue from each other, even for concurrent tips', async () => {
    const fans = await Promise.all(Array.from({ length: 8 }, () => buildUser(app, { wallet: cents(1000) })));
    const others = [creator.id, (await buildPerformer(app)).id];
    await tip(5);
    const replies = await Promise.all(
      fans.map(({ token }, index) => tip(5, { as: token, to: others[index % 2] ?? '', key: `tip ${index}` })),
    );
    expect(replies.map(({ data }) => data.balanceAfter)).toEqual(fans.map(() => 5));
    const { rows } = await app.context.db.execute<{ torn: number }>(sql`
      with lines as (
        select e.balance_after - e.amount as before,
          lag(e.balance_after, 1, 0) over (partition by e.account_id order by e.id) as last
        from ledger_entries e join ledger_accounts a on a.id = e.account_id
        where a.kind = 'pending' and a.owner_id in (${others[0]}, ${others[1]})
      ) select count(*) filter (where before <> last)::int as torn from lines`);
    expect(rows[0]?.torn).toBe(0);
  });

  it('charges once for 50 concurrent requests with the same key', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => tip(5, { key: 'k2' })));
    expect(new Set(replies.map(({ data }) => data._id)).size).toBe(1);
    expect(await app.services.wallet.balances(fan.id)).toMatchObject({ wallet: 1500 });
  });
});

describe('POST /wallet/charges/feed/:id', () => {
  const buy = (id: string, options: { as?: string; body?: object; key?: string } = {}) =>
    app.call('buyFeed', {
      as: options.as ?? fan.token,
      params: { id },
      body: options.body,
      headers: options.key === undefined ? {} : { 'idempotency-key': options.key },
    });

  it('unlocks a post, and only once', async () => {
    const post = await buildSale(app, creator, cents(700));
    expect((await buy(post.id)).data).toMatchObject({ target: 'feed', type: 'feed', totalPrice: 7, balanceAfter: 13 });
    expect((await app.call('getFeed', { as: fan.token, params: { id: post.id } })).data.isBought).toBe(true);
    expect(eventsFor(fan.id)).toMatchObject([
      { event: 'balance_update', payload: { balance: 13 } },
      { event: 'token_transaction_success', payload: { target: 'feed', item: { _id: post.id, access: 'open' } } },
    ]);
    expect((await buy(post.id)).body).toMatchObject({ statusCode: 422, error: 'ALREADY_BOUGHT' });
    expect(await app.services.wallet.balances(fan.id)).toMatchObject({ wallet: 1300 });
  });

  it('rejects a free post, a price other than the fan saw, and an unknown post', async () => {
    const free = await buildSale(app, creator, cents(0));
    expect((await buy(free.id)).body).toMatchObject({ statusCode: 404, error: 'NOTHING_TO_PAY' });
    const post = await buildSale(app, creator, cents(700));
    expect((await buy(post.id, { body: { expectedPrice: 6 } })).body).toMatchObject({ error: 'PRICE_CHANGED' });
    expect((await buy('f'.repeat(24))).status).toBe(404);
    await app.call('blockUser', { as: creator.token, body: { targetId: fan.id } });
    expect((await buy(post.id)).status).toBe(404);
    expect(await app.services.wallet.balances(fan.id)).toMatchObject({ wallet: 2000 });
  });

  it('sells a post to a fan once for concurrent requests', async () => {
    const post = await buildSale(app, creator, cents(100));
    const replies = await Promise.all(Array.from({ length: 20 }, () => buy(post.id)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.error === 'ALREADY_BOUGHT')).toHaveLength(19);
    expect(await app.services.wallet.balances(fan.id)).toMatchObject({ wallet: 1900 });
  });

  // Promises M-7.
  it('sells exactly as many posts as the wallet can pay, for 200 concurrent requests to two servers', async () => {
    const other = await buildTestApp({}, { beside: app });
    const posts = await Promise.all(Array.from({ length: 200 }, () => buildSale(app, creator, cents(200))));
    const replies = await Promise.all(
      posts.map((post, index) => (index % 2 ? app : other).call('buyFeed', { as: fan.token, params: { id: post.id } })),
    );
    await other.close();
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(10);
    expect(replies.filter(({ body }) => body.error === 'NOT_ENOUGH_BALANCE')).toHaveLength(190);
    expect(await app.services.wallet.balances(fan.id)).toMatchObject({ wallet: 0 });
    expect(await app.services.wallet.balances(creator.id)).toMatchObject({ pending: 1600 });
  });
});

describe('POST /wallet/charges/message/:id', () => {
  async function buildPricedMessage(overrides: Partial<typeof messages.$inferInsert> = {}): Promise<string> {
    const { db } = app.context;
    const [conversation] = await db
      .insert(conversations)
      .values({ type: 'private', pairKey: [creator.id, fan.id].toSorted().join(':') })
      .returning();
    const conversationId = conversation?.id ?? '';
    await db
      .insert(conversationMembers)
      .values([creator.id, fan.id].map((accountId) => ({ conversationId, accountId })));
    const [message] = await db
      .insert(messages)
      .values({
        conversationId,
        senderId: creator.id,
        senderSource: 'performer',
        type: 'photo',
        sequence: 1,
        isSale: true,
        price: cents(300),
        ...overrides,
      })
      .returning();
    return message?.id ?? '';
  }
  const buy = (id: string, as = fan.token) => app.call('buyMessage', { as, params: { id } });

  it('unlocks a message for the fan to whom it was sent', async () => {
    const id = await buildPricedMessage();
    expect((await buy(id)).data).toMatchObject({ target: 'message', performerId: creator.id, totalPrice: 3 });
    expect((await buy(id)).body.error).toBe('ALREADY_BOUGHT');
  });

  it('returns 404 to other fans, and after the message was deleted', async () => {
    const id = await buildPricedMessage();
    const stranger = await buildUser(app, { wallet: cents(1000) });
    expect((await buy(id, stranger.token)).status).toBe(404);
    await app.context.db.update(messages).set({ isDeleted: true }).where(eq(messages.id, id));
    expect((await buy(id)).status).toBe(404);
  });
});

describe('refund of a charge', () => {
  const refund = (id: string) => inTransaction(app.context.db, (tx) => app.services.wallet.refund(tx, id));
  const release = async () => {
    app.clock.advance({ days: 8 });
    await app.jobs.run('release-earnings', {});
  };

  it.each([
    ['held', false],
    ['released', true],
  ])('returns everything once while the income is %s', async (_state, isReleased) => {
    const post = await buildSale(app, creator, cents(999));
    const { data } = await app.call('buyFeed', { as: fan.token, params: { id: post.id } });
    if (isReleased) await release();
    await Promise.all([refund(data._id), refund(data._id), refund(data._id)]);
    expect(await app.services.wallet.balances(fan.id)).toMatchObject({ wallet: 2000 });
    const told = eventsFor(fan.id).filter(({ event }) => event === 'update_balance');
    expect(told.map(({ payload }) => payload)).toEqual([{ token: 9.99, type: 'refund', pending: false, balance: 20 }]);
    expect(await app.services.wallet.balances(creator.id)).toEqual({ wallet: 0, pending: 0 });
    // Log in again, since sessions last a day.
    const as = await app.services.session.open(fan.id);
    expect((await app.call('getFeed', { as, params: { id: post.id } })).data.isBought).toBe(false);
    expect((await app.call('listCharges', { as })).data.data).toMatchObject([{ status: 'refunded' }]);
  });

  it('leaves a debt if the income was spent, which the next income pays off', async () => {
    const { db } = app.context;
    const sell = async (price: number) => {
      const post = await buildSale(app, creator, cents(price));
      return (await app.call('buyFeed', { as: await app.services.session.open(fan.id), params: { id: post.id } })).data
        ._id;
    };
    const first = await sell(1000);
    await release();
    await app.services.settings.write('minimumPayoutAmount', 1);
    const bank = { firstName: 'Mira', lastName: 'Okafor', bankName: 'Bank', bankAccount: '123456' };
    await db.update(performers).set({ banking: bank }).where(eq(performers.id, creator.id));
    const as = await app.services.session.open(creator.id);
    const asked = await app.call('createPayoutRequest', { as, body: { source: 'performer', requestTokens: 5 } });
    expect(asked.status).toBe(200);
    await app.services.settings.write('minimumPayoutAmount', 50);
    await Promise.all([refund(first), refund(first)]);
    expect(await app.services.wallet.balances(fan.id)).toMatchObject({ wallet: 2000 });
    expect(await app.services.wallet.balances(creator.id)).toEqual({ wallet: 0, pending: 0 });
    expect(await readDebt(db, creator.id)).toBe(500);
    await sell(500);
    await release();
    expect([await readDebt(db, creator.id), await app.services.wallet.balances(creator.id)]).toEqual([
      100,
      { wallet: 0, pending: 0 },
    ]);
    await sell(1000);
    await release();
    expect([await readDebt(db, creator.id), await app.services.wallet.balances(creator.id)]).toEqual([
      0,
      { wallet: 700, pending: 0 },
    ]);
  });
});

describe('GET /wallet/charges/search', () => {
  it("lists the actor's charges with their creators, newest first", async () => {
    const post = await buildSale(app, creator);
    await app.call('buyFeed', { as: fan.token, params: { id: post.id } });
    app.clock.advance({ seconds: 5 });
    await app.call('tipPerformer', { as: fan.token, params: { id: creator.id }, body: { price: 3 } });
    const { data } = await app.call('listCharges', { as: fan.token });
    expect(data.data).toMatchObject([
      { type: 'tip', performerInfo: { _id: creator.id } },
      { type: 'feed', products: [{ name: 'For sale' }] },
    ]);
    expect((await app.call('listCharges', { as: fan.token, query: { type: 'tip' } })).data.total).toBe(1);
    const day = new Date(app.clock.now().getTime() + 5 * 24 * 3600 * 1000).toISOString().slice(0, 10);
    const later = { fromDate: day, toDate: day };
    expect((await app.call('listCharges', { as: fan.token, query: later })).data.total).toBe(0);
    const stranger = await buildUser(app);
    expect((await app.call('listCharges', { as: stranger.token })).data).toEqual({ data: [], total: 0 });
  });
});

describe('POST /payment/wallet/top-up', () => {
  const topUp = async (body: object, options: { key?: string; as?: string } = {}) =>
    app.call('topUpWallet', {
      as: options.as ?? fan.token,
      body: { ...(await byDefaultCard(app, fan)), ...body },
      headers: options.key === undefined ? {} : { 'idempotency-key': options.key },
    });

  it('credits the wallet and sends the payer to the success page', async () => {
    await buildCard(app, fan);
    const { data } = await topUp({ amount: 25.5 });
    if (!('_id' in data)) throw new Error('Expected a payment');
    expect(data).toMatchObject({ status: 'success', target: 'token_package', totalPrice: 25.5, originalPrice: 25.5 });
    expect(await app.services.wallet.balances(fan.id)).toMatchObject({ wallet: 4550 });
    expect(eventsFor(fan.id)).toMatchObject([
      { event: 'balance_update', payload: { balance: 45.5 } },
      {
        event: 'payment_status_callback',
        payload: { redirectUrl: `/payment/success?transactionId=${data._id.slice(-8)}` },
      },
    ]);
  });

  it('wire 2.13: rejects a missing card id without a charge, even if there is a default card', async () => {
    await buildCard(app, fan);
    for (const cardId of [undefined, null]) {
      const { body } = await app.call('topUpWallet', { as: fan.token, body: { amount: 20, cardId } });
      expect(body).toMatchObject({ statusCode: 422, error: 'CARD_REQUIRED' });
    }
    expect((await app.call('searchTransactions', { as: fan.token })).data.total).toBe(0);
    expect(await app.services.wallet.balances(fan.id)).toMatchObject({ wallet: 2000 });
  });

  it('rejects amounts outside the bounds, and a payer without a card', async () => {
    expect((await topUp({ amount: 20 })).body).toMatchObject({ statusCode: 422, error: 'CARD_REQUIRED' });
    await buildCard(app, fan);
    expect((await topUp({ amount: 9.99 })).body).toMatchObject({ statusCode: 422, error: 'PRICE_OUT_OF_BOUNDS' });
    expect((await topUp({ amount: 1000.01 })).status).toBe(422);
    expect((await topUp({ amount: 20, paymentGateway: 'paypal' })).body.error).toBe('PROVIDER_NOT_CONFIGURED');
    const other = await buildUser(app);
    const card = await buildCard(app, other);
    expect((await topUp({ amount: 20, cardId: card.token })).body.error).toBe('CARD_REQUIRED');
  });

  it('returns the bank’s message and sends the payer to the failure page', async () => {
    await buildCard(app, fan, { code: 'declinedLater' });
    const { body } = await topUp({ amount: 20 });
    expect(body).toMatchObject({ statusCode: 400, error: 'CARD_DECLINED', message: 'Your card was declined.' });
    const { data } = await app.call('searchTransactions', { as: fan.token });
    expect(data.data).toMatchObject([{ status: 'fail', failureReason: 'Your card was declined.' }]);
    expect(eventsFor(fan.id)).toMatchObject([
      { payload: { redirectUrl: `/payment/cancel?transactionId=${data.data[0]?._id.slice(-8)}` } },
    ]);
    expect(await app.services.wallet.balances(fan.id)).toMatchObject({ wallet: 2000 });
  });

  it('M-19: rejects any coupon without a charge', async () => {
    await buildCard(app, fan);
    for (const value of [1, 0.2]) {
      const { code, id } = await buildCoupon(app, { value, usesLeft: 1 });
      expect((await topUp({ amount: 1000, couponCode: code })).body).toMatchObject({
        statusCode: 406,
        error: 'Not Acceptable',
        message: 'Coupons cannot be used to top up a wallet.',
      });
      const [row] = await app.context.db.select().from(coupons).where(eq(coupons.id, id));
      expect(row?.usesLeft).toBe(1);
    }
    expect(await app.services.wallet.balances(fan.id)).toMatchObject({ wallet: 2000 });
    expect((await app.call('searchTransactions', { as: fan.token })).data.total).toBe(0);
  });

  it('adds tax for a given address, and rejects a total other than the payer saw', async () => {
    await buildCard(app, fan);
    const address = { line1: 'Rue 1', city: 'Lyon', region: '', postalCode: '69000', country: 'fr' };
    expect((await topUp({ amount: 10, address, expectedPrice: 10 })).body.error).toBe('PRICE_CHANGED');
    const { data } = await topUp({ amount: 10, address, expectedPrice: 12 });
    expect(data).toMatchObject({ originalPrice: 10, taxAmount: 2, totalPrice: 12 });
    expect(await app.services.wallet.balances(fan.id)).toMatchObject({ wallet: 3000 });
  });

  // Promises M-2.
  it('charges once for 50 concurrent requests with the same key to two servers, and rejects the key with different input', async () => {
    const other = await buildTestApp({}, { beside: app });
    await buildCard(app, fan);
    const body = { ...(await byDefaultCard(app, fan)), amount: 10 };
    const headers = { 'idempotency-key': 'once' };
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 ? app : other).call('topUpWallet', { as: fan.token, body, headers }),
      ),
    );
    await other.close();
    expect(new Set(replies.map(({ data }) => ('_id' in data ? data._id : ''))).size).toBe(1);
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(await app.services.wallet.balances(fan.id)).toMatchObject({ wallet: 3000 });
    expect((await topUp({ amount: 11 }, { key: 'once' })).body.error).toBe('IDEMPOTENCY_KEY_REUSED');
  });

  it('rejects keys that are too long', async () => {
    await buildCard(app, fan);
    const refused = await topUp({ amount: 10 }, { key: 'a'.repeat(201) });
    expect(refused.body).toMatchObject({ statusCode: 400, error: 'Bad Request' });
  });
});
