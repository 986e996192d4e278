import { combineReducers, createAction, createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { fork, put, takeLatest, takeLeading } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { refundRoutes } from '@contract/money/refund-routes';
import { currentUserRequested } from '@/features/identity/auth/session-slice';
import { toastShown } from '@/features/site/ui/ui-slice';
import type { ApiFailure } from '@/services/api-error';
import { formatMoney } from '@/lib/format-money';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { createChangeSlice, type ChangeState } from '@/store/change-slice';
import type { Feature } from '@/store/feature';
import { createPagedList, type PagedList } from '@/store/paged-list';
import { refundRequestChanged } from '@/store/intents';
import type { StoreState } from '@/store/state';
import { withFailure } from '@/store/with-failure';
import { selectHasRefunds } from './refund-support';
import type { RefundOfSale, RefundRequest, RefundState } from './refund-words';

export interface RefundQuery {
  state?: RefundState;
  offset?: number;
}

interface SaleState {
  id: string;
  refund: RefundOfSale | null;
}

interface OpenedState {
  saleId: string;
  request: RefundRequest | null;
  error: ApiFailure | null;
}

declare module '@/store/state' {
  interface StoreState {
    refunds: {
      received: PagedList<RefundRequest, RefundQuery>;
      asked: RefundRequest[];
      sale: SaleState;
      opened: OpenedState;
      change: ChangeState;
    };
  }
}

export const REFUNDS_PER_PAGE = limits.tablePage;

export const received = createPagedList<RefundRequest, RefundQuery>({
  name: 'refunds/received',
  select: (state) => state.refunds.received,
  limit: REFUNDS_PER_PAGE,
  load: (query, place) => callEndpoint(refundRoutes.searchReceivedRefunds, { query: { ...query, ...place } }),
});

/** @param key one per opening of the sheet, so that a second press does not create a second request. */
export const refundAsked = createAction<{ saleId: string; reason: string; key: string }>('refunds/asked');
export const refundDecided = createAction<{
  request: RefundRequest;
  isGranted: boolean;
  answer: string;
  key: string;
}>('refunds/decided');
/** Clears the result of the previous change. */
export const refundSheetOpened = createAction('refunds/sheetOpened');
const refundsChanged = createAction('refunds/changed');

const nothing: SaleState = { id: '', refund: null };

const saleSlice = createSlice({
  name: 'refunds/sale',
  initialState: nothing,
  reducers: {
    /** @param payload id of one of the caller's payments or charges. */
    refundRequested(state, { payload }: PayloadAction<string>) {
      if (state.id !== payload) return { id: payload, refund: null };
      return state;
    },
    refundLoaded(state, { payload }: PayloadAction<RefundOfSale>) {
      state.refund = payload;
    },
  },
});

const nothingOpened: OpenedState = { saleId: '', request: null, error: null };

const openedSlice = createSlice({
  name: 'refunds/opened',
  initialState: nothingOpened,
  reducers: {
    /** @param payload id of a sale of the creator. */
    requestOpened(state, { payload }: PayloadAction<string>) {
      if (state.saleId !== payload) return { ...nothingOpened, saleId: payload };
      return { ...state, error: null };
    },
    requestLoaded(state, { payload }: PayloadAction<RefundRequest | null>) {
      state.request = payload;
    },
    requestFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.error = payload;
    },
  },
});

const { requestLoaded, requestFailed } = openedSlice.actions;
export const { requestOpened } = openedSlice.actions;
export const selectOpenedRequest = (state: StoreState) => state.refunds.opened;

/** Finds the newest request for a sale. */
function* loadOpened({ payload: saleId }: ReturnType<typeof requestOpened>) {
  const { data } = yield* callEndpoint(refundRoutes.searchReceivedRefunds, { query: { saleId, limit: 1 } });
  yield put(requestLoaded(data[0] ?? null));
}

export const askedRefundsRequested = createAction('refunds/askedRequested');
const NEWEST = 5;

const askedSlice = createSlice({
  name: 'refunds/asked',
  initialState: [] as RefundRequest[],
  reducers: {
    askedRefundsLoaded: (_state, { payload }: PayloadAction<RefundRequest[]>) => payload,
  },
});

const { askedRefundsLoaded } = askedSlice.actions;
export const selectAskedRefunds = (state: StoreState) => state.refunds.asked;

function* loadAsked() {
  if (!(yield* selectState(selectHasRefunds))) return;
  const { data } = yield* callEndpoint(refundRoutes.listRefundRequests, { query: { limit: NEWEST } });
  yield put(askedRefundsLoaded(data));
}

const changeSlice = createChangeSlice({
  name: 'refunds/change',
  opened: refundSheetOpened,
  isBegun: isAnyOf(refundAsked, refundDecided),
});

const { refundLoaded } = saleSlice.actions;
const { changeDone, changeFailed } = changeSlice.actions;
export const { refundRequested } = saleSlice.actions;

export const selectRefundOfSale = (state: StoreState) => state.refunds.sale;
export const selectRefundChange = (state: StoreState) => state.refunds.change;

function* load({ payload: id }: ReturnType<typeof refundRequested>) {
  if (!(yield* selectState(selectHasRefunds))) return;
  yield put(refundLoaded(yield* callEndpoint(refundRoutes.getRefundOfSale, { params: { id } })));
}

function* ask({ payload: { saleId, reason, key } }: ReturnType<typeof refundAsked>) {
  yield* callEndpoint(refundRoutes.askForRefund, { body: { saleId, reason } }, { idempotencyKey: key });
  yield* finish('Refund requested');
}

function* decide({ payload: { request, isGranted, answer, key } }: ReturnType<typeof refundDecided>) {
  const route = isGranted ? refundRoutes.grantRefund : refundRoutes.refuseRefund;
  yield* callEndpoint(route, { params: { id: request._id }, body: { answer } }, { idempotencyKey: key });
  if (isGranted) yield put(currentUserRequested());
  yield* finish(isGranted ? `${formatMoney(request.amount)} refunded` : 'Request refused');
}

function* finish(text: string) {
  yield put(changeDone());
  yield put(toastShown({ text, tone: 'success' }));
  yield put(refundRequestChanged());
}

/** Reloads after a failure, because the request may have changed elsewhere. */
const changing = <A extends ReturnType<typeof refundAsked | typeof refundDecided>>(saga: (action: A) => Generator) =>
  withFailure(saga, (failure) => [changeFailed(failure), refundRequestChanged()]);

function* reload() {
  const { id } = yield* selectState(selectRefundOfSale);
  const { saleId } = yield* selectState(selectOpenedRequest);
  if (id !== '') yield put(refundRequested(id));
  if (saleId !== '') yield put(requestOpened(saleId));
  if ((yield* selectState(selectAskedRefunds)).length > 0) yield put(askedRefundsRequested());
  yield* received.refresh();
}

export const refundFeature: Feature = {
  name: 'refunds',
  reducer: combineReducers({
    received: received.reducer,
    asked: askedSlice.reducer,
    sale: saleSlice.reducer,
    opened: openedSlice.reducer,
    change: changeSlice.reducer,
  }),
  *saga() {
    yield fork(received.saga);
    // If this fails, the receipt is shown without its refund.
    yield takeLatest(refundRequested, withFailure(load));
    yield takeLatest(requestOpened, withFailure(loadOpened, requestFailed));
    yield takeLatest(askedRefundsRequested, withFailure(loadAsked));
  },
  *browserSaga() {
    yield takeLeading(refundAsked, changing(ask));
    yield takeLeading(refundDecided, changing(decide));
    yield takeLatest([refundsChanged, refundRequestChanged], reload);
  },
  socket: {
    send_notification: ({ type }: { type?: string }) => (type === 'payment' ? refundsChanged() : null),
  },
  resync: () => [refundsChanged()],
};
