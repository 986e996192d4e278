import { all, call, delay, fork, put, takeLatest, takeLeading } from 'redux-saga/effects';
import { paymentRoutes } from '@contract/money/payment-routes';
import { payoutRoutes } from '@contract/money/payout-routes';
import { balanceChanged, currentUserRequested } from '@/features/identity/auth/session-slice';
import { toastShown } from '@/features/site/ui/ui-slice';
import { formatMoney } from '@/lib/format-money';
import { selectHasExtension } from '@/store/backend';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { withFailure } from '@/store/with-failure';
import { callWithReauth } from '@/store/with-reauth';
import { payouts, payoutsExport, searchPayouts } from './payout-list';
import {
  amountTyped,
  changeCalledOff,
  changeDone,
  changeFailed,
  overviewFailed,
  overviewLoaded,
  overviewRequested,
  payoutFailed,
  payoutLoaded,
  payoutReducer,
  payoutRequested,
  payoutsChanged,
  payoutSubmitted,
  quoteLoaded,
  selectOpenedPayout,
  selectOverview,
  withdrawRequested,
  type StripeAccount,
  type PayoutSums,
} from './payout-slice';
import { selectReserves, selectServesStripe } from './payout-support';
import type { Payout } from './payout-words';

function* fetchLatest(): Generator<unknown, Payout | null> {
  try {
    return (yield* searchPayouts({ limit: 1 })).data[0] ?? null;
  } catch {
    return null;
  }
}

/** If this fails, the backend still rejects a second request. */
function* fetchPending(): Generator<unknown, boolean> {
  try {
    return (yield* callEndpoint(payoutRoutes.checkPendingPayout)).hasPending;
  } catch {
    return false;
  }
}

/** Null if the backend rejects the call, because it has no payouts by Stripe. If a later call fails, the account stays known. */
function* fetchStripe(): Generator<unknown, StripeAccount | null> {
  if (!(yield* selectState(selectServesStripe))) return null;
  try {
    return yield* callEndpoint(paymentRoutes.getStripeAccount);
  } catch {
    return (yield* selectState(selectOverview)).stripe;
  }
}

function* loadOverview() {
  const [sums, hasPending, latest, stripe] = (yield all([
    call(() => callEndpoint(payoutRoutes.calculatePayout, { body: {} })),
    call(fetchPending),
    call(fetchLatest),
    call(fetchStripe),
  ])) as [PayoutSums, boolean, Payout | null, StripeAccount | null];
  yield put(overviewLoaded({ sums, hasPending: hasPending || latest?.status === 'pending', latest, stripe }));
}

/** Debounce delay in milliseconds after the last key. */
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

/** Reloads after a failure, because the request may have changed elsewhere, or succeeded without a response. */
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

export const payoutFeature: Feature = {
  name: 'payouts',
  reducer: payoutReducer,
  *saga() {
    yield fork(payouts.saga);
    yield takeLatest(overviewRequested, withFailure(loadOverview, overviewFailed));
    yield takeLatest(payoutRequested, withFailure(loadOpened, payoutFailed));
  },
  *browserSaga() {
    yield fork(payoutsExport.saga);
    // Without a quote, the form shows only the amount.
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
