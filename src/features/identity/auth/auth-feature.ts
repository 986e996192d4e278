import type { Feature } from '@/store/feature';
import { authSaga } from './auth-saga';
import { authSlice } from './auth-slice';

/** Sign-up, forgotten passwords, verification, contact: the forms that need no account. */
export const authFeature: Feature = { name: 'auth', reducer: authSlice.reducer, saga: authSaga };
