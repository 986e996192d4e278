import { productRoutes } from '@contract/content/product-routes';
import { orderRoutes } from '@contract/money/order-routes';
import { walletRoutes } from '@contract/money/wallet-routes';
import type { EndpointData } from '@contract/schemas';
import { fetchAllRows } from '@/store/all-pages';
import { callEndpoint } from '@/store/call-endpoint';
import { callSearch } from '@/store/call-search';
import { assetQuery, readAsset, readFile } from './asset-view';
import type { ItemKind } from './item-kind';
import { readItem, type Delivery, type ProductItem } from './item-view';

type WireProduct = EndpointData<'getProduct'>;
type Charge = EndpointData<'listCharges'>['data'][number];

function readDelivery(product: WireProduct): Delivery | null {
  const { shippingPrice, shipsTo = [], packDays = 0, deliverDays = 0, downloadLimit = 0, downloadDays = 0 } = product;
  // Backends send either all of these fields or none.
  return shippingPrice === undefined
    ? null
    : { shippingPrice, shipsTo, packDays, deliverDays, downloadLimit, downloadDays };
}

function readProduct(product: WireProduct): ProductItem {
  const { name, price, type, stock, image, imageId, isBought } = product;
  const sold = { title: name, price, isSale: true, isFree: false, isBought: false, isSubscribed: false };
  const thumbnail = image ? { url: image, thumbnails: [image] } : null;
  const read = readAsset({ ...product, ...sold, access: 'open' });
  return readItem<ProductItem>({
    ...read,
    kind: 'product',
    type: 'text',
    isDigital: type === 'digital',
    stock,
    delivery: readDelivery(product),
    isBought,
    text: read.tagline,
    files: [],
    fileCount: 0,
    teaser: null,
    processing: false,
    thumbnail: thumbnail && readFile(thumbnail, { _id: imageId ?? product._id, type: 'performer-product-image' }),
  });
}

/** Wire contract 2.11, 3.8. */
export const productKind: ItemKind<ProductItem> = {
  savedAs: 'products',
  readSaved: (mark) => (mark.objectType === 'product' && mark.objectInfo ? readProduct(mark.objectInfo) : null),
  isByOffset: true,
  *get(id) {
    return readProduct(yield* callEndpoint(productRoutes.getProduct, { params: { id } }));
  },
  *list(wanted, part) {
    const query = assetQuery(wanted, part);
    const { data, total } = yield* callSearch(productRoutes.searchProducts, { query });
    return { data: data.map(readProduct), total };
  },
  *remove(id) {
    yield* callEndpoint(productRoutes.deleteProduct, { params: { id } });
  },
};

const isChargeOfProduct = (id: string, { target, targetId, status, products }: Charge): boolean =>
  status === 'success' && ((target === 'product' && targetId === id) || products.some((one) => one.productId === id));

/** Searches receipts and orders, because compatible backends do not send `isBought`. @throws ApiError */
export function* findPurchase({ _id, performer }: ProductItem): Generator<unknown, boolean> {
  const charges = yield* fetchAllRows((place) =>
    callEndpoint(walletRoutes.listCharges, { query: { type: 'product', performerId: performer._id, ...place } }),
  );
  if (charges.some((charge) => isChargeOfProduct(_id, charge))) return true;
  // Orders paid by card have no wallet charge.
  const orders = yield* fetchAllRows((place) => callEndpoint(orderRoutes.searchUserOrders, { query: place }));
  return orders.some(({ productId, deliveryStatus }) => productId === _id && deliveryStatus !== 'refunded');
}

/** @returns a link that expires. @throws ApiError */
export function* getDownloadLink(id: string) {
  const { downloadLink } = yield* callEndpoint(productRoutes.getProductDownloadLink, { params: { id } });
  return downloadLink;
}
