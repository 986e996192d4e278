import { combineReducers, type Action } from '@reduxjs/toolkit';
import { fork, takeLatest } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { purchaseRoutes } from '@contract/money/purchase-routes';
import type { EndpointData } from '@contract/schemas';
import { selectServes } from '@/store/backend';
import type { Feature } from '@/store/feature';
import { itemUnlocked } from '@/store/intents';
import { createPagedList, type ListPage, type PagedList } from '@/store/paged-list';
import type { StoreState } from '@/store/state';
import { readPurchases } from './read-purchases';

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
