import { combineReducers, createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { all, fork, put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { productRoutes } from '@contract/content/product-routes';
import { earningRoutes } from '@contract/money/earning-routes';
import { orderRoutes } from '@contract/money/order-routes';
import type { EndpointInput } from '@contract/schemas';
import { currentUserRequested } from '@/features/identity/auth/session-slice';
import { failureShown, toastShown } from '@/features/site/ui/ui-slice';
import { createRandomKey } from '@/lib/random-key';
import { toFailure, type ApiFailure } from '@/services/api-error';
import { saveFrom } from '@/services/save-file';
import { fetchAllRows } from '@/store/all-pages';
import { selectHasExtension } from '@/store/backend';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { callSearch } from '@/store/call-search';
import { createCsvExport } from '@/store/csv-export';
import type { Feature } from '@/store/feature';
import { createPagedList, type PagedList } from '@/store/paged-list';
import type { StoreState } from '@/store/state';
import { takeLeadingBy } from '@/store/take-by';
import { withFailure } from '@/store/with-failure';
import { getOrderName, getStatusWords, type DeliveryStatus, type Order, type OrderDetails } from './order-words';

/** What narrows a list of orders. */
export interface OrderQuery {
  q?: string;
  deliveryStatus?: DeliveryStatus;
  fromDate?: string;
  toDate?: string;
  offset?: number;
}

interface OpenedState {
  id: string;
  order: OrderDetails | null;
  status: 'idle' | 'pending' | 'ready' | 'missing' | 'failed';
  error: ApiFailure | null;
  /** What a creator earns on orders, by their transactions, as far as it is known. */
  income: Record<string, number>;
}

interface ChangeState {
  status: 'idle' | 'pending' | 'failed';
  error: ApiFailure | null;
  /** Changes so far. */
  done: number;
  /** Those that were changed before one was refused. */
  changed: number;
}

declare module '@/store/state' {
  interface StoreState {
    orders: {
      bought: PagedList<Order, OrderQuery>;
      sold: PagedList<Order, OrderQuery>;
      opened: OpenedState;
      change: ChangeState;
      /** A file is being put together. */
      isExporting: boolean;
    };
  }
}

export const ORDERS_PER_PAGE = limits.tablePage;

/** Those that wait come first by how long they do, all others by how new they are. */
const getSort = ({ deliveryStatus }: OrderQuery) =>
  ({ sortBy: 'createdAt', sort: deliveryStatus === 'processing' ? 'asc' : 'desc' }) as const;

export const bought = createPagedList<Order, OrderQuery>({
  name: 'orders/bought',
  select: (state) => state.orders.bought,
  limit: ORDERS_PER_PAGE,
  load: (query, place) =>
    callSearch(orderRoutes.searchUserOrders, {
      query: { sortBy: 'createdAt', sort: 'desc', ...query, ...place },
    }),
});

export const sold = createPagedList<Order, OrderQuery>({
  name: 'orders/sold',
  select: (state) => state.orders.sold,
  limit: ORDERS_PER_PAGE,
  load: (query, place) => searchSold({ ...query, ...place }),
});

const searchSold = (query: OrderQuery & { limit: number }) =>
  callSearch(orderRoutes.searchOrders, { query: { ...getSort(query), ...query } });

export const soldExport = createCsvExport<Order, OrderQuery>({
  name: 'orders/export',
  select: sold.select,
  load: searchSold,
  fileName: () => 'orders',
  columns: {
    Order: (order) => order.orderNumber,
    Date: (order) => order.createdAt,
    Buyer: (order) => order.userInfo?.name,
    Item: getOrderName,
    Quantity: (order) => order.quantity,
    Status: (order) => getStatusWords(order.deliveryStatus, 'seller').text,
    Carrier: (order) => order.carrier,
    'Tracking code': (order) => order.shippingCode,
    'Ship to': (order) => order.deliveryAddress,
    Phone: (order) => order.phoneNumber,
    Note: (order) => order.userNote,
    Shipping: (order) => order.shippingPrice,
    Tax: (order) => order.taxAmount,
    Paid: (order) => order.totalPrice,
  },
  onFailure: failureShown,
});

type UpdateBody = NonNullable<EndpointInput<'updateOrder'>['body']>;

/** What happens to one order. */
type OrderStep =
  | { kind: 'update'; id: string; body: UpdateBody }
  | { kind: 'cancel'; id: string }
  | { kind: 'address'; id: string; deliveryAddressId: string };

interface OrderChange {
  /** One after the other; the first that is refused ends it. */
  steps: OrderStep[];
  /** What a notice says once all is done. */
  done: string;
}

/** Money moves with some of them: each step has a key of its own, so that a repeat of it moves nothing. */
export const changeRequested = createAction('orders/changeRequested', (change: OrderChange) => ({
  payload: { ...change, key: createRandomKey() },
}));
/** A sheet that changes orders is opened: what came of the last change is no matter. */
export const changeOpened = createAction('orders/changeOpened');
export const downloadRequested = createAction<{ productId: string }>('orders/downloadRequested');
/** A seller wants to know what they would lose. */
export const incomeRequested = createAction<{ orders: Order[] }>('orders/incomeRequested');
/** Something happened to an order, here or elsewhere. */
const ordersChanged = createAction('orders/changed');

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
      // Another's order is answered as one that is not there; so is an id that is none.
      const isMissing = [400, 403, 404].includes(payload.status);
      state.status = isMissing ? 'missing' : 'failed';
      state.error = payload;
    },
    incomeLoaded(state, { payload }: PayloadAction<Record<string, number>>) {
      state.income = { ...state.income, ...payload };
    },
  },
});

const { orderLoaded, orderFailed, incomeLoaded } = openedSlice.actions;
export const { orderRequested } = openedSlice.actions;

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

const { changeDone, changeFailed } = changeSlice.actions;

export const selectOpenedOrder = (state: StoreState) => state.orders.opened;
export const selectOrderChange = (state: StoreState) => state.orders.change;

const load = withFailure(function* load({ payload: id }: ReturnType<typeof orderRequested>) {
  yield put(orderLoaded(yield* callEndpoint(orderRoutes.getOrder, { params: { id } })));
}, orderFailed);

function* applyStep(step: OrderStep, key: string): Generator {
  const params = { id: step.id };
  const honoursKeys = yield* selectState(selectHasExtension('idempotencyKeys'));
  const options = honoursKeys ? { idempotencyKey: `${key}-${step.id}` } : {};
  switch (step.kind) {
    case 'update':
      yield* callEndpoint(orderRoutes.updateOrder, { params, body: step.body }, options);
      break;
    case 'cancel':
      yield* callEndpoint(orderRoutes.cancelOrder, { params }, options);
      break;
    case 'address':
      yield* callEndpoint(orderRoutes.updateOrderAddress, {
        params,
        body: { deliveryAddressId: step.deliveryAddressId },
      });
  }
}

/** Where no answer came a step may have happened: the orders are read again, and tell. */
function* change({ payload: { steps, done, key } }: ReturnType<typeof changeRequested>) {
  let changed = 0;
  try {
    for (const step of steps) {
      yield* applyStep(step, key);
      changed += 1;
    }
    yield put(changeDone());
    yield put(toastShown({ text: done, tone: 'success' }));
  } catch (error) {
    yield put(changeFailed({ failure: toFailure(error), changed }));
  }
  yield put(ordersChanged());
  // Money that came back is in the wallet.
  if (steps.some(({ kind }) => kind === 'cancel')) yield put(currentUserRequested());
}

function* reload() {
  const { id, status } = yield* selectState(selectOpenedOrder);
  if (id !== '' && status !== 'missing') yield put(orderRequested(id));
  yield* bought.refresh();
  yield* sold.refresh();
}

function* download({ payload: { productId } }: ReturnType<typeof downloadRequested>) {
  const { downloadLink } = yield* callEndpoint(productRoutes.getProductDownloadLink, { params: { id: productId } });
  saveFrom(downloadLink);
  // One download less is left.
  yield put(ordersChanged());
}

/** Reads what a creator earned on orders out of their earnings of those days. */
function* loadIncome({ payload: { orders } }: ReturnType<typeof incomeRequested>) {
  const days = orders.map(({ createdAt }) => createdAt.slice(0, 10)).toSorted();
  const [fromDate, toDate] = [days[0], days.at(-1)];
  if (!fromDate || !toDate) return;
  const rows = yield* fetchAllRows((place) =>
    callEndpoint(earningRoutes.searchEarnings, { query: { type: 'product', fromDate, toDate, ...place } }),
  );
  const known = new Set(orders.map(({ transactionId }) => transactionId));
  const own = rows.filter(({ transactionId }) => known.has(transactionId));
  yield put(incomeLoaded(Object.fromEntries(own.map(({ transactionId, netPrice }) => [transactionId, netPrice]))));
}

/** What is ordered from stores: for whoever bought it, and whoever sends it. */
export const orderFeature: Feature = {
  name: 'orders',
  reducer: combineReducers({
    bought: bought.reducer,
    sold: sold.reducer,
    opened: openedSlice.reducer,
    change: changeSlice.reducer,
    isExporting: soldExport.reducer,
  }),
  *saga() {
    yield all([fork(bought.saga), fork(sold.saga)]);
    yield takeLatest(orderRequested, load);
  },
  *browserSaga() {
    yield fork(soldExport.saga);
    yield takeLeading(changeRequested, change);
    yield takeLatest(ordersChanged, reload);
    yield takeLeadingBy(downloadRequested, ({ payload }) => payload.productId, withFailure(download, failureShown));
    // Without it the sheet says what happens in words.
    yield takeEvery(incomeRequested, withFailure(loadIncome));
  },
  socket: {
    send_notification: ({ type }: { type?: string }) => (type === 'order' ? ordersChanged() : null),
  },
  resync: () => [ordersChanged()],
};
