import { all, call, fork, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { commentRoutes } from '@contract/content/comment-routes';
import { limits } from '@contract/base/limits';
import { selectCurrentUser, selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { failureShown, toastShown } from '@/features/site/ui/ui-slice';
import { isUnreachable, toFailure } from '@/services/api-error';
import { commentDraftStore, unsentCommentStore, type UnsentComment } from '@/services/comment-draft';
import { withFailure } from '@/store/with-failure';
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

/** Whether `one`, which the server has, is what was sent from here. */
const isOf = (one: comment.Comment, { content, createdBy, createdAt }: comment.Comment) =>
  one.createdBy === createdBy && one.content === content && Date.parse(one.createdAt) > Date.parse(createdAt) - clockMs;

/** A comment whose answer was lost may be there already: sent again it would stand there twice. */
function* findArrived(local: comment.Comment) {
  const { objectType, objectId } = local;
  const { comments } = yield* selectState((state) => state.comment);
  const { data } = yield* callEndpoint(commentRoutes.listComments, {
    query: { objectType, objectId, limit: limits.listDefault, offset: 0, sort: 'desc' },
  });
  return data.find((one) => isOf(one, local) && !comments[one._id]);
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

/** Whether the field below the same thing holds the same words, and will hold them again after a reload of the page. */
function isInDraft(said: Pick<UnsentComment, 'objectType' | 'objectId' | 'content'>, userId: string): boolean {
  const draft = commentDraftStore.read();
  if (draft?.userId !== userId || draft.subject !== comment.threadKey(said)) return false;
  return draft.content.trim() === said.content;
}

/** What is being written by now, perhaps the next one, stays. */
function forgetDraft(local: comment.Comment): void {
  if (isInDraft(local, local.createdBy)) commentDraftStore.remove();
}

/** Keeps a comment that is not on the server yet over a reload of the page. */
function* keepUnsent(local: comment.Comment) {
  const { _id: localId, createdBy, objectType, objectId, content, createdAt } = local;
  const store = unsentCommentStore(createdBy);
  const kept = store.read() ?? [];
  const { comments } = yield* selectState((state) => state.comment);
  const equals = Object.values(comments).filter((one) => one._id !== localId && isOf(one, local));
  const known = kept.find((one) => one.localId === localId)?.others ?? equals.map(({ _id }) => _id);
  store.write([
    ...kept.filter((one) => one.localId !== localId),
    { localId, objectType, objectId, content, createdAt, others: known },
  ]);
}

/** @param arrivedId of the comment that it became on the server, which none of the others that wait can have become. */
function forgetUnsent(localId: string, userId: string, arrivedId?: string): void {
  const store = unsentCommentStore(userId);
  const kept = store.read() ?? [];
  const left = kept.filter((one) => one.localId !== localId);
  const arrived = arrivedId === undefined ? [] : [arrivedId];
  if (left.length > 0) store.write(left.map((one) => ({ ...one, others: [...(one.others ?? []), ...arrived] })));
  else if (kept.length > 0) store.remove();
}

/** @param isRepeat whether it was sent before */
function* sendComment(localId: string, isRepeat: boolean) {
  const local = yield* selectState(comment.selectComment(localId));
  if (!local) return;
  const { objectType, objectId } = local;
  yield* keepUnsent(local);
  try {
    const stored = yield* create(local, isRepeat);
    forgetDraft(local);
    forgetUnsent(localId, local.createdBy, stored._id);
    yield put(comment.commentStored({ localId, comment: stored }));
    yield put(commentCounted({ objectType, objectId, by: 1 }));
  } catch (error) {
    yield put(comment.commentFailed({ id: localId }));
    const failure = toFailure(error);
    // It shows as not sent, and can be sent again. Where the session ended with it, or is doubted after a 403, its words wait
    // for the log-in.
    const waitsInField =
      isInDraft(local, local.createdBy) && (failure.status === 403 || !(yield* selectState(selectIsLoggedIn)));
    if (waitsInField) forgetUnsent(localId, local.createdBy);
    else {
      yield* keepUnsent(local);
      forgetDraft(local);
    }
    // A refusal has a reason; a lost connection shows at the comment itself.
    if (failure.status !== 0) yield put(failureShown(failure));
    if (failure.code === 'COMMENTS_CLOSED') yield* refreshAccess({ objectType, objectId });
  }
}

/**
 * Brings back below an item, or a comment that has come, what could not be sent there before the page was loaded. One that
 * has arrived after all is among the comments that come, and is let go.
 */
function* restoreUnsent({ meta, payload }: ReturnType<typeof comment.threads.loaded | typeof comment.threads.failed>) {
  const viewer = yield* selectState(selectCurrentUser);
  const unsent = (viewer && unsentCommentStore(viewer._id).read()) ?? [];
  if (!viewer || unsent.length === 0) return;
  const { _id, name, username, avatar, isPerformer } = viewer;
  const author = { _id, name, username, avatar, isPerformer };
  const { comments } = yield* selectState((state) => state.comment);
  // The field has those again that were being sent when the page was left; those sent since then are still on their way.
  const inField = unsent.filter((one) => !comments[one.localId] && isInDraft(one, _id));
  for (const { localId } of inField) forgetUnsent(localId, _id);
  const here = unsent.filter((one) => comment.threadKey(one) === meta.list && !inField.includes(one));
  yield put(comment.unsentRestored(here.map(({ others: _others, ...said }) => ({ ...said, author }))));
  if (!('data' in payload)) return;
  const taken = new Set<string>();
  for (const { localId, others = [] } of here) {
    const local = yield* selectState(comment.selectComment(localId));
    if (local?.delivery !== 'failed') continue;
    const arrived = payload.data.find((one) => isOf(one, local) && !others.includes(one._id) && !taken.has(one._id));
    if (!arrived) continue;
    taken.add(arrived._id);
    forgetUnsent(localId, _id, arrived._id);
    yield put(comment.commentDropped({ id: localId }));
  }
  const isReplyToOne = ({ objectType, objectId }: UnsentComment) =>
    objectType === 'comment' && payload.data.some((one) => one._id === objectId);
  for (const { objectType, objectId } of unsent.filter(isReplyToOne)) {
    yield put(comment.threads.requestedIfMissing({ objectType, objectId }));
  }
}

function* drop({ payload: { id } }: ReturnType<typeof comment.commentDropped>) {
  const viewer = yield* selectState(selectCurrentUser);
  if (viewer) forgetUnsent(id, viewer._id);
}

/** What people say under items, and under what others said there. */
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
      withFailure(remove, (failure, { payload }) => [comment.deleteFailed(payload), failureShown(failure)]),
    );
    yield takeEvery(
      comment.editRequested,
      withFailure(edit, (failure, { payload: { id, before } }) => [
        comment.editSettled({ id, content: before }),
        failureShown(failure),
      ]),
    );
    yield takeEvery(comment.commentDropped, drop);
    yield takeLatest([followStored, subscriptionChanged], lookAtClosed);
  },
};
