import { all, call, fork, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { commentRoutes } from '@contract/content/comment-routes';
import { limits } from '@contract/base/limits';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { failureShown, toastShown } from '@/features/site/ui/ui-slice';
import { isUnreachable, toFailure } from '@/services/api-error';
import { commentDraftStore } from '@/services/comment-draft';
import { attempt } from '@/store/attempt';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { commentCounted, followStored, subscriptionChanged } from '@/store/intents';
import * as comment from './comment-slice';

/** Asks again who may comment there. In silence: it stays as it was known, and the server has the last word anyway. */
function* refreshAccess(subject: comment.Subject) {
  try {
    const { mayComment, commentsFrom } = yield* callEndpoint(commentRoutes.listComments, {
      query: { ...subject, limit: 1, offset: 0 },
    });
    yield put(comment.accessChanged({ subject, access: { mayComment, commentsFrom } }));
  } catch {
    // As above.
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
  yield* callEndpoint(commentRoutes.deleteComment, { params: { id } });
  yield put(comment.commentDeleted({ id }));
  yield put(commentCounted({ objectType: gone.objectType, objectId: gone.objectId, by: -1 }));
  yield put(toastShown({ text: 'Comment deleted', tone: 'success' }));
}

function* edit({ payload: { id, content } }: ReturnType<typeof comment.editRequested>) {
  yield* callEndpoint(commentRoutes.updateComment, { params: { id }, body: { content } });
  yield put(comment.editSettled({ id, content }));
}

/** Milliseconds by which the clocks of browser and backend may differ. */
const clockMs = 120_000;

/** A comment whose answer was lost may be there already: sent again it would stand there twice. */
function* findArrived({ objectType, objectId, content, createdBy, createdAt }: comment.Comment) {
  const { comments } = yield* selectState((state) => state.comment);
  const { data } = yield* callEndpoint(commentRoutes.listComments, {
    query: { objectType, objectId, limit: limits.listDefault, offset: 0, sort: 'desc' },
  });
  return data.find(
    (one) =>
      one.createdBy === createdBy &&
      one.content === content &&
      !comments[one._id] &&
      Date.parse(one.createdAt) > Date.parse(createdAt) - clockMs,
  );
}

function* create(local: comment.Comment, isRepeat: boolean): Generator<unknown, comment.Comment> {
  const arrived = isRepeat ? yield* findArrived(local) : undefined;
  if (arrived) return arrived;
  const { objectType, objectId, content } = local;
  try {
    return yield* callEndpoint(commentRoutes.createComment, { body: { objectType, objectId, content } });
  } catch (error) {
    // No answer says nothing of what was done.
    if (!isUnreachable(toFailure(error))) throw error;
    const found = yield* findArrived(local);
    if (!found) throw error;
    return found;
  }
}

/** What is being written by now, perhaps the next one, stays. */
function forgetDraft({ content }: comment.Comment): void {
  if (commentDraftStore.read()?.content.trim() === content) commentDraftStore.remove();
}

/** @param isRepeat whether it was sent before */
function* sendComment(localId: string, isRepeat: boolean) {
  const local = yield* selectState(comment.selectComment(localId));
  if (!local) return;
  const { objectType, objectId } = local;
  try {
    const stored = yield* create(local, isRepeat);
    forgetDraft(local);
    yield put(comment.commentStored({ localId, comment: stored }));
    yield put(commentCounted({ objectType, objectId, by: 1 }));
  } catch (error) {
    yield put(comment.commentFailed({ id: localId }));
    const failure = toFailure(error);
    // It shows as not sent, and can be sent again. Where the session ended with it, or is doubted after a 403, its words wait
    // for the log-in.
    if (failure.status !== 403 && (yield* selectState(selectIsLoggedIn))) forgetDraft(local);
    // A refusal has a reason; a lost connection shows at the comment itself.
    if (failure.status !== 0) yield put(failureShown(failure));
    if (failure.code === 'COMMENTS_CLOSED') yield* refreshAccess({ objectType, objectId });
  }
}

/** What people say under items, and under what others said there. */
export const commentFeature: Feature = {
  name: 'comment',
  reducer: comment.commentSlice.reducer,
  *saga() {
    yield fork(comment.threads.saga);
    yield takeEvery(comment.commentSent, ({ payload }) => sendComment(payload.localId, false));
    yield takeEvery(comment.commentRetried, ({ payload }) => sendComment(payload.id, true));
    yield takeEvery(
      comment.deleteRequested,
      attempt(remove, (failure, { payload }) => [comment.deleteFailed(payload), failureShown(failure)]),
    );
    yield takeEvery(
      comment.editRequested,
      attempt(edit, (failure, { payload: { id, before } }) => [
        comment.editSettled({ id, content: before }),
        failureShown(failure),
      ]),
    );
    yield takeLatest([followStored, subscriptionChanged], lookAtClosed);
  },
};
