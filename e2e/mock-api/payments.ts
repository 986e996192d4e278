import { randomBytes } from 'node:crypto';
import { getPage, pick, sorted, toText, type Call, type Endpoints } from './call';
import { findOrOpen } from './messages';
import { notify } from './notifications';
import { Refusal, forbidden, notFound, required, unprocessable, validate } from './refusal';
import { tell, tellBalance } from './sockets';
import {
  daysFromNow,
  dollars,
  findPerson,
  stamp,
  type Row,
  type Subscription,
  type Transaction,
  type World,
} from './state';
import { performerPublic, userPublic } from './views';

const gatewayMs = 250;

/** Wire contract 2.13, 2.15, 2.22. */
export const paymentEndpoints: Endpoints = {
  'POST /payment/wallet/top-up': [
    'user',
    (call) => {
      const { world, me, body } = call;
      validate(body, { amount: 'number' });
      const amount = Number(body['amount']);
      const { minimumWalletPrice: least, maximumWalletPrice: most } = world.settings as Record<string, number>;
      if (amount < (least ?? 0) || amount > (most ?? Infinity)) throw unprocessable('Invalid amount');
      const coupon = body['couponCode'] ? findCoupon(world, toText(body['couponCode'])) : undefined;
      const price = dollars(amount * (1 - Number(coupon?.['value'] ?? 0)));
      const product = { name: 'Wallet', price: amount, quantity: 1, productType: 'wallet', tokens: amount };
      return begin(call, {
        target: 'token_package',
        targetId: me._id,
        type: 'token_package',
        originalPrice: amount,
        totalPrice: price,
        products: [product],
        couponInfo: coupon ? pick(coupon, ['_id', 'code', 'value']) : null,
      });
    },
  ],
  'POST /payment/subscribe/performers': [
    'user',
    (call) => {
      const { world, me, body } = call;
      validate(body, { performerId: 'text', type: 'text' });
      const performer = required(findPerson(world, toText(body['performerId'])));
      const type = toText(body['type']);
      const isFree = type === 'free';
      if (isFree && world.subscriptions.some((one) => isOf(one, me._id, performer._id) && one.usedFreeSubscription))
        throw unprocessable('You have used the free subscription already');
      const price = isFree ? 0 : type === 'yearly' ? performer.page.yearlyPrice : performer.page.monthlyPrice;
      return begin(call, {
        target: 'performer',
        targetId: performer._id,
        performerId: performer._id,
        type: `${type}_subscription`,
        originalPrice: price,
        totalPrice: price,
        couponInfo: null,
        products: [{ name: performer.name, price, quantity: 1, productType: `${type}_subscription` }],
      });
    },
  ],
  'GET /payment/transactions/user/search': [
    'user',
    (call) => {
      const { world, me, query } = call;
      const own = world.transactions.filter(
        ({ sourceId, status, type }) =>
          sourceId === me._id &&
          (query['status'] === undefined || status === query['status']) &&
          (query['type'] === undefined || type === query['type']),
      );
      return getPage(call, sorted(call, own), (one) => {
        const performer = world.people.get(one.performerId ?? '');
        return { ...transactionView(one), performerInfo: performer && performerPublic(world, performer, me) };
      });
    },
  ],
  'POST /coupons/:id/apply-coupon': [
    'any',
    ({ world, params }) => pick(findCoupon(world, params['id'] ?? ''), ['_id', 'code', 'value']),
  ],
  'POST /payment/:type/cancel-subscription/:id': [
    'any',
    ({ world, me, params }) => {
      const found = required(world.subscriptions.find(({ _id }) => _id === params['id']));
      if (found.userId !== me._id && found.performerId !== me._id) throw forbidden();
      if (params['type'] !== found.paymentGateway) throw new Refusal(404, 'Missing payment gateway');
      found.status = 'deactivated';
      return { success: true };
    },
  ],
  'GET /subscriptions/user/search': ['user', (call) => listSubscriptions(call, 'userId')],
  'GET /subscriptions/performer/search': ['performer', (call) => listSubscriptions(call, 'performerId')],
};

/** Only for the gateway that charges saved cards; the other one collects cards on its own page. */
export const cardEndpoints: Endpoints = {
  'GET /payment-cards': [
    'user',
    (call) => {
      const own = call.world.cards.filter(({ ownerId }) => ownerId === call.me._id);
      return getPage(call, sorted(call, own), cardView);
    },
  ],
  'POST /payment-cards': [
    'user',
    ({ world, me, body }) => {
      const wanted = { token: 'text', last4Digits: 'text', brand: 'text', month: 'text', year: 'text' } as const;
      validate(body, { ...wanted, paymentGateway: 'text' });
      if (world.cards.some(({ ownerId, token }) => ownerId === me._id && token === body['token']))
        throw unprocessable('This card has been added already');
      const card = { ...stamp(), ownerId: me._id, ...pick(body, [...Object.keys(wanted), 'holderName']) };
      world.cards.push(card);
      return cardView(card);
    },
  ],
  'DELETE /payment-cards/:id': [
    'user',
    ({ world, me, params }) => {
      const index = world.cards.findIndex(({ _id, ownerId }) => _id === params['id'] && ownerId === me._id);
      if (index < 0) throw notFound();
      world.cards.splice(index, 1);
      return { deleted: true };
    },
  ],
};

const cardView = ({ ownerId, ...card }: Row) => ({
  ...card,
  source: 'user',
  sourceId: ownerId,
  paymentGateway: 'stripe',
  customerId: 'cus_mock',
  isProduction: false,
});

const transactionView = (transaction: Transaction) => ({ ...transaction, source: 'user' });

type Order = Omit<Transaction, '_id' | 'createdAt' | 'updatedAt' | 'paymentGateway' | 'sourceId' | 'status'>;

/** The gateway reports the result later. @throws Refusal 422 if the gateway needs a card and the call names none */
function begin(call: Call, order: Order) {
  const { world, me, body } = call;
  const { gateway } = world.profile;
  const transaction: Transaction = {
    ...stamp(),
    sourceId: me._id,
    ...order,
    paymentGateway: order.totalPrice === 0 ? 'system' : gateway,
    status: 'created',
  };
  if (order.totalPrice === 0) {
    world.transactions.push(transaction);
    settle(world, transaction);
    return transactionView(transaction);
  }
  if (gateway === 'ccbill') {
    world.transactions.push(transaction);
    return { paymentUrl: `${world.url}/gateway/${transaction._id}` };
  }
  const cardId = toText(body['cardId']);
  if (!cardId) throw unprocessable('Missing card');
  const card = world.cards.find(
    ({ ownerId, token, _id }) => ownerId === me._id && (token === cardId || _id === cardId),
  );
  if (!card) throw new Refusal(400, 'No such payment method');
  world.transactions.push(transaction);
  transaction.status = 'processing';
  const isDeclined = card['last4Digits'] === '0002';
  setTimeout(() => (isDeclined ? fail(world, transaction) : settle(world, transaction)), gatewayMs);
  return { ...transactionView(transaction), stripeClientSecret: `pi_${randomBytes(8).toString('hex')}_secret` };
}

const getReference = ({ _id }: Transaction) => _id.slice(-8).toUpperCase();

export function settle(world: World, transaction: Transaction): string {
  if (transaction.status === 'success') return `/payment/success?transactionId=${getReference(transaction)}`;
  Object.assign(transaction, { status: 'success', updatedAt: stamp().updatedAt });
  const payer = required(world.people.get(transaction.sourceId));
  if (transaction.type === 'token_package') {
    payer.balance = dollars(payer.balance + transaction.originalPrice);
    tellBalance(world, payer, transaction.originalPrice);
  } else subscribe(world, transaction);
  const redirectUrl = `/payment/success?transactionId=${getReference(transaction)}`;
  tell(world, payer._id, 'payment_status_callback', { redirectUrl });
  return redirectUrl;
}

export function fail(world: World, transaction: Transaction, status = 'fail'): string {
  transaction.status = status;
  const redirectUrl = `/payment/cancel?transactionId=${getReference(transaction)}`;
  tell(world, transaction.sourceId, 'payment_status_callback', { redirectUrl });
  return redirectUrl;
}

const isOf = (one: Subscription, userId: string, performerId: string) =>
  one.userId === userId && one.performerId === performerId;

/** Starts now, or at the end of the paid period, and lasts until the end of a day. */
function subscribe(world: World, { sourceId, targetId, type, paymentGateway }: Transaction): void {
  const kind = type.replace('_subscription', '');
  const performer = required(world.people.get(targetId));
  const payer = required(world.people.get(sourceId));
  let known = world.subscriptions.find((one) => isOf(one, sourceId, targetId));
  if (!known) {
    const more = { subscriptionType: kind, userId: sourceId, performerId: targetId, usedFreeSubscription: false };
    known = { ...stamp(), ...more, paymentGateway, status: 'created', expiredAt: daysFromNow(0) };
    world.subscriptions.push(known);
  }
  const freeDays = Number(performer.page['durationFreeSubscriptionDays'] ?? 1);
  const days = kind === 'free' ? freeDays : kind === 'yearly' ? 365 : 30;
  const end = new Date(Math.max(Date.now(), Date.parse(known.expiredAt)) + days * 86_400_000);
  end.setUTCHours(23, 59, 59, 999);
  Object.assign(known, { subscriptionType: kind, paymentGateway, status: 'active', expiredAt: end.toISOString() });
  Object.assign(known, { startRecurringDate: daysFromNow(0), updatedAt: stamp().updatedAt });
  if (kind === 'free') known.usedFreeSubscription = true;
  else known.nextRecurringDate = end.toISOString();
  findOrOpen(world, payer, performer);
  notify(world, { to: targetId, from: payer, type: 'performer', action: 'subscribe', refId: targetId });
}

/** The error for an expired coupon differs from that for an unknown one. */
function findCoupon({ coupons }: World, code: string): Row {
  const coupon = required(coupons.find((one) => one['code'] === code));
  if (Date.parse(toText(coupon['expiredDate'])) < Date.now())
    throw new Refusal(406, 'This coupon has expired', 'Not Acceptable');
  return coupon;
}

function listSubscriptions(call: Call, side: 'userId' | 'performerId') {
  const { world, me, query } = call;
  const isSuspended = (one: Subscription) => one.status === 'active' && Date.parse(one.expiredAt) < Date.now();
  const own = world.subscriptions.filter(
    (one) =>
      one[side] === me._id &&
      one.status !== 'created' &&
      (query['performerId'] === undefined || one.performerId === query['performerId']) &&
      (query['userId'] === undefined || one.userId === query['userId']) &&
      (query['subscriptionType'] === undefined || one.subscriptionType === query['subscriptionType']) &&
      (query['status'] === undefined || (isSuspended(one) ? 'suspended' : one.status) === query['status']),
  );
  return getPage(call, sorted(call, own), (one) => {
    const user = world.people.get(one.userId);
    const performer = world.people.get(one.performerId);
    if (side === 'userId') return { ...one, performerInfo: performer && performerPublic(world, performer, me) };
    return { ...one, userInfo: user && userPublic(world, user) };
  });
}
