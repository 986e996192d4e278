import { all, call, fork, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { commentRoutes } from '@contract/content/comment-routes';
import { limits } from '@contract/base/limits';
import { selectCurrentUser, selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { failureShown, toastShown } from '@/features/site/ui/ui-slice';
import { isUnreachable, toFailure } from '@/services/api-error';
import { readCommentDraft, unsentCommentStore, writeCommentDraft, type UnsentComment } from '@/services/comment-draft';
import { withFailure } from '@/store/with-failure';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { commentCounted, followStored, subscriptionChanged } from '@/store/intents';
import * as comment from './comment-slice';

function* refreshAccess(subject: comment.ThreadTarget) {
  try {
    const { mayComment, commentsFrom } = yield* callEndpoint(commentRoutes.listComments, {
      query: { ...subject, limit: 1, offset: 0 },
    });
    yield put(comment.accessChanged({ subject, access: { mayComment, commentsFrom } }));
  } catch {
    // Access stays as it was; the server checks it for each comment anyway.
  }
}

function* refreshClosedThreads(): Generator {
  const subjects = yield* selectState(comment.selectClosedTargets);
  yield all(subjects.map((subject) => call(refreshAccess, subject)));
}

function* deleteComment({ payload: { id } }: ReturnType<typeof comment.deleteRequested>) {
  const removedComment = yield* selectState(comment.selectComment(id));
  if (!removedComment) return;
  yield* callEndpoint(commentRoutes.deleteComment, { params: { id } });
  yield put(comment.commentDeleted({ id }));
  yield put(commentCounted({ objectType: removedComment.objectType, objectId: removedComment.objectId, by: -1 }));
  yield put(toastShown({ text: 'Comment deleted', tone: 'success' }));
}

function* updateComment({ payload: { id, content } }: ReturnType<typeof comment.editRequested>) {
  yield* callEndpoint(commentRoutes.updateComment, { params: { id }, body: { content } });
  yield put(comment.editFinished({ id, content }));
}

const CLOCK_SKEW_MS = 120_000;

const isSameComment = (one: comment.Comment, { content, createdBy, createdAt }: comment.Comment) =>
  one.createdBy === createdBy &&
  one.content === content &&
  Date.parse(one.createdAt) > Date.parse(createdAt) - CLOCK_SKEW_MS;

function* findStoredComment(local: comment.Comment) {
  const { objectType, objectId } = local;
  const { comments } = yield* selectState((state) => state.comment);
  const { data } = yield* callEndpoint(commentRoutes.listComments, {
    query: { objectType, objectId, limit: limits.listDefault, offset: 0, sort: 'desc' },
  });
  return data.find((one) => isSameComment(one, local) && !comments[one._id]);
}

function* createComment(local: comment.Comment, isRepeat: boolean): Generator<unknown, comment.Comment> {
  const arrived = isRepeat ? yield* findStoredComment(local) : undefined;
  if (arrived) return arrived;
  const { objectType, objectId, content } = local;
  try {
    return yield* callEndpoint(commentRoutes.createComment, { body: { objectType, objectId, content } });
  } catch (error) {
    // Without a response, the comment may have been stored: look for it.
    if (!isUnreachable(toFailure(error))) throw error;
    const found = yield* findStoredComment(local);
    if (!found) throw error;
    return found;
  }
}

const isInDraft = (said: Pick<UnsentComment, 'objectType' | 'objectId' | 'content'>, userId: string): boolean =>
  readCommentDraft(userId, comment.getThreadKey(said)).trim() === said.content;

/** Removes the saved draft, unless it was changed after the comment was sent. */
function clearDraft(local: comment.Comment): void {
  if (isInDraft(local, local.createdBy)) writeCommentDraft(local.createdBy, comment.getThreadKey(local), '');
}

function* saveUnsent(local: comment.Comment) {
  const { _id: localId, createdBy, objectType, objectId, content, createdAt } = local;
  const store = unsentCommentStore(createdBy);
  const kept = store.read() ?? [];
  const { comments } = yield* selectState((state) => state.comment);
  const equals = Object.values(comments).filter((one) => one._id !== localId && isSameComment(one, local));
  const known = kept.find((one) => one.localId === localId)?.others ?? equals.map(({ _id }) => _id);
  store.write([
    ...kept.filter((one) => one.localId !== localId),
    { localId, objectType, objectId, content, createdAt, others: known },
  ]);
}

/** @param arrivedId the comment's id on the server, so that no other unsent comment is taken for it */
function deleteUnsent(localId: string, userId: string, arrivedId?: string): void {
  const store = unsentCommentStore(userId);
  const kept = store.read() ?? [];
  const left = kept.filter((one) => one.localId !== localId);
  const arrived = arrivedId === undefined ? [] : [arrivedId];
  if (left.length > 0) store.write(left.map((one) => ({ ...one, others: [...(one.others ?? []), ...arrived] })));
  else if (kept.length > 0) store.remove();
}

function* sendComment(localId: string, isRepeat: boolean) {
  const local = yield* selectState(comment.selectComment(localId));
  if (!local) return;
  const { objectType, objectId } = local;
  yield* saveUnsent(local);
  try {
    const stored = yield* createComment(local, isRepeat);
    clearDraft(local);
    deleteUnsent(localId, local.createdBy, stored._id);
    yield put(comment.commentStored({ localId, comment: stored }));
    yield put(commentCounted({ objectType, objectId, by: 1 }));
  } catch (error) {
    yield put(comment.commentFailed({ id: localId }));
    const failure = toFailure(error);
    // It is shown as not sent and can be retried. If the session ended, which a 403 can mean, only the field keeps the text.
    const isDraftOnly =
      isInDraft(local, local.createdBy) && (failure.status === 403 || !(yield* selectState(selectIsLoggedIn)));
    if (isDraftOnly) deleteUnsent(localId, local.createdBy);
    else {
      yield* saveUnsent(local);
      clearDraft(local);
    }
    // The comment itself already shows that the connection was lost.
    if (failure.status !== 0) yield put(failureShown(failure));
    if (failure.code === 'COMMENTS_CLOSED') yield* refreshAccess({ objectType, objectId });
  }
}

/** Restores comments of this thread that were unsent before a reload; drops those that the server has stored. */
function* restoreUnsent({ meta, payload }: ReturnType<typeof comment.threads.loaded | typeof comment.threads.failed>) {
  const viewer = yield* selectState(selectCurrentUser);
  const unsent = (viewer && unsentCommentStore(viewer._id).read()) ?? [];
  if (!viewer || unsent.length === 0) return;
  const { _id, name, username, avatar, isPerformer } = viewer;
  const author = { _id, name, username, avatar, isPerformer };
  const { comments } = yield* selectState((state) => state.comment);
  // Comments that were being sent during the reload return in the field. Those in `comments` were sent after it.
  const inField = unsent.filter((one) => !comments[one.localId] && isInDraft(one, _id));
  for (const { localId } of inField) deleteUnsent(localId, _id);
  const here = unsent.filter((one) => comment.getThreadKey(one) === meta.list && !inField.includes(one));
  yield put(comment.unsentRestored(here.map(({ others: _others, ...said }) => ({ ...said, author }))));
  if (!('data' in payload)) return;
  const taken = new Set<string>();
  for (const { localId, others = [] } of here) {
    const local = yield* selectState(comment.selectComment(localId));
    if (local?.delivery !== 'failed') continue;
    const arrived = payload.data.find(
      (one) => isSameComment(one, local) && !others.includes(one._id) && !taken.has(one._id),
    );
    if (!arrived) continue;
    taken.add(arrived._id);
    deleteUnsent(localId, _id, arrived._id);
    yield put(comment.commentDiscarded({ id: localId }));
  }
  const isReplyToOne = ({ objectType, objectId }: UnsentComment) =>
    objectType === 'comment' && payload.data.some((one) => one._id === objectId);
  for (const { objectType, objectId } of unsent.filter(isReplyToOne)) {
    yield put(comment.threads.requestedIfMissing({ objectType, objectId }));
  }
}

function* deleteUnsentOfDropped({ payload: { id } }: ReturnType<typeof comment.commentDiscarded>) {
  const viewer = yield* selectState(selectCurrentUser);
  if (viewer) deleteUnsent(id, viewer._id);
}

export const commentFeature: Feature = {
  name: 'comment',
  reducer: comment.commentSlice.reducer,
  *browserSaga() {
    yield takeEvery([comment.threads.loaded, comment.threads.failed], restoreUnsent);
  },
  *saga() {
    yield fork(comment.threads.saga);
    yield takeEvery(comment.commentSent, ({ payload }) => sendComment(payload.localId, false));
    yield takeEvery(comment.commentRetried, ({ payload }) => sendComment(payload.id, true));
    yield takeEvery(
      comment.deleteRequested,
      withFailure(deleteComment, (failure, { payload }) => [comment.deleteFailed(payload), failureShown(failure)]),
    );
    yield takeEvery(
      comment.editRequested,
      withFailure(updateComment, (failure, { payload: { id, before } }) => [
        comment.editFinished({ id, content: before }),
        failureShown(failure),
      ]),
    );
    yield takeEvery(comment.commentDiscarded, deleteUnsentOfDropped);
    yield takeLatest([followStored, subscriptionChanged], refreshClosedThreads);
  },
};
