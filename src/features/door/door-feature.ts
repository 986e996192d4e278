import type { Feature } from '@/store/feature';
import { doorSaga } from './door-saga';
import { doorSlice } from './door-slice';

/** Sign-up, forgotten passwords, verification, contact: the forms that need no account. */
export const doorFeature: Feature = { name: 'door', reducer: doorSlice.reducer, saga: doorSaga };
