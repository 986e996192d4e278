import { combineReducers, createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { EndpointInput } from '@contract/schemas';
import { createRandomKey } from '@/lib/random-key';
import { isUnknownAddress, type ApiFailure } from '@/services/api-error';
import type { PagedList } from '@/store/paged-list';
import type { StoreState } from '@/store/state';
import { bought, sold, soldExport, type OrderQuery } from './order-lists';
import type { Order, OrderDetails } from './order-words';

interface OpenedState {
  id: string;
  order: OrderDetails | null;
  status: 'idle' | 'pending' | 'ready' | 'missing' | 'failed';
  error: ApiFailure | null;
  /** A creator's income by transaction id, as far as it has been loaded. */
  income: Record<string, number>;
}

interface ChangeState {
  status: 'idle' | 'pending' | 'failed';
  error: ApiFailure | null;
  done: number;
  /** Number of orders that were changed before one failed. */
  changed: number;
}

declare module '@/store/state' {
  interface StoreState {
    orders: {
      bought: PagedList<Order, OrderQuery>;
      sold: PagedList<Order, OrderQuery>;
      opened: OpenedState;
      change: ChangeState;
      isExporting: boolean;
    };
  }
}

type UpdateBody = NonNullable<EndpointInput<'updateOrder'>['body']>;

export type OrderStep =
  | { kind: 'update'; id: string; body: UpdateBody }
  | { kind: 'cancel'; id: string }
  | { kind: 'address'; id: string; deliveryAddressId: string };

interface OrderChange {
  /** The steps run in order, and stop at the first failure. */
  steps: OrderStep[];
  done: string;
}

/** With the key, repeated steps are idempotent; some of them move money. */
export const changeRequested = createAction('orders/changeRequested', (change: OrderChange) => ({
  payload: { ...change, key: createRandomKey() },
}));
/** Clears the result of the previous change. */
export const changeOpened = createAction('orders/changeOpened');
export const downloadRequested = createAction<{ productId: string }>('orders/downloadRequested');
/** Loads the seller's income for the refund sheet. */
export const incomeRequested = createAction<{ orders: Order[] }>('orders/incomeRequested');
/** Reloads the lists and the open order. */
export const ordersChanged = createAction('orders/changed');

const nothingOpened: OpenedState = { id: '', order: null, status: 'idle', error: null, income: {} };

const openedSlice = createSlice({
  name: 'orders/opened',
  initialState: nothingOpened,
  reducers: {
    orderRequested(state, { payload }: PayloadAction<string>) {
      if (state.id !== payload) {
        state.id = payload;
        state.order = null;
        state.income = {};
      }
      state.status = 'pending';
      state.error = null;
    },
    orderLoaded(state, { payload }: PayloadAction<OrderDetails>) {
      state.order = payload;
      state.status = 'ready';
    },
    orderFailed(state, { payload }: PayloadAction<ApiFailure>) {
      // The server sends the same errors for another account's order as for a missing one or a malformed id.
      const isMissing = isUnknownAddress(payload) || payload.status === 403;
      state.status = isMissing ? 'missing' : 'failed';
      state.error = payload;
    },
    incomeLoaded(state, { payload }: PayloadAction<Record<string, number>>) {
      state.income = { ...state.income, ...payload };
    },
  },
});

export const { orderRequested, orderLoaded, orderFailed, incomeLoaded } = openedSlice.actions;

const nothingChanged: ChangeState = { status: 'idle', error: null, done: 0, changed: 0 };

const changeSlice = createSlice({
  name: 'orders/change',
  initialState: nothingChanged,
  reducers: {
    changeDone(state) {
      state.status = 'idle';
      state.done += 1;
    },
    changeFailed(state, { payload }: PayloadAction<{ failure: ApiFailure; changed: number }>) {
      state.status = 'failed';
      state.error = payload.failure;
      state.changed = payload.changed;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(changeRequested, ({ done }): ChangeState => ({ ...nothingChanged, status: 'pending', done }));
    builder.addCase(changeOpened, (state): ChangeState | undefined =>
      state.status === 'pending' ? undefined : { ...nothingChanged, done: state.done },
    );
  },
});

export const { changeDone, changeFailed } = changeSlice.actions;

export const orderReducer = combineReducers({
  bought: bought.reducer,
  sold: sold.reducer,
  opened: openedSlice.reducer,
  change: changeSlice.reducer,
  isExporting: soldExport.reducer,
});

export const selectOpenedOrder = (state: StoreState) => state.orders.opened;
export const selectOrderChange = (state: StoreState) => state.orders.change;
