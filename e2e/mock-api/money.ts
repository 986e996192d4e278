import { getPage, sorted, type Call, type Endpoints } from './call';
import { sayTip } from './shows';
import { feedView, findFeed, refuseUnpriced } from './content';
import { notify } from './notifications';
import { WalletRefusal, notFound, required, unprocessable, validate } from './refusal';
import { tell, tellBalance, tellTip } from './sockets';
import { dollars, findPerson, stamp, type Charge, type Person, type Transaction } from './state';
import { performerPublic, userPublic } from './views';

const commission = 0.2;

/** Wire contract 2.13, 2.14, 2.22. Each repeated call charges again. */
export const walletEndpoints: Endpoints = {
  'POST /wallet/charges/tip/:id': [
    'user',
    (call) => {
      const { world, params, body, me } = call;
      validate(body, { price: 'number' });
      const performer = required(findPerson(world, params['id']));
      const price = Number(body['price']);
      const { minimumTipPrice: least, maximumTipPrice: most } = world.settings as Record<string, number>;
      if (price < Math.max(1, least ?? 0) || price > (most ?? Infinity)) throw unprocessable('Invalid tip amount');
      const charge = takeMoney(call, { performer, target: 'performer', targetId: performer._id, type: 'tip', price });
      tellTip(world, charge, userPublic(world, me));
      sayTip(call);
      notify(world, { to: performer._id, from: me, type: 'tipped', action: 'tip', refId: charge._id });
      return chargeView(charge);
    },
  ],
  'POST /wallet/charges/feed/:id': [
    'user',
    (call) => {
      const { world, me, params } = call;
      const feed = required(findFeed(world, params['id']));
      refuseUnpriced(feed);
      const performer = required(world.people.get(feed.fromSourceId));
      const { price, _id: targetId } = feed;
      const charge = takeMoney(call, { performer, target: 'feed', targetId, type: 'feed', price });
      tell(world, me._id, 'token_transaction_success', { item: feedView(world, feed, me) });
      return chargeView(charge);
    },
  ],
  'GET /wallet/charges/search': [
    'user',
    (call) => {
      const { world, me, query } = call;
      const own = world.charges.filter(
        ({ sourceId, type, performerId }) =>
          sourceId === me._id &&
          (query['type'] === undefined || type === query['type']) &&
          (query['performerId'] === undefined || performerId === query['performerId']),
      );
      return getPage(call, sorted(call, own), (charge) => ({
        ...chargeView(charge),
        performerInfo: sellerView(call, charge.performerId),
      }));
    },
  ],
  'GET /performer/earning/stats': [
    'performer',
    (call) => {
      const own = getEarnings(call);
      const gross = dollars(own.reduce((sum, { grossPrice }) => sum + grossPrice, 0));
      const net = dollars(own.reduce((sum, { netPrice }) => sum + netPrice, 0));
      return { totalGrossPrice: gross, totalNetPrice: net, totalSiteCommission: dollars(gross - net) };
    },
  ],
  'GET /performer/earning/search': ['performer', (call) => getPage(call, getEarnings(call), (earning) => earning)],
};

/** Only the `fork` variant has this. */
export const paidMessageEndpoints: Endpoints = {
  'POST /wallet/charges/message/:id': [
    'user',
    (call) => {
      const { world, params } = call;
      const message = required(world.messages.find(({ _id }) => _id === params['id']));
      if (!message.isSale || !message.price) throw notFound();
      const performer = required(world.people.get(message.senderId));
      const { price, _id: targetId } = message;
      return chargeView(takeMoney(call, { performer, target: 'message', targetId, type: 'message', price }));
    },
  ],
};

interface Sale {
  performer: Person;
  target: string;
  targetId: string;
  type: string;
  price: number;
}

/**
 * Charges the wallet; a repeated purchase is charged again. @throws Refusal 422 if the balance is too low, which some API
 * variants wrap in a 500
 */
export function takeMoney({ world, me }: Call, { performer, target, targetId, type, price }: Sale): Charge {
  if (me.balance < price) throw new WalletRefusal();
  const net = dollars(price * (1 - commission));
  me.balance = dollars(me.balance - price);
  performer.balance = dollars(performer.balance + net);
  const product = { name: type, description: '', price, quantity: 1, productType: target, productId: targetId };
  const charge: Charge = {
    ...stamp(),
    sourceId: me._id,
    target,
    targetId,
    type,
    totalPrice: price,
    netPrice: net,
    status: 'success',
    performerId: performer._id,
    products: [{ ...product, performerId: performer._id }],
  };
  world.charges.push(charge);
  tellBalance(world, performer, net);
  tellBalance(world, me, -price);
  return charge;
}

function sellerView({ world, me }: Call, performerId: string) {
  const performer = world.people.get(performerId);
  return performer ? performerPublic(world, performer, me) : null;
}

export const chargeView = ({ netPrice: _net, ...charge }: Charge) => ({
  ...charge,
  source: 'user',
  originalPrice: charge.totalPrice,
});

/** Sales from wallets and gateway subscriptions, newest first. Excludes free ones and top-ups. */
function getEarnings({ world, me, query }: Call) {
  const common = ({ _id, createdAt, updatedAt, sourceId, target, type }: Charge | Transaction) => {
    const user = world.people.get(sourceId);
    return {
      _id,
      createdAt,
      updatedAt,
      transactionId: _id,
      sourceType: target,
      type,
      userId: sourceId,
      userInfo: user && userPublic(world, user),
      performerId: me._id,
      siteCommission: commission,
      isPaid: false,
    };
  };
  const sales = world.charges
    .filter(({ performerId }) => performerId === me._id)
    .map((charge) => ({
      ...common(charge),
      netPrice: charge.netPrice,
      grossPrice: charge.totalPrice,
      paymentGateway: 'system',
      isToken: true,
    }));
  const renewals = world.transactions
    .filter(({ performerId, status, totalPrice }) => performerId === me._id && status === 'success' && totalPrice > 0)
    .map((payment) => ({
      ...common(payment),
      grossPrice: payment.totalPrice,
      netPrice: dollars(payment.totalPrice * (1 - commission)),
      paymentGateway: payment.paymentGateway,
      isToken: false,
    }));
  const isWanted = (earning: { type: string; isToken: boolean; createdAt: string }) =>
    (query['type'] === undefined || earning.type === query['type']) &&
    (query['isToken'] === undefined || earning.isToken === (query['isToken'] === 'true')) &&
    isInRange(earning.createdAt, query);
  return [...sales, ...renewals].filter(isWanted).sort((a, b) => b.createdAt.localeCompare(a.createdAt));
}

function isInRange(createdAt: string, { fromDate, toDate }: Record<string, string>): boolean {
  if (!fromDate || !toDate) return true;
  const day = createdAt.slice(0, 10);
  return day >= fromDate.slice(0, 10) && day <= toDate.slice(0, 10);
}
