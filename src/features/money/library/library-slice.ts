import { combineReducers, type Action } from '@reduxjs/toolkit';
import { limits } from '@contract/base/limits';
import { purchaseRoutes } from '@contract/money/purchase-routes';
import type { EndpointData } from '@contract/schemas';
import { selectServes } from '@/store/backend';
import { createPagedList, type ListPage, type PagedList } from '@/store/paged-list';
import type { StoreState } from '@/store/state';
import { readPurchases } from './read-purchases';

export type Purchase = EndpointData<'listPurchases'>['data'][number];
export type PurchaseKind = Purchase['kind'];
export type Seller = EndpointData<'listPurchases'>['performers'][number];

/** What narrows the library; nothing of it shows everything. */
export interface LibraryFilter {
  q?: string;
  kind?: PurchaseKind;
  performerId?: string;
}

type LibraryQuery = LibraryFilter & { offset?: number };

declare module '@/store/state' {
  interface StoreState {
    /** `sellers`: from whom the fan bought, whatever the filter; empty where the backend does not tell. */
    library: { purchases: PagedList<Purchase, LibraryQuery>; sellers: Seller[] };
  }
}

export const purchases = createPagedList<Purchase, LibraryQuery, ListPage<Purchase> & { performers: Seller[] }>({
  name: 'library/purchases',
  select: (state) => state.library.purchases,
  limit: limits.contentPage,
  load: readPurchases,
});

const noSellers: Seller[] = [];

export const libraryReducer = combineReducers({
  purchases: purchases.reducer,
  sellers: (state = noSellers, action: Action) => (purchases.loaded.match(action) ? action.payload.performers : state),
});

export const selectSellers = (state: StoreState) => state.library.sellers;

/** Whether the backend keeps a library, which can be searched; else the receipts of the wallet are one. */
export const selectKeepsLibrary = selectServes(purchaseRoutes.listPurchases);
