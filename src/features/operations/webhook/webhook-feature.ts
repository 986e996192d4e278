import { put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import type { Route } from '@contract/base/define';
import { webhookRoutes } from '@contract/operations/webhook-routes';
import type { EndpointData, EndpointInput, EndpointName } from '@contract/schemas';
import { toastShown } from '@/features/site/ui/ui-slice';
import type { ApiFailure } from '@/services/api-error';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { withFailure } from '@/store/with-failure';
import { createSensitiveAction } from '@/store/with-reauth';
import * as webhooks from './webhook-slice';

const DELIVERIES_SHOWN = 50;

const load = withFailure(function* () {
  if (!(yield* selectState(webhooks.selectHasWebhooks))) return;
  yield put(webhooks.webhooksLoaded(yield* callEndpoint(webhookRoutes.listWebhookEndpoints)));
}, webhooks.webhooksFailed);

const loadDeliveries = withFailure(function* ({ payload: id }: ReturnType<typeof webhooks.deliveriesRequested>) {
  const query = { limit: DELIVERIES_SHOWN };
  const { data } = yield* callEndpoint(webhookRoutes.listWebhookDeliveries, { params: { id }, query });
  yield put(webhooks.deliveriesLoaded(data));
}, webhooks.deliveriesFailed);

function* showSecret(endpoint: { url: string; secret: string }) {
  yield put(webhooks.secretShown(endpoint));
  yield put(webhooks.webhooksRequested());
}

function* showDelivery({ status }: webhooks.WebhookDelivery) {
  const isDelivered = status === 'delivered';
  yield put(
    toastShown({
      text: isDelivered ? 'Your server accepted it' : 'Your server did not accept it. See its deliveries.',
      tone: isDelivered ? 'success' : 'plain',
    }),
  );
  yield put(webhooks.webhooksRequested());
  const { deliveries } = yield* selectState(webhooks.selectWebhooks);
  if (deliveries) yield put(webhooks.deliveriesRequested(deliveries.endpointId));
}

function* reload() {
  yield put(webhooks.webhooksRequested());
}

const create = createSensitiveAction({
  done: () => webhooks.webhookCreateEnded(null),
  failed: webhooks.webhookCreateEnded,
});
const act = <R extends Route & { name: EndpointName }, P extends string | { id: string }>(
  route: R,
  toInput: (payload: P) => EndpointInput<R['name']>,
  then: (data: EndpointData<R['name']>) => Generator,
) =>
  function* actOnOne({ payload }: { payload: P }): Generator {
    const id = typeof payload === 'string' ? payload : payload.id;
    const end = (error: ApiFailure | null) => webhooks.webhookActEnded({ id, error });
    yield* createSensitiveAction({ done: () => end(null), failed: end })(route, toInput, then)({ payload });
  };
const toId = (id: string) => ({ params: { id } });

export const webhookFeature: Feature = {
  name: 'webhook',
  reducer: webhooks.webhookSlice.reducer,
  *saga() {
    yield takeLatest(webhooks.webhooksRequested, load);
    yield takeLatest(webhooks.deliveriesRequested, loadDeliveries);
    yield takeLeading(
      webhooks.webhookCreateRequested,
      create(webhookRoutes.createWebhookEndpoint, (body: webhooks.NewEndpoint) => ({ body }), showSecret),
    );
    // The buttons of one endpoint wait for its act; those of others need not.
    yield takeEvery(webhooks.webhookRotateRequested, act(webhookRoutes.rotateWebhookSecret, toId, showSecret));
    yield takeEvery(webhooks.webhookTestRequested, act(webhookRoutes.testWebhookEndpoint, toId, showDelivery));
    yield takeEvery(webhooks.deliveryReplayRequested, act(webhookRoutes.replayWebhookDelivery, toId, showDelivery));
    yield takeEvery(webhooks.webhookRemoveRequested, act(webhookRoutes.deleteWebhookEndpoint, toId, reload));
    yield takeEvery(
      webhooks.webhookEventsRequested,
      act(
        webhookRoutes.updateWebhookEndpoint,
        ({ id, events }: { id: string; events: webhooks.EndpointEvents }) => ({ params: { id }, body: { events } }),
        reload,
      ),
    );
    yield takeEvery(
      webhooks.webhookTurnRequested,
      act(
        webhookRoutes.updateWebhookEndpoint,
        ({ id, isOn }: { id: string; isOn: boolean }) => ({ params: { id }, body: { isOn } }),
        reload,
      ),
    );
  },
};
