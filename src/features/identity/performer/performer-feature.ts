import type { Feature } from '@/store/feature';
import { performerSaga } from './performer-saga';
import { performerSlice, profileRequested } from './performer-slice';

/** Creators: profiles, cards, following. */
export const performerFeature: Feature = {
  name: 'performer',
  reducer: performerSlice.reducer,
  saga: performerSaga,
  resync: (state) =>
    Object.keys(state.performer.addresses)
      .slice(-1)
      .map((address) => profileRequested({ address })),
};
