import type { Feature } from '@/store/feature';
import { reportSaga } from './report-saga';
import { reportSlice } from './report-slice';

/** Telling the operator of something that should not be here. */
export const reportFeature: Feature = { name: 'report', reducer: reportSlice.reducer, saga: reportSaga };
