import { combineReducers, createAction, createSlice, isAnyOf, type PayloadAction } from '@reduxjs/toolkit';
import { all, call, delay, fork, put, takeLatest, takeLeading } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { paymentRoutes } from '@contract/money/payment-routes';
import { payoutRoutes } from '@contract/money/payout-routes';
import type { EndpointData } from '@contract/schemas';
import { balanceChanged, currentUserRequested } from '@/features/identity/auth/session-slice';
import { failureShown, toastShown } from '@/features/site/ui/ui-slice';
import { formatMoney } from '@/lib/format-money';
import type { ApiFailure } from '@/services/api-error';
import { selectHasExtension } from '@/store/backend';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { createChangeSlice, type ChangeState } from '@/store/change-slice';
import { createCsvExport, getFileName } from '@/store/csv-export';
import type { Feature } from '@/store/feature';
import { createPagedList, type PagedList } from '@/store/paged-list';
import type { StoreState } from '@/store/state';
import { withFailure } from '@/store/with-failure';
import { callWithReauth } from '@/store/with-reauth';
import { selectReserves, selectServesStripe } from './payout-support';
import {
  describeAccount,
  getNet,
  getStatusWords,
  type AccountType,
  type Payout,
  type PayoutStatus,
} from './payout-words';

/** Filters of the list of requests. */
export interface PayoutQuery {
  status?: PayoutStatus;
  fromDate?: string;
  toDate?: string;
  offset?: number;
}

type Sums = EndpointData<'calculatePayout'>;
/** How a creator's account at Stripe stands. */
export type StripeAccount = EndpointData<'getStripeAccount'>;

interface OverviewState {
  sums: Sums | null;
  /** One waits for review: until then there can be no other. */
  hasPending: boolean;
  /** The newest request. */
  latest: Payout | null;
  /** Null where nobody is paid through Stripe, and until that is known. */
  stripe: StripeAccount | null;
  status: 'idle' | 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
}

/** Fee of an amount and its day of arrival. */
interface Quote extends Pick<Sums, 'feeTokens' | 'netTokens' | 'arrivesAt'> {
  amount: number;
}

interface OpenedState {
  id: string;
  payout: Payout | null;
  status: 'idle' | 'pending' | 'ready' | 'missing' | 'failed';
  error: ApiFailure | null;
}

declare module '@/store/state' {
  interface StoreState {
    payouts: {
      list: PagedList<Payout, PayoutQuery>;
      overview: OverviewState;
      quote: Quote | null;
      opened: OpenedState;
      change: ChangeState;
      /** A file is being put together. */
      isExporting: boolean;
    };
  }
}

export const PAYOUTS_PER_PAGE = limits.tablePage;

const search = (query: PayoutQuery & { limit: number }) =>
  callEndpoint(payoutRoutes.searchPayoutRequests, { query: { sortBy: 'createdAt', sort: 'desc', ...query } });

export const payouts = createPagedList<Payout, PayoutQuery>({
  name: 'payouts/list',
  select: (state) => state.payouts.list,
  limit: PAYOUTS_PER_PAGE,
  load: (query, place) => search({ ...query, ...place }),
});

export const payoutsExport = createCsvExport<Payout, PayoutQuery>({
  name: 'payouts/export',
  select: payouts.select,
  load: search,
  fileName: (query) => getFileName('payouts', query),
  columns: {
    Requested: (payout) => payout.createdAt,
    Status: (payout) => getStatusWords(payout).text,
    Amount: (payout) => payout.requestTokens,
    Fee: (payout) => payout.feeTokens,
    Arrives: getNet,
    To: (payout) => describeAccount(payout.paymentAccountType, payout.accountHint),
    'Arrival date': (payout) => payout.arrivesAt,
    Reference: (payout) => payout.payoutId,
    Reason: (payout) => payout.adminNote,
  },
  onFailure: failureShown,
});

export interface PayoutFields {
  requestTokens: number;
  paymentAccountType: AccountType;
  requestNote: string;
}

/** The sums, whether a request waits, and the newest one. */
export const overviewRequested = createAction('payouts/overviewRequested');
export const amountTyped = createAction<number>('payouts/amountTyped');
/** @param key of the step that confirms: pressed again it asks for nothing else. `id` is of the request to change. */
export const payoutSubmitted = createAction<{ id?: string | undefined; fields: PayoutFields; key: string }>(
  'payouts/submitted',
);
export const withdrawRequested = createAction<{ payout: Payout; key: string }>('payouts/withdrawRequested');
/** A sheet that changes payouts is opened: what came of the last change is no matter. */
export const changeOpened = createAction('payouts/changeOpened');
/** Something happened to a request or to where it goes, here or elsewhere. */
export const payoutsChanged = createAction('payouts/changed');

const noOverview: OverviewState = {
  sums: null,
  hasPending: false,
  latest: null,
  stripe: null,
  status: 'idle',
  error: null,
};

type Overview = Pick<OverviewState, 'sums' | 'hasPending' | 'latest' | 'stripe'>;

const overviewSlice = createSlice({
  name: 'payouts/overview',
  initialState: noOverview,
  reducers: {
    overviewLoaded: (_state, { payload }: PayloadAction<Overview>) => ({
      ...noOverview,
      ...payload,
      status: 'ready' as const,
    }),
    overviewFailed(state, { payload }: PayloadAction<ApiFailure>) {
      state.status = 'failed';
      state.error = payload;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(overviewRequested, (state) => {
      state.status = 'pending';
      state.error = null;
    });
  },
});

const quoteSlice = createSlice({
  name: 'payouts/quote',
  initialState: (): Quote | null => null,
  reducers: { quoteLoaded: (_state, { payload }: PayloadAction<Quote>) => payload },
});

const nothingOpened: OpenedState = { id: '', payout: null, status: 'idle', error: null };

const openedSlice = createSlice({
  name: 'payouts/opened',
  initialState: nothingOpened,
  reducers: {
    payoutRequested(state, { payload }: PayloadAction<string>) {
      if (state.id !== payload) state.payout = null;
      state.id = payload;
      state.status = 'pending';
      state.error = null;
    },
    payoutLoaded(state, { payload }: PayloadAction<Payout>) {
      state.payout = payload;
      state.status = 'ready';
    },
    payoutFailed(state, { payload }: PayloadAction<ApiFailure>) {
      // Another's request is answered as one that is not there; so is an id that is none.
      state.status = [400, 403, 404].includes(payload.status) ? 'missing' : 'failed';
      state.error = payload;
    },
  },
});

const changeSlice = createChangeSlice({
  name: 'payouts/change',
  opened: changeOpened,
  isBegun: isAnyOf(payoutSubmitted, withdrawRequested),
});

const { overviewLoaded, overviewFailed } = overviewSlice.actions;
const { quoteLoaded } = quoteSlice.actions;
const { payoutLoaded, payoutFailed } = openedSlice.actions;
const { changeDone, changeCalledOff, changeFailed } = changeSlice.actions;
export const { payoutRequested } = openedSlice.actions;

export const selectOverview = (state: StoreState) => state.payouts.overview;
export const selectQuote = (state: StoreState) => state.payouts.quote;
export const selectOpenedPayout = (state: StoreState) => state.payouts.opened;
export const selectPayoutChange = (state: StoreState) => state.payouts.change;

/** The newest request; the page can do without. */
function* fetchLatest(): Generator<unknown, Payout | null> {
  try {
    return (yield* search({ limit: 1 })).data[0] ?? null;
  } catch {
    return null;
  }
}

/** Where it is not answered the backend still refuses a second one. */
function* fetchPending(): Generator<unknown, boolean> {
  try {
    return (yield* callEndpoint(payoutRoutes.checkPendingPayout)).hasPending;
  } catch {
    return false;
  }
}

/** A backend that pays nobody through Stripe refuses to tell. */
function* fetchStripe(): Generator<unknown, StripeAccount | null> {
  if (!(yield* selectState(selectServesStripe))) return null;
  try {
    return yield* callEndpoint(paymentRoutes.getStripeAccount);
  } catch {
    return null;
  }
}

function* loadOverview() {
  const [sums, hasPending, latest, stripe] = (yield all([
    call(() => callEndpoint(payoutRoutes.calculatePayout, { body: {} })),
    call(fetchPending),
    call(fetchLatest),
    call(fetchStripe),
  ])) as [Sums, boolean, Payout | null, StripeAccount | null];
  yield put(overviewLoaded({ sums, hasPending: hasPending || latest?.status === 'pending', latest, stripe }));
}

/** Milliseconds after the last key. */
const QUOTE_AFTER_MS = 300;

function* loadQuote({ payload: amount }: ReturnType<typeof amountTyped>) {
  if (!(yield* selectState(selectReserves))) return;
  yield delay(QUOTE_AFTER_MS);
  const sums = yield* callEndpoint(payoutRoutes.calculatePayout, { body: { requestTokens: amount } });
  const { feeTokens, netTokens, arrivesAt } = sums;
  yield put(quoteLoaded({ amount, feeTokens, netTokens, arrivesAt }));
}

function* loadOpened({ payload: id }: ReturnType<typeof payoutRequested>) {
  yield put(payoutLoaded(yield* callEndpoint(payoutRoutes.getPayoutRequest, { params: { id } })));
}

function* getOptions(key: string) {
  return (yield* selectState(selectHasExtension('idempotencyKeys'))) ? { idempotencyKey: key } : {};
}

function* submit({ payload: { id, fields, key } }: ReturnType<typeof payoutSubmitted>) {
  const options = yield* getOptions(key);
  const reply =
    id === undefined
      ? yield* callWithReauth(payoutRoutes.createPayoutRequest, { body: { source: 'performer', ...fields } }, options)
      : yield* callWithReauth(payoutRoutes.updatePayoutRequest, { params: { id }, body: fields }, options);
  if (!reply) {
    yield put(changeCalledOff());
    return;
  }
  const text = id === undefined ? `Payout of ${formatMoney(fields.requestTokens)} requested` : 'Payout changed';
  yield* finish(text);
}

function* withdraw({ payload: { payout, key } }: ReturnType<typeof withdrawRequested>) {
  const params = { id: payout._id };
  yield* callEndpoint(payoutRoutes.withdrawPayoutRequest, { params }, yield* getOptions(key));
  yield* finish(`${formatMoney(payout.requestTokens)} is back in your balance`);
}

function* finish(text: string) {
  yield put(changeDone());
  yield put(toastShown({ text, tone: 'success' }));
  yield put(currentUserRequested());
  yield put(payoutsChanged());
}

/** A refusal may come from what happened elsewhere meanwhile, and without an answer it may be done: all is read again. */
const changing = <A extends ReturnType<typeof payoutSubmitted | typeof withdrawRequested>>(
  saga: (action: A) => Generator,
) => withFailure(saga, (failure) => [changeFailed(failure), payoutsChanged()]);

function* reload() {
  const { id, status } = yield* selectState(selectOpenedPayout);
  if (id !== '' && status !== 'missing') yield put(payoutRequested(id));
  yield* reloadOverview();
  yield* payouts.refresh();
}

function* reloadOverview() {
  const { status } = yield* selectState(selectOverview);
  if (status !== 'idle') yield put(overviewRequested());
}

/** Payouts that a creator asks for. */
export const payoutFeature: Feature = {
  name: 'payouts',
  reducer: combineReducers({
    list: payouts.reducer,
    overview: overviewSlice.reducer,
    quote: quoteSlice.reducer,
    opened: openedSlice.reducer,
    change: changeSlice.reducer,
    isExporting: payoutsExport.reducer,
  }),
  *saga() {
    yield fork(payouts.saga);
    yield takeLatest(overviewRequested, withFailure(loadOverview, overviewFailed));
    yield takeLatest(payoutRequested, withFailure(loadOpened, payoutFailed));
  },
  *browserSaga() {
    yield fork(payoutsExport.saga);
    // Without it the form says the amount alone.
    yield takeLatest(amountTyped, withFailure(loadQuote));
    yield takeLeading(payoutSubmitted, changing(submit));
    yield takeLeading(withdrawRequested, changing(withdraw));
    yield takeLatest(payoutsChanged, reload);
    yield takeLatest(balanceChanged, reloadOverview);
  },
  socket: {
    send_notification: ({ type }: { type?: string }) => (type === 'payout' ? payoutsChanged() : null),
  },
  resync: () => [payoutsChanged()],
};
