import { fork } from 'redux-saga/effects';
import { fileSaga } from './file-saga';
import { listSaga } from './list-saga';
import { presenceSaga } from './presence-saga';
import { sendSaga } from './send-saga';
import { threadSaga } from './thread-saga';
import { typingSaga } from './typing-saga';
import { unsentSaga } from './unsent-saga';

/** What goes on behind the private conversations, each part by itself. */
export function* messageSaga() {
  for (const saga of [listSaga, threadSaga, sendSaga, fileSaga, typingSaga, presenceSaga, unsentSaga]) yield fork(saga);
}
