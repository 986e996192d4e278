import { assetView, photoView, videoRow } from './assets';
import { isTrue, matches, getPage, sorted, type Call, type Endpoints, type SentFile } from './call';
import { storeFile } from './files';
import { forbidden, Refusal, required, validate } from './refusal';
import { productView } from './store';
import { stamp, type Asset, type Product } from './state';

/** Wire contract 2.8 to 2.11. */
export const ownAssetEndpoints: Endpoints = {
  'POST /performer/performer-assets/videos/upload': [
    'performer',
    (call) => {
      if (!call.files.some(({ field }) => field === 'video')) throw new Refusal(400, 'No file', 'NO_FILE');
      return add(call, 'video');
    },
  ],
  'PUT /performer/performer-assets/videos/edit/:id': ['performer', (call) => change(call, own(call, 'video'))],
  'GET /performer/performer-assets/videos/search': ['performer', (call) => listOwn(call, 'video')],
  'GET /performer/performer-assets/videos/:id/view': ['performer', (call) => assetView(call, own(call, 'video'))],
  'DELETE /performer/performer-assets/videos/remove-file/:id': [
    'performer',
    (call) => {
      const field = call.body['type'] === 'teaser' ? 'teaserId' : 'thumbnailId';
      delete own(call, 'video')[field];
      return true;
    },
  ],
  'DELETE /performer/performer-assets/videos/:id': ['performer', (call) => remove(call, 'video')],

  'POST /performer/performer-assets/galleries': ['performer', (call) => add(call, 'gallery')],
  'PUT /performer/performer-assets/galleries/:id': [
    'performer',
    (call) => {
      validate(call.body, { title: 'text' });
      return change(call, own(call, 'gallery'));
    },
  ],
  'GET /performer/performer-assets/galleries/search': ['performer', (call) => listOwn(call, 'gallery')],
  'GET /performer/performer-assets/galleries/:id/view': ['performer', (call) => assetView(call, own(call, 'gallery'))],
  'DELETE /performer/performer-assets/galleries/:id': ['performer', (call) => remove(call, 'gallery')],

  'POST /performer/performer-assets/photos/upload': [
    'performer',
    (call) => {
      const id = take(call, 'photo', 'performer-photo');
      if (!id) throw new Refusal(400, 'No file', 'NO_FILE');
      const gallery = required(ownAssets(call, 'gallery').find(({ _id }) => _id === call.body['galleryId']));
      gallery.fileIds.push(id);
      return photoView(call, gallery, id);
    },
  ],
  'GET /performer/performer-assets/photos/search': [
    'performer',
    (call) => {
      const wanted = call.query['galleryId'];
      const photos = ownAssets(call, 'gallery')
        .filter(({ _id }) => wanted === undefined || _id === wanted)
        .flatMap((gallery) => gallery.fileIds.map((id) => [gallery, id] as const));
      return getPage(call, photos, ([gallery, id]) => ({
        ...photoView(call, gallery, id),
        gallery: { _id: gallery._id },
      }));
    },
  ],
  'POST /performer/performer-assets/photos/set-cover/:id': [
    'performer',
    (call) => {
      const [gallery, id] = ownPhoto(call);
      gallery.coverId = id;
      return photoView(call, gallery, id);
    },
  ],
  'PUT /performer/performer-assets/photos/:id': [
    'performer',
    (call) => {
      const [gallery, id] = ownPhoto(call);
      return photoView(call, gallery, id);
    },
  ],
  'DELETE /performer/performer-assets/photos/:id': [
    'performer',
    (call) => {
      const [gallery, id] = ownPhoto(call);
      gallery.fileIds = gallery.fileIds.filter((one) => one !== id);
      return true;
    },
  ],

  'POST /performer/performer-assets/products': [
    'performer',
    (call) => {
      validate(call.body, { name: 'text' });
      const { world, me, body } = call;
      const product: Product = {
        ...stamp(),
        fromSourceId: me._id,
        name: '',
        description: '',
        type: 'physical',
        status: 'active',
        price: 0,
        stock: 0,
        slug: `product-${world.products.length}`,
      };
      if (body['type'] === 'digital' && !call.files.some(({ field }) => field === 'digitalFile'))
        throw new Refusal(400, 'Digital file is missing', 'INVALID_OR_MISSING_FILE');
      if (!call.files.some(({ field }) => field === 'image')) throw new Refusal(400, 'File is required');
      world.products.push(product);
      return fillProduct(call, product);
    },
  ],
  'PUT /performer/performer-assets/products/:id': ['performer', (call) => fillProduct(call, ownProduct(call))],
  'GET /performer/performer-assets/products/search': [
    'performer',
    (call) => {
      const mine = call.world.products.filter(
        ({ fromSourceId, name }) => fromSourceId === call.me._id && matches(call, name),
      );
      return getPage(call, sorted(call, mine), (product) => productView(call, product, { isOwn: true }));
    },
  ],
  'GET /performer/performer-assets/products/:id/view': [
    'performer',
    (call) => productView(call, ownProduct(call), { isOwn: true }),
  ],
  'DELETE /performer/performer-assets/products/:id': [
    'performer',
    (call) => {
      call.world.products.splice(call.world.products.indexOf(ownProduct(call)), 1);
      return true;
    },
  ],
};

function take({ world, files }: Call, field: string, type: string): string | undefined {
  const sent: SentFile | undefined = files.find((file) => file.field === field);
  return sent && storeFile(world, type, sent)._id;
}

const ownAssets = ({ world, me }: Call, kind: Asset['kind']) =>
  world.assets.filter((asset) => asset.kind === kind && asset.fromSourceId === me._id);

function own({ world, me, params }: Call, kind: Asset['kind']): Asset {
  const asset = required(world.assets.find(({ _id }) => _id === params['id']));
  if (asset.kind !== kind || asset.fromSourceId !== me._id) throw forbidden();
  return asset;
}

const listOwn = (call: Call, kind: Asset['kind']) => {
  const found = ownAssets(call, kind).filter(({ title, description }) => matches(call, title, description));
  const view = (asset: Asset) => (kind === 'video' ? videoRow(call, asset) : assetView(call, asset));
  return getPage(call, sorted(call, found), view);
};

function add(call: Call, kind: Asset['kind']) {
  validate(call.body, { title: 'text' });
  const asset: Asset = {
    ...stamp(),
    kind,
    fromSourceId: call.me._id,
    fileIds: [],
    title: '',
    description: '',
    isSale: false,
    price: 0,
    slug: `${kind}-${Date.now()}`,
  };
  call.world.assets.push(asset);
  return change(call, asset);
}

/** All other fields are silently dropped, even a publishing date. */
function change(call: Call, asset: Asset) {
  const { body } = call;
  const { title, description, status, tags } = body;
  Object.assign(asset, {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(status !== undefined && { status }),
    // Stored as sent, even if it is an empty text instead of a list.
    ...(tags !== undefined && { tags }),
    isSale: isTrue(body['isSale'] ?? asset.isSale),
    price: Number(body['price'] ?? asset.price) || 0,
    updatedAt: stamp().updatedAt,
  });
  const film = take(call, 'video', 'performer-video');
  if (film) asset.fileIds = [film];
  asset.thumbnailId = take(call, 'thumbnail', 'performer-video-thumbnail') ?? asset.thumbnailId;
  asset.teaserId = take(call, 'teaser', 'performer-video-teaser') ?? asset.teaserId;
  return assetView(call, asset);
}

function remove(call: Call, kind: Asset['kind']) {
  call.world.assets.splice(call.world.assets.indexOf(own(call, kind)), 1);
  return true;
}

function ownPhoto(call: Call): [Asset, string] {
  const id = call.params['id'] ?? '';
  return [required(ownAssets(call, 'gallery').find(({ fileIds }) => fileIds.includes(id))), id];
}

function ownProduct({ world, me, params }: Call): Product {
  const product = required(world.products.find(({ _id }) => _id === params['id']));
  if (product.fromSourceId !== me._id) throw forbidden();
  return product;
}

function fillProduct(call: Call, product: Product) {
  const { name, description, type, status, price, stock } = call.body;
  Object.assign(product, {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(type !== undefined && { type }),
    ...(status !== undefined && { status }),
    ...(price !== undefined && { price: Number(price) }),
    ...(stock !== undefined && { stock: Number(stock) }),
    updatedAt: stamp().updatedAt,
  });
  product.imageId = take(call, 'image', 'performer-product-image') ?? product.imageId;
  product.digitalFileId = take(call, 'digitalFile', 'performer-product-digital') ?? product.digitalFileId;
  return productView(call, product, { isOwn: true });
}
