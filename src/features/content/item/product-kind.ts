import { productRoutes } from '@contract/content/product-routes';
import type { EndpointData } from '@contract/schemas';
import { callEndpoint } from '@/store/call-endpoint';
import { assetQuery, readAsset, readFile } from './asset-view';
import type { ItemKind } from './item-kind';
import { readItem, type ProductItem } from './item-view';

type WireProduct = EndpointData<'getProduct'>;

function readProduct(product: WireProduct): ProductItem {
  const { name, price, type, stock, image, imageId, isBought = false } = product;
  const sold = { title: name, price, isSale: true, isFree: false, isBought, isSubscribed: false };
  const thumbnail = image ? { url: image, thumbnails: [image] } : null;
  const read = readAsset({ ...product, ...sold, access: 'open' });
  return readItem<ProductItem>({
    ...read,
    ...{ kind: 'product', type: 'text', isDigital: type === 'digital', stock },
    ...{ text: read.tagline, files: [], fileCount: 0, teaser: null, processing: false },
    thumbnail: thumbnail && readFile(thumbnail, { _id: imageId ?? product._id, type: 'performer-product-image' }),
  });
}

/** Products: anybody may look at what is on sale. Wire contract 2.11, 3.8. */
export const productKind: ItemKind<ProductItem> = {
  savedAs: 'products',
  readSaved: (mark) => (mark.objectType === 'product' && mark.objectInfo ? readProduct(mark.objectInfo) : null),
  isByOffset: true,
  *get(id) {
    return readProduct(yield* callEndpoint(productRoutes.getProduct, { params: { id } }));
  },
  *list(wanted, part) {
    const query = assetQuery(wanted, part);
    const { data, total } = yield* callEndpoint(productRoutes.searchProducts, { query });
    return { data: data.map(readProduct), total };
  },
  *remove(id) {
    yield* callEndpoint(productRoutes.deleteProduct, { params: { id } });
  },
};

/** Where the file of digital goods is, for a while, for who bought them. @throws ApiError */
export function* getDownloadLink(id: string) {
  const { downloadLink } = yield* callEndpoint(productRoutes.getProductDownloadLink, { params: { id } });
  return downloadLink;
}
