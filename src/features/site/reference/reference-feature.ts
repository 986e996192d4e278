import type { Feature } from '@/store/feature';
import { referenceSaga } from './reference-saga';
import { referenceSlice } from './reference-slice';

/** Countries, languages, phone codes and other lists of forms and filters, each fetched once. */
export const referenceFeature: Feature = {
  name: 'reference',
  reducer: referenceSlice.reducer,
  saga: referenceSaga,
};
