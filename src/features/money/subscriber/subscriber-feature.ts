import { fork, put, takeLeading } from 'redux-saga/effects';
import { toastShown } from '@/features/site/ui/ui-slice';
import { toCsv } from '@/lib/csv';
import { toFailure } from '@/services/api-error';
import { saveTextFile } from '@/services/save-file';
import { allPages } from '@/store/all-pages';
import { selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import * as subscriber from './subscriber-slice';
import { statusOf, tierOf } from './subscriber-words';

const header = ['Name', 'Username', 'Status', 'Tier', 'Since', 'Renews on', 'Ends on', 'Paid in all'];

function* exportAll() {
  try {
    const { query } = yield* selectState(subscriber.subscribers.select);
    const all = yield* allPages((page) => subscriber.readSubscribers(query, page));
    const now = Date.now();
    const rows = all.map((row) => [
      row.userInfo?.name,
      row.userInfo?.username,
      statusOf(row, now).text,
      tierOf(row),
      row.createdAt,
      row.nextRecurringDate,
      row.nextRecurringDate ? null : row.expiredAt,
      row.totalSpent,
    ]);
    saveTextFile('subscribers.csv', toCsv(header, rows), 'text/csv');
  } catch (error) {
    yield put(toastShown({ text: toFailure(error).message, tone: 'error' }));
  } finally {
    yield put(subscriber.subscribersExportEnded());
  }
}

/** Who subscribes to a creator, and what they are worth. */
export const subscriberFeature: Feature = {
  name: 'subscribers',
  reducer: subscriber.subscribersReducer,
  *saga() {
    yield fork(subscriber.subscribers.saga);
    yield takeLeading(subscriber.subscribersExportRequested, exportAll);
  },
};
