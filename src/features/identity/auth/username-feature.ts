import { delay, put, takeLatest } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { authRoutes } from '@contract/identity/auth-routes';
import { selectIsCallSupported } from '@/store/backend';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { isOwnUsername, usernameChecked, usernameSlice, usernameTyped } from './username-slice';

const PAUSE_MS = 350;

/** If the backend lacks this call or it fails, the name is only validated when the form is submitted. */
function* check({ payload: { username: typed, own } }: ReturnType<typeof usernameTyped>) {
  const username = typed.trim().toLowerCase();
  if (username.length < limits.usernameMin || isOwnUsername(typed, own)) return;
  const serves = yield* selectState(selectIsCallSupported);
  if (!serves(authRoutes.checkUsername)) return;
  yield delay(PAUSE_MS);
  try {
    const { available, reason } = yield* callEndpoint(authRoutes.checkUsername, { query: { username } });
    yield put(usernameChecked({ username: typed, available, reason: available ? undefined : reason }));
  } catch {
    yield put(usernameChecked(null));
  }
}

export const usernameFeature: Feature = {
  name: 'username',
  reducer: usernameSlice.reducer,
  *saga() {
    yield takeLatest(usernameTyped, check);
  },
};
