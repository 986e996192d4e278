import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { cents } from '@contract/base/money';
import { buildCard, buildCoupon, listProblems } from '../../../../tests/factories/money';
import { buildPerformer } from '../../../../tests/factories/performer';
import { buildUser } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { coupons, paymentTransactions } from '../../../db/schema/money';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterEach(async () => expect(await listProblems(app)).toEqual([]));
afterAll(() => app.close());

describe('a coupon', () => {
  it('lowers one card payment per fan; its code ignores case and spaces', async () => {
    const fan = await buildUser(app);
    const { token: cardId } = await buildCard(app, fan);
    const { code } = await buildCoupon(app, { value: 0.25 });
    const creators = await Promise.all([buildPerformer(app), buildPerformer(app)]);
    const subscribe = (index: number, body: object) =>
      app.call('subscribePerformer', {
        as: fan.token,
        body: { performerId: creators[index]?.id ?? '', type: 'monthly', cardId, ...body },
      });
    const applied = await app.call('applyCoupon', { as: fan.token, params: { id: ` ${code} ` } });
    expect(applied.data).toMatchObject({ code, value: 0.25 });
    const first = await subscribe(0, { couponCode: ` ${code.toLowerCase()}\n`, expectedPrice: 7.49 });
    expect(first.data).toMatchObject({ originalPrice: 9.99, totalPrice: 7.49, couponInfo: { code, value: 0.25 } });
    expect((await subscribe(1, { couponCode: code })).body).toMatchObject({ statusCode: 406, error: 'Not Acceptable' });
    expect((await subscribe(1, { couponCode: 'NONE' })).status).toBe(404);
  });

  it('can be used again after the payment failed', async () => {
    const fan = await buildUser(app);
    const { token: cardId } = await buildCard(app, fan, { code: 'declinedLater' });
    const { id, code } = await buildCoupon(app, { usesLeft: 1 });
    const subscribe = (body: object = {}) =>
      app.call('subscribePlatform', { as: fan.token, body: { couponCode: code, cardId, ...body } });
    expect((await subscribe()).status).toBe(400);
    const [row] = await app.context.db.select().from(coupons).where(eq(coupons.id, id));
    expect(row?.usesLeft).toBe(1);
    await buildCard(app, fan, { isDefault: false, token: 'card_visa_ff' });
    expect((await subscribe({ cardId: 'card_visa_ff' })).status).toBe(200);
  });

  it('M-9: is never used more often than allowed, even concurrently on two servers', async () => {
    const other = await buildTestApp({}, { beside: app });
    const { code } = await buildCoupon(app, { usesLeft: 3 });
    const fans = await Promise.all(Array.from({ length: 40 }, () => buildUser(app)));
    const cards = await Promise.all(fans.map((one) => buildCard(app, one)));
    const replies = await Promise.all(
      fans.map((one, index) =>
        (index % 2 ? app : other).call('subscribePlatform', {
          as: one.token,
          body: { couponCode: code, cardId: cards[index]?.token ?? null },
        }),
      ),
    );
    await other.close();
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(replies.filter(({ status }) => status === 406)).toHaveLength(37);
  });
});

describe('M-19: coupons never create money', () => {
  /** In cents: what the creator and the fans hold, and what was paid by card, without tax. */
  async function readBooks(creatorId: string, fanIds: readonly string[]) {
    const { pending, wallet } = await app.services.wallet.balances(creatorId);
    const wallets = await Promise.all(fanIds.map((id) => app.services.wallet.balances(id)));
    const rows = await app.context.db.select().from(paymentTransactions);
    const paid = rows
      .filter((row) => row.status === 'success' && fanIds.includes(row.userId))
      .reduce((sum, row) => sum + row.totalPrice - row.taxAmount, 0);
    return { held: pending + wallet + wallets.reduce((sum, one) => sum + one.wallet, 0), paid };
  }

  it('whatever the discount, commission and purchase', async () => {
    const use = fc.record({
      value: fc.constantFrom(0.01, 0.2, 1 / 3, 0.5, 0.99, 1),
      commission: fc.constantFrom(0, 0.05, 0.2, 0.333, 1),
      type: fc.constantFrom('monthly', 'yearly', 'platform', 'top-up'),
      price: fc.integer({ min: 295, max: 30_000 }),
      isTaxed: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(use, async ({ value, commission, type, price, isTaxed }) => {
        const fan = await buildUser(app);
        const { token: cardId } = await buildCard(app, fan);
        const creator = await buildPerformer(app, {
          commission,
          monthlyPrice: cents(price),
          yearlyPrice: cents(price),
        });
        const { code: couponCode } = await buildCoupon(app, { value });
        const address = { line1: 'Rue 1', city: 'Lyon', region: '', postalCode: '69000', country: 'FR' };
        const body = { couponCode, cardId, ...(isTaxed && { address }) };
        const as = fan.token;
        const subscribe = () =>
          app.call('subscribePerformer', { as, body: { performerId: creator.id, type, ...body } });
        const pay = {
          monthly: subscribe,
          yearly: subscribe,
          platform: () => app.call('subscribePlatform', { as, body }),
          'top-up': () => app.call('topUpWallet', { as, body: { amount: 1000, ...body } }),
        };
        const { status } = await pay[type]();
        // Top-ups do not accept coupons.
        expect(status).toBe(type === 'top-up' ? 406 : 200);
        const { held, paid } = await readBooks(creator.id, [fan.id]);
        expect(held).toBeLessThanOrEqual(paid);
      }),
      { numRuns: 40 },
    );
  });
});
