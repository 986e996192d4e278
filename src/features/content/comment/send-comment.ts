import { put } from 'redux-saga/effects';
import { commentRoutes } from '@contract/content/comment-routes';
import { limits } from '@contract/base/limits';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { toastShown } from '@/features/site/ui/ui-slice';
import { isUnreachable, toFailure } from '@/services/api-error';
import { commentDraftStore } from '@/services/comment-draft';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { commentCounted } from '@/store/intents';
import * as comment from './comment-slice';
import { refreshAccess } from './access-saga';

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
export function* sendComment(localId: string, isRepeat: boolean) {
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
    // It shows as not sent, and can be sent again. Where the session ended with it, its words wait for the log-in.
    if (yield* selectState(selectIsLoggedIn)) forgetDraft(local);
    // A refusal has a reason; a lost connection shows at the comment itself.
    if (failure.status !== 0) yield put(toastShown({ text: failure.message, tone: 'error' }));
    if (failure.code === 'COMMENTS_CLOSED') yield* refreshAccess({ objectType, objectId });
  }
}
