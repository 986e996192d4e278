import { all, call, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { commentRoutes } from '@contract/content/comment-routes';
import { limits } from '@contract/base/limits';
import { toastShown } from '@/features/site/ui/ui-slice';
import { toFailure } from '@/services/api-error';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { commentCounted, followStored, subscriptionChanged } from '@/store/intents';
import * as comment from './comment-slice';
import { refreshAccess } from './access-saga';
import { sendComment } from './send-comment';

function* loadThread({ payload: { more, ...subject } }: ReturnType<typeof comment.threadRequested>) {
  const thread = yield* selectState(comment.selectThread(subject));
  // Opened again: what is here already stays, so that nothing jumps.
  if (!thread || (!more && thread.status === 'ready')) return;
  try {
    const { data, total, ...access } = yield* callEndpoint(commentRoutes.listComments, {
      query: {
        ...subject,
        limit: limits.listDefault,
        offset: thread.read,
        // Replies are read from the first to the last.
        ...(subject.objectType === 'comment' && { sort: 'asc' }),
      },
    });
    yield put(comment.threadLoaded({ subject, list: data, total, access }));
  } catch (error) {
    yield put(comment.threadFailed({ subject, error: toFailure(error) }));
  }
}

/** What following or subscribing may have opened. */
function* lookAtClosed(): Generator {
  const subjects = yield* selectState(comment.selectClosedSubjects);
  yield all(subjects.map((subject) => call(refreshAccess, subject)));
}

function* remove({ payload: { id } }: ReturnType<typeof comment.deleteRequested>) {
  const gone = yield* selectState(comment.selectComment(id));
  if (!gone) return;
  try {
    yield* callEndpoint(commentRoutes.deleteComment, { params: { id } });
    yield put(comment.commentDeleted({ id }));
    yield put(commentCounted({ objectType: gone.objectType, objectId: gone.objectId, by: -1 }));
    yield put(toastShown({ text: 'Comment deleted', tone: 'success' }));
  } catch (error) {
    yield put(comment.deleteFailed({ id }));
    yield put(toastShown({ text: toFailure(error).message, tone: 'error' }));
  }
}

function* edit({ payload: { id, content, before } }: ReturnType<typeof comment.editRequested>) {
  try {
    yield* callEndpoint(commentRoutes.updateComment, { params: { id }, body: { content } });
    yield put(comment.editSettled({ id, content }));
  } catch (error) {
    yield put(comment.editSettled({ id, content: before }));
    yield put(toastShown({ text: toFailure(error).message, tone: 'error' }));
  }
}

export function* commentSaga() {
  yield takeEvery(comment.threadRequested, loadThread);
  yield takeEvery(comment.commentSent, ({ payload }) => sendComment(payload.localId, false));
  yield takeEvery(comment.commentRetried, ({ payload }) => sendComment(payload.id, true));
  yield takeEvery(comment.deleteRequested, remove);
  yield takeEvery(comment.editRequested, edit);
  yield takeLatest([followStored, subscriptionChanged], lookAtClosed);
}
