import { combineReducers, type Action } from '@reduxjs/toolkit';
import { all, takeLatest } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { feedRoutes } from '@contract/content/feed-routes';
import { galleryRoutes } from '@contract/content/gallery-routes';
import { productRoutes } from '@contract/content/product-routes';
import { videoRoutes } from '@contract/content/video-routes';
import { purchaseRoutes } from '@contract/money/purchase-routes';
import { walletRoutes } from '@contract/money/wallet-routes';
import type { EndpointData } from '@contract/schemas';
import { compareText } from '@/lib/compare';
import { shortenToTitle } from '@/lib/shorten';
import { ApiError, isUnsupportedEndpoint } from '@/services/api-error';
import { selectSupportsCall } from '@/store/backend';
import { fetchFirstRows } from '@/store/all-pages';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { callSearch } from '@/store/call-search';
import type { Feature } from '@/store/feature';
import { itemUnlocked } from '@/store/intents';
import { createPagedList, type ListPage, type PagedList } from '@/store/paged-list';
import type { StoreState } from '@/store/state';

export type Purchase = EndpointData<'listPurchases'>['data'][number];
export type PurchaseKind = Purchase['kind'];
type Seller = EndpointData<'listPurchases'>['performers'][number];
export type PurchasePage = ListPage<Purchase> & { performers?: Seller[] };

export interface PurchaseFilter {
  q?: string;
  kind?: PurchaseKind;
  performerId?: string;
}

export type LibraryQuery = PurchaseFilter & { offset?: number };

export const KIND_NAMES: Record<PurchaseKind, string> = {
  text: 'Text',
  photo: 'Photo',
  video: 'Video',
  audio: 'Audio',
  message: 'Message',
  gallery: 'Gallery',
  product: 'Product',
};

declare module '@/store/state' {
  interface StoreState {
    /** `sellers`: all creators from whom the fan has bought, without filters; empty if the backend does not send them. */
    library: { purchases: PagedList<Purchase, LibraryQuery>; sellers: Seller[] };
  }
}

export const purchases = createPagedList<Purchase, LibraryQuery, PurchasePage>({
  name: 'library/purchases',
  select: (state) => state.library.purchases,
  limit: limits.contentPage,
  load: readPurchases,
});

export const selectSellers = (state: StoreState) => state.library.sellers;

/** Whether the backend has a searchable library; if not, it is built from the wallet's charges. */
export const selectSupportsLibrary = selectSupportsCall(purchaseRoutes.listPurchases);

export const purchaseFeature: Feature = {
  name: 'library',
  reducer: combineReducers({
    purchases: purchases.reducer,
    sellers: (state: Seller[] = [], action: Action) =>
      purchases.loaded.match(action) ? (action.payload.performers ?? state) : state,
  }),
  saga: purchases.saga,
  *browserSaga() {
    yield takeLatest(itemUnlocked, purchases.refresh);
  },
};

interface Place {
  offset: number;
  limit: number;
}

type Charge = EndpointData<'listCharges'>['data'][number];

type Look = Partial<Purchase>;
type Pictured = { thumbnails?: readonly string[]; width?: number | null; height?: number | null } | null | undefined;

function getCover(...files: Pictured[]): Purchase['cover'] {
  const pictured = files.find((file) => file?.thumbnails?.[0]);
  const url = pictured?.thumbnails?.[0];
  return url ? { url, width: pictured.width, height: pictured.height } : null;
}

/** Load the title and cover of a bought item, which charges of compatible backends lack. */
const lookLoaders = {
  *feed(id): Generator<unknown, Look> {
    const { files, thumbnail, type, title, text } = yield* callEndpoint(feedRoutes.getFeed, { params: { id } });
    const words = title || shortenToTitle(text);
    return {
      kind: type === 'scheduled-streaming' ? 'video' : type,
      cover: getCover(thumbnail, ...files),
      fileCount: files.length,
      ...(words && { title: words }),
    };
  },
  *video(id): Generator<unknown, Look> {
    const { title, thumbnail, video } = yield* callEndpoint(videoRoutes.getVideo, { params: { id } });
    return { kind: 'video', title, cover: getCover(thumbnail, video), totalDuration: video?.duration ?? 0 };
  },
  *gallery(id): Generator<unknown, Look> {
    const { title, coverPhoto, numOfItems } = yield* callEndpoint(galleryRoutes.getGallery, { params: { id } });
    return { kind: 'gallery', title, cover: getCover(coverPhoto), fileCount: numOfItems };
  },
  *product(id): Generator<unknown, Look> {
    const { name, image } = yield* callEndpoint(productRoutes.getProduct, { params: { id } });
    return { kind: 'product', title: name, cover: image ? { url: image } : null };
  },
} satisfies Record<Exclude<Purchase['target'], 'message'>, (id: string) => Generator<unknown, Look>>;

const LIBRARY_TARGETS: readonly Purchase['target'][] = [
  ...(Object.keys(lookLoaders) as (keyof typeof lookLoaders)[]),
  'message',
];

function* fetchLook({ target, targetId }: LibraryCharge): Generator<unknown, Look> {
  // Messages need no preview in the library, because they open in their conversation.
  if (target === 'message') return {};
  try {
    return yield* lookLoaders[target](targetId);
  } catch (error) {
    const isGone = error instanceof ApiError && (error.status === 403 || error.status === 404);
    return isGone && !isUnsupportedEndpoint(error) ? { isAvailable: false } : {};
  }
}

type LibraryCharge = Charge & { target: Purchase['target'] };

const isLibraryCharge = (charge: Charge): charge is LibraryCharge =>
  charge.status === 'success' && LIBRARY_TARGETS.some((target) => target === charge.target);

function* readFromCharges({ performerId }: PurchaseFilter, { offset, limit }: Place): Generator<unknown, PurchasePage> {
  const pages = (yield all(
    LIBRARY_TARGETS.map((type) =>
      fetchFirstRows(offset + limit, (page) =>
        callEndpoint(walletRoutes.listCharges, { query: { type, performerId, ...page } }),
      ),
    ),
  )) as { data: Charge[]; total: number }[];
  const charges = pages
    .flatMap(({ data }) => data)
    .filter(isLibraryCharge)
    .sort((a, b) => compareText(b.createdAt, a.createdAt))
    .slice(offset, offset + limit);
  const looked = (yield all(charges.map(fetchLook))) as Look[];
  const data = charges.map((charge, index): Purchase => {
    const item = { ...getItem(charge), ...looked[index] };
    return { ...item, title: item.title || (item.kind === 'text' ? 'Post' : KIND_NAMES[item.kind]) };
  });
  const total = pages.reduce((sum, page) => sum + page.total, 0);
  // The total also counts other charges, so an empty page means the end of the list.
  return { data, total: data.length === 0 ? offset : total, performers: [] };
}

function getItem({ _id, target, targetId, type, products, performerId, ...charge }: LibraryCharge): Purchase {
  const name = products[0]?.name;
  return {
    _id,
    target,
    targetId,
    performerId,
    performerInfo: charge.performerInfo,
    // For an item without a title, compatible backends send the kind as its name.
    kind: target === 'feed' ? 'text' : target,
    title: name && name !== type ? name : '',
    price: charge.totalPrice,
    boughtAt: charge.createdAt,
    cover: null,
    fileCount: 0,
    totalDuration: 0,
    isAvailable: true,
  };
}

function* readPurchases({ offset: _page, ...filter }: LibraryQuery, place: Place): Generator<unknown, PurchasePage> {
  try {
    return yield* callSearch(purchaseRoutes.listPurchases, { query: { ...filter, ...place } });
  } catch (error) {
    if (yield* selectState(selectSupportsCall(purchaseRoutes.listPurchases))) throw error;
    return yield* readFromCharges(filter, place);
  }
}
