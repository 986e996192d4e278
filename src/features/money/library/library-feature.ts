import { combineReducers, type Action } from '@reduxjs/toolkit';
import { fork, takeLatest, all, call } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { feedRoutes } from '@contract/content/feed-routes';
import { purchaseRoutes } from '@contract/money/purchase-routes';
import { walletRoutes } from '@contract/money/wallet-routes';
import type { EndpointData } from '@contract/schemas';
import { compareText } from '@/lib/compare';
import { selectServes } from '@/store/backend';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { itemUnlocked } from '@/store/intents';
import { createPagedList, type ListPage, type PagedList } from '@/store/paged-list';
import type { StoreState } from '@/store/state';

export type Purchase = EndpointData<'listPurchases'>['data'][number];
export type PurchaseKind = Purchase['kind'];
type Seller = EndpointData<'listPurchases'>['performers'][number];
export type PurchasePage = ListPage<Purchase> & { performers: Seller[] };

/** What narrows the library; nothing of it shows everything. */
export interface LibraryFilter {
  q?: string;
  kind?: PurchaseKind;
  performerId?: string;
}

export type LibraryQuery = LibraryFilter & { offset?: number };

export const kindNames: Record<PurchaseKind, string> = {
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
    /** `sellers`: from whom the fan bought, whatever the filter; empty where the backend does not tell. */
    library: { purchases: PagedList<Purchase, LibraryQuery>; sellers: Seller[] };
  }
}

export const purchases = createPagedList<Purchase, LibraryQuery, PurchasePage>({
  name: 'library/purchases',
  select: (state) => state.library.purchases,
  limit: limits.contentPage,
  load: readPurchases,
});

const noSellers: Seller[] = [];

export const selectSellers = (state: StoreState) => state.library.sellers;

/** Whether the backend keeps a library, which can be searched; else the receipts of the wallet are one. */
export const selectKeepsLibrary = selectServes(purchaseRoutes.listPurchases);

/** What a fan unlocked: to look at, to find, to open again. Something may be bought while the library is open. */
export const libraryFeature: Feature = {
  name: 'library',
  reducer: combineReducers({
    purchases: purchases.reducer,
    sellers: (state = noSellers, action: Action) =>
      purchases.loaded.match(action) ? action.payload.performers : state,
  }),
  *saga() {
    yield fork(purchases.saga);
    yield takeLatest(itemUnlocked, purchases.refresh);
  },
};

interface Place {
  offset: number;
  limit: number;
}

type Charge = EndpointData<'listCharges'>['data'][number];

function* postOf(id: string): Generator<unknown, Partial<Purchase>> {
  try {
    const { files, thumbnail, type, title, text } = yield* callEndpoint(feedRoutes.getFeed, { params: { id } });
    const pictured = [thumbnail, ...files].find((file) => file?.thumbnails?.[0]);
    const url = pictured?.thumbnails?.[0];
    const words = title || text;
    return {
      kind: type === 'scheduled-streaming' ? 'video' : type,
      cover: url ? { url, width: pictured?.width, height: pictured?.height } : null,
      fileCount: files.length,
      ...(words && { title: words }),
    };
  } catch {
    return { isAvailable: false };
  }
}

const isKept = ({ target, status }: Charge) => status === 'success' && (target === 'feed' || target === 'message');

/** What can be looked at again, as the family names it among charges. */
const keptTypes = ['feed', 'message'] as const;

/** From the family's charges, where the backend has no library: posts are looked up for their words and covers. */
function* fromCharges({ performerId }: LibraryFilter, { offset, limit }: Place): Generator<unknown, PurchasePage> {
  const pages = (yield all(
    keptTypes.map((type) =>
      call(() => callEndpoint(walletRoutes.listCharges, { query: { type, performerId, limit: offset + limit } })),
    ),
  )) as EndpointData<'listCharges'>[];
  const kept = pages
    .flatMap(({ data }) => data)
    .filter(isKept)
    .sort((a, b) => compareText(b.createdAt, a.createdAt))
    .slice(offset, offset + limit);
  const looked = (yield all(
    kept.map((charge) => (charge.target === 'feed' ? call(postOf, charge.targetId) : {})),
  )) as Partial<Purchase>[];
  const data = kept.map((charge, index): Purchase => {
    const item = { ...itemOf(charge), ...looked[index] };
    return { ...item, title: item.title || kindNames[item.kind] };
  });
  const total = pages.reduce((sum, page) => sum + page.total, 0);
  // Charges that are not kept count in the total as well: where nothing more comes, that was the end.
  return { data, total: data.length === 0 ? offset : total, performers: [] };
}

function itemOf({ _id, target, targetId, type, products, performerId, ...charge }: Charge): Purchase {
  const name = products[0]?.name;
  const isMessage = target === 'message';
  return {
    ...{ _id, target: isMessage ? 'message' : 'feed', targetId, performerId, performerInfo: charge.performerInfo },
    // Where the thing has no title of its own, servers of the family put its kind there.
    ...{ kind: isMessage ? 'message' : 'text', title: name && name !== type ? name : '', price: charge.totalPrice },
    ...{ boughtAt: charge.createdAt, cover: null, fileCount: 0, totalDuration: 0, isAvailable: true },
  };
}

/** A page of the library, from the backend's own or from its charges. @throws ApiError */
function* readPurchases({ offset: _page, ...filter }: LibraryQuery, place: Place): Generator<unknown, PurchasePage> {
  try {
    return yield* callEndpoint(purchaseRoutes.listPurchases, { query: { ...filter, ...place } });
  } catch (error) {
    if (yield* selectState(selectServes(purchaseRoutes.listPurchases))) throw error;
    return yield* fromCharges(filter, place);
  }
}
