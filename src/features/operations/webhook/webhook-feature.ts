import { put, takeLatest, takeLeading } from 'redux-saga/effects';
import { webhookRoutes } from '@contract/operations/webhook-routes';
import { toastShown } from '@/features/site/ui/ui-slice';
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
const act = createSensitiveAction({ done: () => webhooks.webhookActEnded(null), failed: webhooks.webhookActEnded });
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
    yield takeLeading(webhooks.webhookRotateRequested, act(webhookRoutes.rotateWebhookSecret, toId, showSecret));
    yield takeLeading(webhooks.webhookTestRequested, act(webhookRoutes.testWebhookEndpoint, toId, showDelivery));
    yield takeLeading(webhooks.deliveryReplayRequested, act(webhookRoutes.replayWebhookDelivery, toId, showDelivery));
    yield takeLeading(webhooks.webhookRemoveRequested, act(webhookRoutes.deleteWebhookEndpoint, toId, reload));
    yield takeLeading(
      webhooks.webhookEventsRequested,
      act(
        webhookRoutes.updateWebhookEndpoint,
        ({ id, events }: { id: string; events: webhooks.EndpointEvents }) => ({ params: { id }, body: { events } }),
        reload,
      ),
    );
    yield takeLeading(
      webhooks.webhookTurnRequested,
      act(
        webhookRoutes.updateWebhookEndpoint,
        ({ id, isOn }: { id: string; isOn: boolean }) => ({ params: { id }, body: { isOn } }),
        reload,
      ),
    );
  },
};
