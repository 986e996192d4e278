import { limits } from '@contract/base/limits';
import { productRoutes } from '@contract/content/product-routes';
import { orderRoutes } from '@contract/money/order-routes';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { ApiError } from '@/services/api-error';
import { selectSupportsCall } from '@/store/backend';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { callSearch } from '@/store/call-search';
import { emptyDrafts, isEmptied, getDraftKey, type Draft, type DraftFile, type FileKind } from './draft';
import { getCommonProblems, type DraftProblems, type DraftRules } from './draft-problems';
import { sendWithFiles, type FormFile } from './send-with-files';
import {
  getPublicationFor,
  getPublication,
  getAssetPublication,
  readOwnAsset,
  getDelivery,
  getStanding,
  getStockSeen,
  toDraftFile,
  omitIfNeverSet,
} from './draft-wire';
import type { OwnItem, StudioKind } from './studio-kind';

type WireProduct = EndpointData<'getPerformerProduct'>;
type ProductQuery = NonNullable<EndpointInput<'searchPerformerProducts'>['query']>;

/** Backends that support buying a cart also store delivery details. */
export const selectKeepsDelivery = selectSupportsCall(orderRoutes.reserveOrders);

const stored = (_id: string, url: string | null | undefined, kind: FileKind): DraftFile => ({
  ...toDraftFile({ _id, type: '', url }, kind),
  name: kind === 'photo' ? 'Picture' : 'File',
});

/** An empty field for 0, which means unknown or unlimited. */
const toText = (told: number | undefined): string => (told ? String(told) : '');

function toDraft(product: WireProduct): Draft & { id: string } {
  const { _id: id, name, description, type, price, stock, image, imageId, digitalFileId, digitalFileUrl } = product;
  return {
    ...emptyDrafts.product,
    id,
    revision: product.revision,
    title: name,
    text: description ?? '',
    ...getStanding(product, product.scheduledAt),
    goods: type,
    price: String(price),
    stock: String(stock),
    shippingPrice: toText(product.shippingPrice),
    packDays: toText(product.packDays),
    deliverDays: toText(product.deliverDays),
    downloadLimit: toText(product.downloadLimit),
    downloadDays: toText(product.downloadDays),
    shipsTo: product.shipsTo ?? [],
    thumbnail: imageId ? [stored(imageId, image, 'photo')] : [],
    files: digitalFileId ? [stored(digitalFileId, digitalFileUrl, 'file')] : [],
  };
}

function toOwnItem(product: WireProduct): OwnItem {
  const { name: title, type, stock, image, imageId } = product;
  return {
    ...readOwnAsset({ ...product, title, isSale: true }),
    kind: 'product',
    type: 'text',
    processing: false,
    files: [],
    thumbnail:
      imageId && image ? { _id: imageId, type: 'performer-product-image', url: image, thumbnails: [image] } : null,
    contents: type === 'digital' ? 'Digital' : stock > 0 ? `${stock} in stock` : 'Sold out',
  };
}

function* send(draft: Draft, publication: Partial<ReturnType<typeof getPublication>>): Generator<unknown, string> {
  const isDigital = draft.goods === 'digital';
  const fields = {
    name: draft.title.trim(),
    description: omitIfNeverSet(draft, 'text', draft.text.trim()),
    type: draft.goods,
    price: Number(draft.price),
    stock: isDigital ? undefined : Number(draft.stock),
    ...((yield* selectState(selectKeepsDelivery)) && {
      ...getDelivery(draft),
      // The backend subtracts units sold since then.
      stockSeen: isDigital ? undefined : getStockSeen(draft),
    }),
    imageId: isEmptied(draft, 'thumbnail') ? null : undefined,
    ...(yield* getAssetPublication('product', publication)),
  };
  const files: FormFile[] = [
    { field: 'image', idField: 'imageId', slot: 'thumbnail', file: draft.thumbnail[0] },
    ...(isDigital
      ? [{ field: 'digitalFile', idField: 'digitalFileId', slot: 'files', file: draft.files[0] } as const]
      : []),
  ];
  const id = draft.id ?? draft.begunId;
  if (id === null) return yield* create(draft, { fields, files });
  const input = { params: { id }, body: {} };
  yield* sendWithFiles(getDraftKey(draft), productRoutes.updateProduct, {
    fields,
    files,
    input,
    revision: draft.revision,
  });
  return id;
}

/** Whether the error means a missing picture: backends that require one only say that a file is missing. */
const lacksPicture = (error: unknown, draft: Draft): boolean =>
  error instanceof ApiError &&
  error.status === 400 &&
  !error.code &&
  error.issues.length === 0 &&
  draft.thumbnail.length === 0 &&
  /\bfile\b/i.test(error.message);

const pictureMissing = () =>
  new ApiError(400, { statusCode: 400, message: ['image: Add a picture. This site needs one.'], error: 'Bad Request' });

function* create(draft: Draft, form: Parameters<typeof sendWithFiles>[2]): Generator<unknown, string> {
  try {
    return (yield* sendWithFiles(getDraftKey(draft), productRoutes.createProduct, form as never))._id;
  } catch (error) {
    throw lacksPicture(error, draft) ? pictureMissing() : error;
  }
}

const isCount = (stock: string) => /^\d{1,7}$/.test(stock.trim()) && Number(stock) <= limits.productStock;

const isEmptyOrUpTo = (text: string, max: number) =>
  text.trim() === '' || (/^\d{1,4}$/.test(text.trim()) && Number(text) <= max);

function findDeliveryProblem(draft: Draft): string | undefined {
  const days = draft.goods === 'digital' ? [draft.downloadDays] : [draft.packDays, draft.deliverDays];
  if (days.some((text) => !isEmptyOrUpTo(text, limits.deliveryDays)))
    return `Give whole days, ${limits.deliveryDays} at most.`;
  if (draft.goods === 'digital' && !isEmptyOrUpTo(draft.downloadLimit, limits.downloads))
    return `Give a whole number of downloads, ${limits.downloads.toLocaleString('en-US')} at most.`;
  return draft.goods === 'physical' && draft.shippingPrice !== '' && !(Number(draft.shippingPrice) >= 0)
    ? 'Give the price of shipping as an amount, such as 4.20.'
    : undefined;
}

const stockProblem = (stock: string) =>
  stock.trim() === ''
    ? 'Say how many there are.'
    : `Give a whole number from 0 to ${limits.productStock.toLocaleString('en-US')}.`;

function getProblems(draft: Draft, rules: DraftRules): DraftProblems {
  const isDigital = draft.goods === 'digital';
  const delivery = findDeliveryProblem(draft);
  return {
    ...(draft.title.trim() === '' && { title: 'Add a name.' }),
    ...(isDigital && draft.files.length === 0 && { files: 'Add the file that buyers get.' }),
    // A file picked before the product was changed to physical is neither visible nor sent.
    ...getCommonProblems(isDigital ? draft : { ...draft, files: [] }, rules),
    ...(!(Number(draft.price) > 0) && { price: 'Set a price.' }),
    ...(!isDigital && !isCount(draft.stock) && { stock: stockProblem(draft.stock) }),
    ...(delivery && { delivery }),
  };
}

function* open(id: string) {
  return toDraft(yield* callEndpoint(productRoutes.getPerformerProduct, { params: { id } }));
}

/** Wire contract 2.11. */
export const productStudio: StudioKind = {
  isMadeIn: 'one call',
  *list({ kind: _kind, type, ...query }, place) {
    const { data, total } = yield* callSearch(productRoutes.searchPerformerProducts, {
      query: { ...query, ...(type && { type: type as ProductQuery['type'] }), ...place },
    });
    return { data: data.map(toOwnItem), total };
  },
  open,
  save: (draft, as) => send(draft, getPublication(draft, as)),
  *change(id, to) {
    yield* send(yield* open(id), getPublicationFor(to));
  },
  *remove(id) {
    yield* callEndpoint(productRoutes.deleteProduct, { params: { id } });
  },
  upload: (slot) => ({ purpose: slot === 'thumbnail' ? 'performer-product-image' : 'performer-product-digital' }),
  refuseMore: ({ files }) => (files.length > 0 ? 'Remove the other file first.' : null),
  getProblems,
};
