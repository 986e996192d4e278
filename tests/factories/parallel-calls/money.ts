import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { performers } from '../../../server/db/schema/accounts';
import { buildPlatformSubscription } from '../feed';
import type { TestCall } from '../../harness/build-test-app';
import { buildGallery, buildGalleryPhoto, buildProduct, buildVideo } from '../assets';
import { buildCard, buildCoupon, byDefaultCard } from '../money';
import { buildPerformer, type BuiltPerformer } from '../performer';
import { buildSubscription } from '../subscription';
import { fillWallet, type BuiltPerson } from '../user';
import { messagesForSale } from './content';
import { AT_ONCE, byFans, byNewFans, byStar, getSale, mapAll, times, type Plan, type Plans, type Stage } from './stage';

const address = { line1: 'Rua 1', city: 'Lisboa', region: 'Lisboa', postalCode: '1100-001', country: 'PT' };

async function cardFields({ app }: Stage) {
  const body = { number: '4242424242424242', exp: '12/40', cvc: '123' };
  const { token } = (await app.http.inject({ method: 'POST', url: '/sandbox/card-token', body })).json<{
    token: string;
  }>();
  return { token, last4Digits: '4242', brand: 'Visa', month: '12', year: '2040', paymentGateway: 'stripe' };
}

const subscription = (
  make: (stage: Stage, fan: BuiltPerson, id: string) => object | Promise<object> = () => ({}),
  overrides: { status?: 'deactivated' } = {},
): Plan =>
  byNewFans(async (stage, fan) => {
    await buildCard(stage.app, fan);
    const { id } = await buildSubscription(stage.app, { userId: fan.id, performerId: stage.star.id, ...overrides });
    return { params: { type: 'stripe', id }, ...(await make(stage, fan, id)) };
  });

export async function topUp({ app, ask }: Stage, fan: BuiltPerson, code = 'visa'): Promise<string> {
  const { token: cardId } = await buildCard(app, fan, { code });
  const payment = await ask('topUpWallet', { as: fan.token, body: { amount: 10, cardId } });
  return '_id' in payment ? payment._id : '';
}

const withAddresses = (stage: Stage, make: (deliveryAddressId: string) => TestCall): Promise<TestCall[]> =>
  mapAll(stage.fans, async (fan) => {
    const body = { name: 'Home', country: 'PT', streetNumber: '1', streetAddress: 'Rua Azul', ...city };
    const { _id } = await stage.ask('createAddress', { as: fan.token, body });
    return { as: fan.token, ...make(_id) };
  });

const city = { city: 'Lisboa', state: 'Lisboa', zipCode: '1100-001' };

export async function orderOfEach(stage: Stage): Promise<{ as: string; id: string; addressId: string }[]> {
  const { _id: productId } = await buildProduct(stage.app, stage.star, { stock: 1_000 });
  const lines = [{ productId, quantity: 1 }];
  const calls = await withAddresses(stage, (deliveryAddressId) => ({
    body: { lines, deliveryAddressId, payBy: 'wallet', expectedTotal: 20 },
  }));
  return mapAll(calls, async (call) => {
    const { orders } = await stage.ask('checkoutOrders', call);
    return { as: call.as ?? '', id: orders[0]?._id ?? '', addressId: orders[0]?.deliveryAddressId ?? '' };
  });
}

function withOrders(make: (id: string, addressId: string) => TestCall): Plan {
  return {
    calls: async (stage) => (await orderOfEach(stage)).map(({ as, id, addressId }) => ({ as, ...make(id, addressId) })),
  };
}

function byPaidCreators(make: (creator: BuiltPerformer) => TestCall | Promise<TestCall>): Plan {
  return {
    calls: ({ app }) =>
      times(AT_ONCE, async () => {
        const creator = await buildPerformer(app);
        await fillWallet(app, creator.id, cents(8_000));
        const banking = { firstName: 'Mira', lastName: 'Okafor', bankName: 'Bank', bankAccount: '123456' };
        await app.context.db.update(performers).set({ banking }).where(eq(performers.id, creator.id));
        return { as: creator.token, ...(await make(creator)) };
      }),
  };
}

/** Pending payouts of forty creators. */
export const requestPayouts = async (stage: Stage): Promise<{ as: string; id: string; updatedAt: string }[]> =>
  mapAll(await byPaidCreators(() => ({})).calls(stage), async ({ as = '' }) => {
    const body = { source: 'performer', requestTokens: 60 };
    const { _id: id, updatedAt } = await stage.ask('createPayoutRequest', { as, body });
    return { as, id, updatedAt };
  });

const withPayouts = (make: (id: string) => TestCall): Plan => ({
  calls: async (stage) => (await requestPayouts(stage)).map(({ as, id }) => ({ as, ...make(id) })),
});

export async function refundOfEach(stage: Stage): Promise<{ as: string; id: string; saleId: string }[]> {
  const id = await getSale(stage);
  return mapAll(await stage.people(), async ({ token: as }) => {
    const { _id: saleId } = await stage.ask('buyFeed', { as, params: { id }, body: { expectedPrice: 5 } });
    const body = { saleId, reason: 'Not as shown' };
    return { as, saleId, id: (await stage.ask('askForRefund', { as, body }))._id };
  });
}

export const moneyPlans: Plans = {
  // All calls lock the star's ledger account.
  tipPerformer: byFans(({ star }) => ({ params: { id: star.id }, body: { price: 5, userNote: 'Thanks' } })),
  buyFeed: {
    async calls(stage) {
      const id = await getSale(stage);
      return stage.fans.map(({ token }) => ({ as: token, params: { id }, body: { expectedPrice: 5 } }));
    },
  },
  buyVideo: {
    async calls({ app, star, fans }) {
      const { _id } = await buildVideo(app, star, { isSale: true, price: 5 });
      return fans.map(({ token }) => ({ as: token, params: { id: _id }, body: { expectedPrice: 5 } }));
    },
  },
  buyGallery: {
    async calls({ app, star, fans }) {
      const { _id } = await buildGallery(app, star, { isSale: true, price: 5 });
      await buildGalleryPhoto(app, star, { galleryId: _id });
      return fans.map(({ token }) => ({ as: token, params: { id: _id }, body: { expectedPrice: 5 } }));
    },
  },
  buyByCard: {
    async calls(stage) {
      const targetId = await getSale(stage);
      return mapAll(stage.fans, async (fan) => ({
        as: fan.token,
        body: { target: 'feed', targetId, ...(await byDefaultCard(stage.app, fan)) },
      }));
    },
  },
  buyProduct: {
    async calls(stage) {
      const { _id: id } = await buildProduct(stage.app, stage.star, { stock: 1_000 });
      return withAddresses(stage, (deliveryAddressId) => ({ params: { id }, body: { deliveryAddressId } }));
    },
  },
  reserveOrders: {
    async calls({ app, star, fans }) {
      const { _id: productId } = await buildProduct(app, star, { stock: 1_000 });
      return fans.map(({ token }) => ({ as: token, body: { lines: [{ productId, quantity: 1 }] } }));
    },
  },
  releaseOrders: byFans(),
  checkoutOrders: {
    async calls(stage) {
      const { _id: productId } = await buildProduct(stage.app, stage.star, { stock: 1_000 });
      const lines = [{ productId, quantity: 1 }];
      return withAddresses(stage, (deliveryAddressId) => ({
        body: { lines, deliveryAddressId, payBy: 'wallet', expectedTotal: 20 },
      }));
    },
  },
  searchOrders: { calls: async (stage) => (await orderOfEach(stage)).map(() => ({ as: stage.star.token })) },
  searchUserOrders: byFans(),
  getOrder: withOrders((id) => ({ params: { id } })),
  cancelOrder: withOrders((id) => ({ params: { id } })),
  updateOrder: {
    calls: async (stage) =>
      (await orderOfEach(stage)).map(({ id }) => ({
        as: stage.star.token,
        params: { id },
        body: { deliveryStatus: 'shipping', shippingCode: 'RR1' },
      })),
  },
  updateOrderAddress: withOrders((id, deliveryAddressId) => ({ params: { id }, body: { deliveryAddressId } })),
  buyMessage: {
    async calls(stage) {
      const ids = await messagesForSale(stage);
      return stage.fans.map(({ token }, index) => ({ as: token, params: { id: ids[index] ?? '' }, body: {} }));
    },
  },
  listCharges: byFans(),
  listWalletLines: byFans(),
  listPurchases: byFans(),
  subscribePerformer: byNewFans(async ({ app, star }, fan) => {
    const { token: cardId } = await buildCard(app, fan);
    return { body: { performerId: star.id, type: 'monthly', cardId } };
  }),
  subscribePlatform: byNewFans(async ({ app }, fan) => {
    const { token: cardId } = await buildCard(app, fan);
    return { body: { type: 'monthly', cardId } };
  }),
  addCardAndSubscribe: byNewFans(async (stage) => ({ body: { ...(await cardFields(stage)), type: 'monthly' } })),
  getPlatformSubscription: byFans(),
  cancelPlatformSubscription: byNewFans(async ({ app }, fan) => {
    await buildPlatformSubscription(app, fan);
    return {};
  }),
  cancelSubscription: subscription(),
  resumeSubscription: subscription(() => ({}), { status: 'deactivated' }),
  changeSubscriptionCard: subscription(async ({ app }, fan) => {
    const { token } = await buildCard(app, fan, { isDefault: false });
    return { body: { cardId: token } };
  }),
  topUpWallet: byNewFans(async ({ app }, fan) => {
    const { token: cardId } = await buildCard(app, fan);
    return { body: { amount: 10, cardId } };
  }),
  searchTransactions: byFans(),
  getTransaction: byNewFans(async (stage, fan) => ({ params: { id: await topUp(stage, fan) } })),
  getReceiptFile: byNewFans(async (stage, fan) => ({ params: { id: await topUp(stage, fan) } })),
  getReceipt: byNewFans(async (stage, fan) => ({ params: { id: await topUp(stage, fan) } })),
  confirmPayment: byNewFans(async (stage, fan) => ({
    params: { id: await topUp(stage, fan, 'authenticate') },
    body: { outcome: 'approve' },
  })),
  getSpendingLimit: byFans(),
  setSpendingLimit: byFans(() => ({ body: { limit: 500 } })),
  listUpcomingCharges: byFans(),
  listCards: byFans(),
  addCard: byNewFans(async (stage) => ({ body: await cardFields(stage) })),
  checkCardEmail: byFans(),
  setDefaultCard: byNewFans(async ({ app }, fan) => {
    await buildCard(app, fan);
    return { body: { cardId: (await buildCard(app, fan, { isDefault: false })).token } };
  }),
  deleteCard: byNewFans(async ({ app }, fan) => ({ params: { id: (await buildCard(app, fan)).id } })),
  applyCoupon: {
    async calls({ app, fans }) {
      const { code } = await buildCoupon(app);
      return fans.map(({ token }) => ({ as: token, params: { id: code } }));
    },
  },
  validateTaxAddress: byFans(() => ({ body: address })),
  calculateTax: byFans(() => ({ body: { amount: 10, type: 'subscription', address } })),
  searchPerformerSubscriptions: byStar(),
  searchUserSubscriptions: byFans(),
  askForRefund: byNewFans(async (stage, fan) => {
    const params = { id: await getSale(stage) };
    const { _id: saleId } = await stage.ask('buyFeed', { as: fan.token, params, body: { expectedPrice: 5 } });
    return { body: { saleId, reason: 'Not as shown' } };
  }),
  listRefundRequests: { calls: async (stage) => (await refundOfEach(stage)).map(({ as }) => ({ as })) },
  searchReceivedRefunds: {
    calls: async (stage) => (await refundOfEach(stage)).map(() => ({ as: stage.star.token })),
  },
  getRefundOfSale: {
    calls: async (stage) => (await refundOfEach(stage)).map(({ as, saleId: id }) => ({ as, params: { id } })),
  },
  getSubscriptionRest: {
    calls: ({ star, fans }) => fans.map(({ id }) => ({ as: star.token, params: { id } })),
  },
  // All calls lock the star's ledger account.
  grantRefund: {
    calls: async (stage) =>
      (await refundOfEach(stage)).map(({ id }) => ({ as: stage.star.token, params: { id }, body: {} })),
  },
  refuseRefund: {
    calls: async (stage) =>
      (await refundOfEach(stage)).map(({ id }) => ({ as: stage.star.token, params: { id }, body: { answer: 'No' } })),
  },
  calculatePayout: byPaidCreators(() => ({ body: { requestTokens: 60 } })),
  checkPendingPayout: byPaidCreators(() => ({})),
  searchPayoutRequests: byPaidCreators(() => ({})),
  createStripeAccount: byPaidCreators(() => ({})),
  getStripeAccount: byPaidCreators(() => ({})),
  refreshStripeAccount: byPaidCreators(() => ({})),
  createPayoutRequest: byPaidCreators(() => ({ body: { source: 'performer', requestTokens: 60 } })),
  updatePayoutRequest: withPayouts((id) => ({ params: { id }, body: { requestTokens: 70 } })),
  withdrawPayoutRequest: withPayouts((id) => ({ params: { id } })),
  getPayoutRequest: withPayouts((id) => ({ params: { id } })),
  listStatements: byPaidCreators(() => ({})),
  getStatementFile: byPaidCreators(() => ({ params: { period: new Date().toISOString().slice(0, 7) } })),
  getEarningStats: byStar(() => ({ query: { groupBy: 'day' } })),
  searchEarnings: byStar(),
  searchSubscriptionEarnings: byStar(),
  getCreatorHome: byStar(),
  listPostSales: byStar(({ openPostId }) => ({ query: { feedIds: openPostId } })),
  getFan: byStar(({ fans }, index) => ({ params: { id: fans[index]?.id ?? '' } })),
};
