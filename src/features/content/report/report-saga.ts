import { put, takeLeading } from 'redux-saga/effects';
import { reportRoutes } from '@contract/content/report-routes';
import { toFailure } from '@/services/api-error';
import { callEndpoint } from '@/store/call-endpoint';
import * as report from './report-slice';

function* send({ payload: body }: ReturnType<typeof report.reportSent>) {
  try {
    yield* callEndpoint(reportRoutes.createReport, { body });
    yield put(report.reportStored());
  } catch (error) {
    yield put(report.reportFailed(toFailure(error)));
  }
}

export function* reportSaga() {
  yield takeLeading(report.reportSent, send);
}
