import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { purchaseRoutes } from '@contract/money/purchase-routes';
import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import { selectServes } from '@/store/backend';
import type { StoreState } from '@/store/state';

export type Purchase = EndpointData<'listPurchases'>['data'][number];
export type PurchaseKind = Purchase['kind'];
export type Seller = EndpointData<'listPurchases'>['performers'][number];

/** What narrows the library; nothing of it shows everything. */
export interface LibraryFilter {
  q?: string;
  kind?: PurchaseKind;
  performerId?: string;
}

export interface LibraryState {
  filter: LibraryFilter;
  items: Purchase[];
  /** From whom the fan bought, whatever the filter; empty where the backend does not tell. */
  sellers: Seller[];
  total: number;
  status: 'idle' | 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
}

declare module '@/store/state' {
  interface StoreState {
    library: LibraryState;
  }
}

const initialState: LibraryState = { filter: {}, items: [], sellers: [], total: 0, status: 'idle', error: null };

export const librarySlice = createSlice({
  name: 'library',
  initialState,
  reducers: {
    /** The same filter again keeps what is on screen until the answer is there. */
    libraryOpened(state, { payload }: PayloadAction<LibraryFilter>) {
      const isSame = JSON.stringify(payload) === JSON.stringify(state.filter);
      Object.assign(state, { filter: payload, items: isSame ? state.items : [], status: 'pending', error: null });
    },
    moreWanted(state) {
      Object.assign(state, { status: 'pending', error: null });
    },
    libraryLoaded(
      state,
      { payload }: PayloadAction<{ offset: number; items: Purchase[]; sellers: Seller[]; total: number }>,
    ) {
      const kept = state.items.slice(0, payload.offset);
      const known = new Set(kept.map(({ _id }) => _id));
      state.items = [...kept, ...payload.items.filter(({ _id }) => !known.has(_id))];
      Object.assign(state, { sellers: payload.sellers, total: payload.total, status: 'ready' });
    },
    libraryFailed(state, { payload }: PayloadAction<ApiFailure>) {
      Object.assign(state, { status: 'failed', error: payload });
    },
  },
});

export const { libraryOpened, moreWanted, libraryLoaded, libraryFailed } = librarySlice.actions;
export const selectLibrary = (state: StoreState) => state.library;

/** Whether the backend keeps a library, which can be searched; else the receipts of the wallet are one. */
export const selectKeepsLibrary = selectServes(purchaseRoutes.listPurchases);
