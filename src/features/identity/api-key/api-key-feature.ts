import { put, takeLatest, takeLeading } from 'redux-saga/effects';
import { apiKeyRoutes } from '@contract/identity/api-key-routes';
import { toastShown } from '@/features/site/ui/ui-slice';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { withFailure } from '@/store/with-failure';
import { createSensitiveAction } from '@/store/with-reauth';
import * as keys from './api-key-slice';

const load = withFailure(function* () {
  yield put(keys.apiKeysLoaded((yield* callEndpoint(apiKeyRoutes.listApiKeys)).data));
}, keys.apiKeysFailed);

const create = createSensitiveAction({
  done: () => keys.apiKeyCreateEnded(null),
  failed: keys.apiKeyCreateEnded,
})(
  apiKeyRoutes.createApiKey,
  (body: keys.NewApiKey) => ({ body }),
  function* (created) {
    yield put(keys.apiKeyCreated(created));
  },
);

const revoke = withFailure(function* ({ payload: id }: ReturnType<typeof keys.apiKeyRevokeRequested>) {
  yield* callEndpoint(apiKeyRoutes.deleteApiKey, { params: { id } });
  yield put(keys.apiKeyRevoked(id));
  yield put(toastShown({ text: 'The key is revoked', tone: 'success' }));
}, keys.apiKeyRevokeFailed);

export const apiKeyFeature: Feature = {
  name: 'apiKey',
  reducer: keys.apiKeySlice.reducer,
  *saga() {
    yield takeLatest(keys.apiKeysRequested, load);
    yield takeLeading(keys.apiKeyCreateRequested, create);
    yield takeLeading(keys.apiKeyRevokeRequested, revoke);
  },
};
