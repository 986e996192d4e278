import { matches, getPage, sorted, type Call, type Endpoints } from './call';
import { fileUrl } from './files';
import { chargeView, takeMoney } from './money';
import { forbidden, notFound, required, unprocessable } from './refusal';
import { isBought, stamp, type Order, type Product, type World } from './state';
import { authorView } from './views';

/** Wire contract 2.11, 3.8. */
export const storeEndpoints: Endpoints = {
  'GET /performer-assets/products/search': [
    'optional',
    (call) => {
      const { world, query } = call;
      const found = world.products.filter(
        (one) =>
          one.status === 'active' &&
          (query['performerId'] === undefined || one.fromSourceId === query['performerId']) &&
          one._id !== query['excludedId'] &&
          matches(call, one.name, one.description),
      );
      return getPage(call, sorted(call, found), (product) => productView(call, product));
    },
  ],
  'GET /performer-assets/products/:id': ['optional', (call) => productView(call, find(call))],
  'GET /performer-assets/products/:id/download-link': [
    'any',
    (call) => {
      const { world, me } = call;
      const product = find(call);
      const file = required(world.files.get(product.digitalFileId ?? ''));
      if (product.fromSourceId !== me._id && !isBought(world, me._id, product._id)) throw forbidden();
      return { downloadLink: fileUrl(world, file, `productId=${product._id}`, true) };
    },
  ],
  'POST /wallet/charges/product/:id': [
    'user',
    (call) => {
      const { world, me } = call;
      const product = find(call);
      const performer = required(world.people.get(product.fromSourceId));
      const { price: unitPrice, _id: targetId, type } = product;
      const quantity = Number(call.body['quantity'] ?? 1);
      const totalPrice = unitPrice * quantity;
      if (unitPrice <= 0) throw notFound();
      if (type === 'physical' && product.stock < quantity) throw unprocessable('Out of stock');
      const charge = takeMoney(call, { performer, target: 'product', targetId, type: 'product', price: totalPrice });
      if (type === 'physical') product.stock -= quantity;
      const order: Order = {
        ...stamp(),
        orderNumber: charge._id.slice(-8).toUpperCase(),
        transactionId: charge._id,
        userId: me._id,
        performerId: performer._id,
        productId: targetId,
        quantity,
        unitPrice,
        totalPrice,
        deliveryStatus: type === 'digital' ? 'delivered' : 'processing',
        shippingCode: '',
      };
      world.orders.push(order);
      return chargeView(charge);
    },
  ],
};

const find = ({ world, params }: Call): Product =>
  required(world.products.find(({ _id, slug }) => _id === params['id'] || slug === params['id']));

/** Does not send whether the viewer has bought or liked it. Only its creator gets the URL of a digital file. */
export function productView(
  { world, viewer }: Pick<Call, 'world' | 'viewer'>,
  { fromSourceId, digitalFileId, ...product }: Product,
  { isOwn = false } = {},
) {
  const getUrl = (id: string | undefined) => {
    const file = world.files.get(id ?? '');
    return file && fileUrl(world, file, `productId=${product._id}`, true);
  };
  return {
    ...product,
    performerId: fromSourceId,
    performer: authorView(world, fromSourceId, viewer),
    image: getUrl(product.imageId),
    ...(isOwn && { digitalFileId, digitalFileUrl: getUrl(digitalFileId) }),
    stats: { ...getCounts(world, product._id), views: 0 },
    isBookMarked: world.reactions.some(
      ({ objectId, action, createdBy }) =>
        objectId === product._id && action === 'bookmark' && createdBy === viewer?._id,
    ),
  };
}

function getCounts({ reactions, comments }: World, id: string) {
  const about = (one: { objectId: string }) => one.objectId === id;
  const count = (action: string) => reactions.filter((one) => about(one) && one.action === action).length;
  return { likes: count('like'), bookmarks: count('bookmark'), comments: comments.filter(about).length };
}
