import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { put, takeLatest } from 'redux-saga/effects';
import { orderRoutes } from '@contract/money/order-routes';
import type { EndpointData } from '@contract/schemas';
import type { ApiFailure } from '@/services/api-error';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { orderRefused, type OrderLine } from '@/store/intents';
import type { StoreState } from '@/store/state';
import { withFailure } from '@/store/with-failure';
import { intentClosed, intentOpened } from './intent-feature';
import { paymentStarted, selectPayment } from './payment-slice';
import { toWantedGoods } from './purchase';

export type Quote = EndpointData<'reserveOrders'>;

interface QuoteState {
  status: 'idle' | 'pending' | 'ready' | 'failed';
  quote: Quote | null;
  failure: ApiFailure | null;
}

const initialState: QuoteState = { status: 'idle', quote: null, failure: null };

interface Wanted {
  lines: OrderLine[];
  deliveryAddressId?: string;
}

export const quoteSlice = createSlice({
  name: 'checkout',
  initialState,
  reducers: {
    /** Reserves the stock for ten minutes and requests the total. */
    quoteRequested(state, _action: PayloadAction<Wanted>) {
      state.status = 'pending';
    },
    quoteLoaded: (_state, { payload }: PayloadAction<Quote>): QuoteState => ({
      status: 'ready',
      quote: payload,
      failure: null,
    }),
    quoteFailed: (_state, { payload }: PayloadAction<ApiFailure>): QuoteState => ({
      status: 'failed',
      quote: null,
      failure: payload,
    }),
  },
  extraReducers: (builder) => {
    builder.addCase(intentOpened, () => initialState);
  },
});

export const { quoteRequested, quoteLoaded } = quoteSlice.actions;
const { quoteFailed } = quoteSlice.actions;
export const selectQuote = (state: StoreState) => state.checkout.quote;

/** @throws ApiError with the reason why the cart cannot be ordered. */
export const fetchQuote = ({ lines, deliveryAddressId }: Wanted) =>
  callEndpoint(orderRoutes.reserveOrders, { body: { lines: toWantedGoods(lines), deliveryAddressId } });

/** Only before paying, because a payment that has started keeps its reservation. */
function* releasePieces() {
  const { status } = yield* selectState(selectQuote);
  const { step } = yield* selectState(selectPayment);
  if (status !== 'ready' || step !== 'choosing') return;
  yield* callEndpoint(orderRoutes.releaseOrders);
}

export function* quoteSaga() {
  // The response to a quote requested before the payment must not change the total.
  yield takeLatest(
    [quoteRequested, paymentStarted, intentClosed],
    withFailure(
      function* loadQuote(action) {
        if (quoteRequested.match(action)) yield put(quoteLoaded(yield* fetchQuote(action.payload)));
      },
      (failure, action) =>
        quoteRequested.match(action)
          ? [quoteFailed(failure), orderRefused({ productIds: action.payload.lines.map(({ productId }) => productId) })]
          : [],
    ),
  );
  // If this fails, the reservation ends after ten minutes.
  yield takeLatest(intentClosed, withFailure(releasePieces));
}
