import type { Fan, World } from './world';

const headers = { 'cf-ipcountry': 'PT' };

const cardCodes = [
  'visa',
  'visa',
  'mastercard',
  'amex',
  'declinedLater',
  'authenticateOnce',
  'authenticate',
  'refundFails',
  'lostCard',
];

/** Chance that a fan who considers canceling does so. If it were higher, no subscription would reach its renewal. */
const LEAVING = 0.1;

function answerBank({ double, isDrawn }: World, data: unknown): void {
  const { status, stripeClientSecret } = (data ?? {}) as { status?: string; stripeClientSecret?: string };
  if (status !== 'require_authentication' || !stripeClientSecret) return;
  double.answerBank(stripeClientSecret, isDrawn(0.8) ? 'approve' : 'refuse');
}

export const fanActs: Record<string, (world: World, fan: Fan, as: string) => Promise<void>> = {
  async addCard({ app, count, pick }, fan, as) {
    const card = { paymentGateway: 'stripe', brand: 'Card', last4Digits: '0000', month: '12', year: '2040' };
    const body = { ...card, holderName: 'Ana', token: `tok_${pick(cardCodes)}` };
    const reply = await app.call('addCard', { as, body });
    if (count('a card is added', reply)) fan.cards.push(reply.data.token);
  },
  async topUp(world, fan, as) {
    const body = { amount: world.pick([20, 50, 100]), cardId: world.pick(fan.cards) };
    const reply = await world.app.call('topUpWallet', { as, headers, body });
    world.count('a wallet is topped up', reply);
    answerBank(world, reply.data);
  },
  async subscribe(world, fan, as) {
    const { pick, isDrawn, isDrawnOrFirst, couponCode } = world;
    const type = isDrawnOrFirst('a trial begins', 0.25) ? 'free' : pick(['monthly', 'monthly', 'yearly']);
    const body = { performerId: pick(world.creators).id, type, cardId: pick(fan.cards) };
    const discount = type !== 'free' && isDrawn(0.2) ? { couponCode } : {};
    const reply = await world.app.call('subscribePerformer', { as, headers, body: { ...body, ...discount } });
    world.count(type === 'free' ? 'a trial begins' : 'a subscription begins', reply);
    answerBank(world, reply.data);
  },
  async joinSite(world, fan, as) {
    const body = { type: 'monthly', cardId: world.pick(fan.cards) };
    const reply = await world.app.call('subscribePlatform', { as, headers, body });
    world.count('a membership begins', reply);
    answerBank(world, reply.data);
  },
  async leaveSite({ app, count, isDrawn }, _fan, as) {
    if (isDrawn(LEAVING)) count('a membership is cancelled', await app.call('cancelPlatformSubscription', { as }));
  },
  async cancel({ app, count, pick, isDrawn }, _fan, as) {
    if (!isDrawn(LEAVING)) return;
    const { data } = await app.call('searchUserSubscriptions', { as });
    const running = data.data.filter(({ status }) => status === 'active');
    if (running.length === 0) return;
    const params = { type: 'stripe', id: pick(running)._id };
    count('a subscription is cancelled', await app.call('cancelSubscription', { as, params }));
  },
  async resume({ app, count, pick }, _fan, as) {
    const { data } = await app.call('searchUserSubscriptions', { as });
    if (data.data.length === 0) return;
    const params = { type: 'stripe', id: pick(data.data)._id };
    count('a subscription is resumed', await app.call('resumeSubscription', { as, params }));
  },
  async unlock({ app, count, pick, creators }, _fan, as) {
    const params = { id: pick(pick(creators).posts) };
    count('a post is unlocked', await app.call('buyFeed', { as, headers, params }));
  },
  async unlockByCard(world, fan, as) {
    const { pick } = world;
    const body = { target: 'feed', targetId: pick(pick(world.creators).posts), cardId: pick(fan.cards) };
    const reply = await world.app.call('buyByCard', { as, headers, body });
    world.count('a post is paid by card', reply);
    answerBank(world, reply.data);
  },
  async unlockMessage({ app, count, pick, creators }, _fan, as) {
    const sourceId = pick(creators).id;
    const body = { source: 'performer', sourceId };
    const { data: conversation } = await app.call('createConversation', { as, body });
    // The conversation is missing because the creator has blocked this fan.
    if (!conversation) return;
    const { data: messages } = await app.call('listMessages', { as, params: { id: conversation._id } });
    const locked = messages.data.find(({ isSale, isBought }) => isSale && !isBought);
    if (locked) count('a message is unlocked', await app.call('buyMessage', { as, params: { id: locked._id } }));
  },
  async tip({ app, count, pick, creators }, _fan, as) {
    const params = { id: pick(creators).id };
    count('a tip is sent', await app.call('tipPerformer', { as, params, body: { price: pick([5, 10]) } }));
  },
  async order(world, fan, as) {
    const { app, pick, creators } = world;
    const products = new Set([pick(creators).productId, pick(creators).productId]);
    const lines = [...products].map((productId) => ({ productId, quantity: pick([1, 1, 2]) }));
    const cart = { lines, deliveryAddressId: fan.addressId };
    const { data: quote } = await app.call('reserveOrders', { as, headers, body: cart });
    // There is no quote from creators who have blocked this fan.
    if (!quote) return;
    const pay = world.isDrawn(0.6)
      ? { payBy: 'card', cardId: pick(fan.cards), expectedTotal: quote.cardTotal }
      : { payBy: 'wallet', expectedTotal: quote.walletTotal };
    const reply = await app.call('checkoutOrders', { as, headers, body: { ...cart, ...pay } });
    world.count('a cart is paid', reply);
    answerBank(world, reply.data?.transaction);
  },
  async cancelOrder({ app, count }, _fan, as) {
    const { data } = await app.call('searchUserOrders', { as, query: { deliveryStatus: 'processing' } });
    const [first] = data.data;
    if (first) count('an order is cancelled', await app.call('cancelOrder', { as, params: { id: first._id } }));
  },
  async askForRefund({ app, count, pick, isDrawn }, _fan, as) {
    if (!isDrawn(0.3)) return;
    const { data } = await app.call(pick(['listCharges', 'searchTransactions'] as const), { as });
    const paid = data.data.filter(({ status }) => status === 'success');
    if (paid.length === 0) return;
    const body = { saleId: pick(paid)._id, reason: 'It is not what I expected.' };
    count('a refund is asked for', await app.call('askForRefund', { as, body }));
  },
};
