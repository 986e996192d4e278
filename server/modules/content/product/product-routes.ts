import { bind, type Binding } from '../../../http/register-endpoint';
import type { ProductService } from './product-service';

export const productBindings = (product: ProductService): Binding[] => [
  bind('createProduct', ({ actor, body, files }) => product.put(actor, body, files)),
  bind('searchPerformerProducts', ({ actor, query }) => product.listOwn(actor, query)),
  bind('getPerformerProduct', ({ actor, params }) => product.getOwn(actor, params.id)),
  bind('updateProduct', ({ actor, params, body, files }) => product.edit(actor, params.id, body, files)),
  bind('deleteProduct', ({ actor, params }) => product.remove(actor, params.id)),
  bind('searchProducts', ({ actor, query, country }) => product.writeList(actor, query, country)),
  bind('getProduct', (call) => product.visit(call, call.params.id)),
  bind('getProductDownloadLink', ({ actor, params, country }) => product.getDownload(actor, params.id, country)),
];
