import { matches, getPage, sorted, type Call, type Endpoints } from './call';
import { forbidden, required } from './refusal';
import { tellBalance } from './sockets';
import { dollars, type Order } from './state';
import { productView } from './store';
import { performerPublic, userPublic } from './views';

/** An order has one product, and neither parcels nor a history. Wire contract 2.12, 3.9. */
export const orderEndpoints: Endpoints = {
  'GET /orders/search': ['performer', (call) => search(call, ({ performerId }) => performerId === call.me._id)],
  'GET /orders/users/search': ['any', (call) => search(call, ({ userId }) => userId === call.me._id)],
  'GET /orders/:id': ['any', (call) => orderView(call, find(call, ['userId', 'performerId']))],
  'PUT /orders/:id/update': [
    'performer',
    (call) => {
      const order = find(call, ['performerId']);
      const { deliveryStatus, shippingCode } = call.body;
      if (deliveryStatus === 'refunded' && order.deliveryStatus !== 'refunded') payBack(call, order);
      if (typeof deliveryStatus === 'string') order.deliveryStatus = deliveryStatus;
      if (typeof shippingCode === 'string') order.shippingCode = shippingCode;
      order.updatedAt = new Date().toISOString();
      return { success: true };
    },
  ],
  'PUT /orders/:id/update/delivery-address': [
    'user',
    (call) => {
      const order = find(call, ['userId']);
      if (order.deliveryStatus !== 'processing') throw forbidden();
      const { deliveryAddressId } = call.body;
      const address = required(call.world.addresses.find((one) => one._id === deliveryAddressId));
      Object.assign(order, { deliveryAddressId, deliveryAddress: writeAddress(address) });
      return orderView(call, order);
    },
  ],
};

const writeAddress = (address: Record<string, unknown>): string =>
  ['name', 'streetNumber', 'streetAddress', 'city', 'state', 'zipCode', 'country']
    .map((field) => address[field])
    .filter(Boolean)
    .join(', ');

function search(call: Call, isTheirs: (order: Order) => boolean) {
  const { world, query } = call;
  const found = world.orders.filter(
    (order) =>
      isTheirs(order) &&
      (query['deliveryStatus'] === undefined || order.deliveryStatus === query['deliveryStatus']) &&
      matches(call, order.orderNumber, world.products.find(({ _id }) => _id === order.productId)?.name),
  );
  return getPage(call, sorted(call, found), (order) => orderView(call, order));
}

function find({ world, me, params }: Call, sides: ('userId' | 'performerId')[]): Order {
  const order = required(world.orders.find(({ _id }) => _id === params['id']));
  if (!sides.some((side) => order[side] === me._id)) throw forbidden();
  return order;
}

function orderView({ world, viewer }: Call, order: Order) {
  const product = world.products.find(({ _id }) => _id === order.productId);
  const [performer, user] = [world.people.get(order.performerId), world.people.get(order.userId)];
  return {
    ...order,
    performerInfo: performer ? performerPublic(world, performer, viewer) : null,
    userInfo: user ? userPublic(world, user) : null,
    productInfo: product ? productView({ world, viewer }, product) : null,
  };
}

function payBack({ world }: Call, { transactionId, userId, performerId }: Order): void {
  const charge = required(world.charges.find(({ _id }) => _id === transactionId));
  const [buyer, seller] = [required(world.people.get(userId)), required(world.people.get(performerId))];
  charge.status = 'refunded';
  buyer.balance = dollars(buyer.balance + charge.totalPrice);
  seller.balance = dollars(seller.balance - charge.netPrice);
  tellBalance(world, buyer, charge.totalPrice);
  tellBalance(world, seller, -charge.netPrice);
}
