import { cents, roundDollars } from '@contract/base/money';
import { buildCard, buildSale, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { inTransaction } from '../../../db/transaction';

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  creator = await buildPerformer(app);
  fan = await buildUser(app);
});
afterEach(async () => expect(await listProblems(app)).toEqual([]));
afterAll(() => app.close());

const list = async (query: object = {}) =>
  (await app.call('listWalletLines', { as: fan.token, query: { ...query } })).data;
const tip = async (price: number) =>
  (await app.call('tipPerformer', { as: fan.token, params: { id: creator.id }, body: { price } })).data;

/** Tops up $20, tips $3, and buys a post for $5 that is refunded. */
async function spend() {
  const { token: cardId } = await buildCard(app, fan);
  const { data: topUp } = await app.call('topUpWallet', { as: fan.token, body: { amount: 20, cardId } });
  await tip(3);
  const post = await buildSale(app, creator, cents(500));
  const { data: bought } = await app.call('buyFeed', { as: fan.token, params: { id: post.id } });
  await inTransaction(app.context.db, (tx) => app.services.wallet.refund(tx, bought._id));
  return { topUp, bought };
}

describe('GET /wallet/statement', () => {
  it('lists money in and out with the balance after each line, newest first', async () => {
    const { topUp, bought } = await spend();
    const { data, total } = await list();
    expect(total).toBe(4);
    expect(data).toMatchObject([
      { kind: 'refund', amount: 5, balanceAfter: 17, charge: { _id: bought._id, status: 'refunded' } },
      { kind: 'charge', amount: -5, balanceAfter: 12, charge: { performerInfo: { _id: creator.id } } },
      { kind: 'charge', amount: -3, balanceAfter: 17, charge: { type: 'tip' } },
      { kind: 'top_up', amount: 20, balanceAfter: 20, transactionId: '_id' in topUp ? topUp._id : '', charge: null },
    ]);
  });

  it('returns lines that add up to the balance, and that continue from each other', async () => {
    await spend();
    const { data } = await list();
    const { wallet } = await app.services.wallet.balances(fan.id);
    expect(roundDollars(data.reduce((sum, line) => sum + line.amount, 0))).toBe(wallet / 100);
    expect(data[0]?.balanceAfter).toBe(wallet / 100);
    data.forEach((line, index) => {
      const before = data[index + 1]?.balanceAfter ?? 0;
      expect(roundDollars(before + line.amount)).toBe(line.balanceAfter);
    });
  });

  it('filters by direction, amount and day, and paginates', async () => {
    await spend();
    expect((await list({ direction: 'in' })).data.map((line) => line.kind)).toEqual(['refund', 'top_up']);
    expect((await list({ direction: 'out', limit: 1, offset: 1 })).data).toMatchObject([{ amount: -3 }]);
    expect((await list({ amount: '5' })).data.map((line) => line.amount)).toEqual([5, -5]);
    const today = new Date().toISOString().slice(0, 10);
    expect((await list({ fromDate: today, toDate: today })).total).toBe(4);
    expect((await list({ fromDate: '2001-01-01', toDate: '2001-12-31' })).total).toBe(0);
  });

  it("lists only the fan's own lines, none at first", async () => {
    await spend();
    fan = await buildUser(app);
    expect(await list()).toEqual({ data: [], total: 0 });
    expect((await app.call('listWalletLines', { as: creator.token })).status).toBe(403);
  });
});

describe('GET /wallet/charges/search', () => {
  it('returns the balance after each charge, even if it was refunded', async () => {
    await spend();
    const { data } = await app.call('listCharges', { as: fan.token });
    const after = data.data.map(({ status, balanceAfter }) => `${status} ${balanceAfter}`);
    expect(after.toSorted()).toEqual(['refunded 12', 'success 17']);
  });
});
