import type { Feature } from '@/store/feature';
import { loginWaysSaga } from './login-ways-saga';
import { loginWaysSlice } from './login-ways-slice';

/** The ways in besides the password: Google, Twitter, a code sent to a phone. */
export const loginWaysFeature: Feature = {
  name: 'loginWays',
  reducer: loginWaysSlice.reducer,
  saga: loginWaysSaga,
};
