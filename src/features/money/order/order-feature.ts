import { all, fork, put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { productRoutes } from '@contract/content/product-routes';
import { earningRoutes } from '@contract/money/earning-routes';
import { orderRoutes } from '@contract/money/order-routes';
import { currentUserRequested } from '@/features/identity/auth/session-slice';
import { failureShown, toastShown } from '@/features/site/ui/ui-slice';
import { toFailure } from '@/services/api-error';
import { saveFrom } from '@/services/save-file';
import { fetchAllRows } from '@/store/all-pages';
import { selectHasExtension } from '@/store/backend';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { refundRequestChanged } from '@/store/intents';
import { takeLeadingBy } from '@/store/take-by';
import { withFailure } from '@/store/with-failure';
import { bought, sold, soldExport } from './order-lists';
import {
  changeDone,
  changeFailed,
  changeRequested,
  downloadRequested,
  incomeLoaded,
  incomeRequested,
  orderFailed,
  orderLoaded,
  orderReducer,
  orderRequested,
  ordersChanged,
  selectOpenedOrder,
  type OrderStep,
} from './order-slice';

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

/** Always reloads the orders, because a step may have succeeded although its response was lost. */
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
  // Refunds of canceled orders change the wallet balance.
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
  yield put(ordersChanged());
}

/** Looks up the income of orders in the creator's earnings of the same days. */
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

export const orderFeature: Feature = {
  name: 'orders',
  reducer: orderReducer,
  *saga() {
    yield all([fork(bought.saga), fork(sold.saga)]);
    yield takeLatest(orderRequested, load);
  },
  *browserSaga() {
    yield fork(soldExport.saga);
    yield takeLeading(changeRequested, change);
    yield takeLatest([ordersChanged, refundRequestChanged], reload);
    yield takeLeadingBy(downloadRequested, ({ payload }) => payload.productId, withFailure(download, failureShown));
    // If the income is unknown, the sheet describes the effects in words.
    yield takeEvery(incomeRequested, withFailure(loadIncome));
  },
  socket: {
    // Refund requests are notified as payments.
    send_notification: ({ type }: { type?: string }) =>
      type === 'order' || type === 'payment' ? ordersChanged() : null,
  },
  resync: () => [ordersChanged()],
};
