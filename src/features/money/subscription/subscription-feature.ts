import { put, takeLatest, takeLeading } from 'redux-saga/effects';
import { paymentRoutes } from '@contract/money/payment-routes';
import { subscriptionRoutes } from '@contract/money/subscription-routes';
import { toastShown } from '@/features/site/ui/ui-slice';
import { formatDay, readersZone } from '@/lib/dates';
import { toFailure } from '@/services/api-error';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { platformSubscriptionChanged, subscriptionChanged } from '@/store/intents';
import * as subscription from './subscription-slice';

/** As many as a list gives at once: nobody subscribes to more than fit on one page. */
const most = 200;

function* load() {
  try {
    const { data } = yield* callEndpoint(subscriptionRoutes.searchUserSubscriptions, { query: { limit: most } });
    const platform = yield* loadPlatform();
    yield put(subscription.subscriptionsLoaded({ list: data, platform, asOf: Date.now() }));
  } catch (error) {
    yield put(subscription.subscriptionsFailed(toFailure(error)));
  }
}

/** A backend without a platform subscription goes without this line. */
function* loadPlatform(): Generator<unknown, subscription.PlatformSubscription | null> {
  try {
    return yield* callEndpoint(paymentRoutes.getPlatformSubscription);
  } catch {
    return null;
  }
}

function* tellChanged({ performerId }: subscription.SubscriptionRef) {
  if (performerId === null) yield put(platformSubscriptionChanged());
  else yield put(subscriptionChanged({ performerId }));
}

/** Why it did not happen; where no answer came it may have, and the list tells. */
function* tellFailed(error: unknown) {
  const failure = toFailure(error);
  yield put(toastShown({ text: failure.message, tone: 'error' }));
  if (failure.status === 0 || failure.status >= 500) yield put(subscription.subscriptionsRequested());
}

function* cancel({ payload }: ReturnType<typeof subscription.cancelRequested>) {
  const { id, performerId, gateway, until } = payload;
  try {
    if (performerId === null) yield* callEndpoint(paymentRoutes.cancelPlatformSubscription);
    else yield* callEndpoint(paymentRoutes.cancelSubscription, { params: { type: gateway, id } });
    const resumes = yield* selectState(subscription.selectCanResume);
    yield put(
      toastShown({
        text: `Cancelled. You keep access until ${formatDay(until, { timeZone: readersZone })}.`,
        ...(resumes && { action: 'Resume', onAction: subscription.resumeRequested(payload) }),
      }),
    );
    yield* tellChanged(payload);
  } catch (error) {
    yield* tellFailed(error);
  } finally {
    yield put(subscription.changeEnded());
  }
}

function* resume({ payload }: ReturnType<typeof subscription.resumeRequested>) {
  const { id, gateway, until } = payload;
  try {
    yield* callEndpoint(paymentRoutes.resumeSubscription, { params: { type: gateway, id } });
    yield put(
      toastShown({ text: `It renews again on ${formatDay(until, { timeZone: readersZone })}.`, tone: 'success' }),
    );
    yield* tellChanged(payload);
  } catch (error) {
    yield* tellFailed(error);
  } finally {
    yield put(subscription.changeEnded());
  }
}

function* changeCard({ payload: { ref, card } }: ReturnType<typeof subscription.cardChangeRequested>) {
  try {
    yield* callEndpoint(paymentRoutes.changeSubscriptionCard, {
      params: { type: ref.gateway, id: ref.id },
      body: { cardId: card.token },
    });
    yield put(toastShown({ text: `It renews from ${card.name} now.`, tone: 'success' }));
    yield put(subscription.subscriptionsRequested());
  } catch (error) {
    yield* tellFailed(error);
  } finally {
    yield put(subscription.changeEnded());
  }
}

/** What somebody subscribes to: what it costs, when it renews, cancelling and resuming. */
export const subscriptionFeature: Feature = {
  name: 'subscription',
  reducer: subscription.subscriptionSlice.reducer,
  *saga() {
    yield takeLatest([subscription.subscriptionsRequested, subscriptionChanged, platformSubscriptionChanged], load);
    yield takeLeading(subscription.cancelRequested, cancel);
    yield takeLeading(subscription.resumeRequested, resume);
    yield takeLeading(subscription.cardChangeRequested, changeCard);
  },
  resync: () => [subscription.subscriptionsRequested()],
};
