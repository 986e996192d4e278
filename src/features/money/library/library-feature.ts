import { fork, takeLatest } from 'redux-saga/effects';
import type { Feature } from '@/store/feature';
import { itemUnlocked } from '@/store/intents';
import { libraryReducer, purchases } from './library-slice';

/** What a fan unlocked: to look at, to find, to open again. Something may be bought while the library is open. */
export const libraryFeature: Feature = {
  name: 'library',
  reducer: libraryReducer,
  *saga() {
    yield fork(purchases.saga);
    yield takeLatest(itemUnlocked, purchases.refresh);
  },
};
