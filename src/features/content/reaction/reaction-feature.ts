import { combineReducers } from '@reduxjs/toolkit';
import { put, takeEvery } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { reactionRoutes } from '@contract/content/reaction-routes';
import type { EndpointData } from '@contract/schemas';
import { paths } from '@/config/paths';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { toastShown } from '@/features/site/ui/ui-slice';
import { toFailure } from '@/services/api-error';
import { callEndpoint, fromContext, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { reactionChanged, reactionWanted, type ReactionChange } from '@/store/intents';
import { createPagedList, type PagedList } from '@/store/paged-list';

type Creator = NonNullable<
  Extract<EndpointData<'listBookmarks'>['data'][number], { objectType: 'performer' }>['objectInfo']
>;

declare module '@/store/state' {
  interface StoreState {
    /** Creators the viewer has saved. Likes and saves themselves lie with the things they are of. */
    reaction: { creators: PagedList<Creator, { offset?: number }> };
  }
}

export const savedCreators = createPagedList<Creator, { offset?: number }>({
  name: 'reaction/creators',
  select: (state) => state.reaction.creators,
  limit: limits.contentPage,
  *load(_query, place) {
    const { data, total } = yield* callEndpoint(reactionRoutes.listBookmarks, {
      params: { type: 'performers' },
      query: place,
    });
    const creators = data.flatMap((mark) =>
      mark.objectType === 'performer' && mark.objectInfo ? [mark.objectInfo] : [],
    );
    return { data: creators, total, read: data.length };
  },
});

const keyOf = ({ objectType, objectId, action }: ReactionChange) => `${objectType}/${objectId}/${action}`;

function* send({ on, ...body }: ReactionChange) {
  const route = on ? reactionRoutes.createReaction : reactionRoutes.deleteReaction;
  yield* callEndpoint(route, { body });
}

/** A stranger signs up first and comes back. */
function* askToSignUp() {
  const navigate = yield* fromContext('navigate');
  const { pathname, search } = window.location;
  navigate(`${paths.auth.register}?returnTo=${encodeURIComponent(pathname + search)}`);
}

/**
 * Carries reactions out: shown at once, sent one after another for each thing, so that quick presses end as the last one
 * said; taken back, with the reason and another try, when the server refuses.
 */
function createReactor() {
  /** What each thing under way shall end as. */
  const wanted = new Map<string, ReactionChange>();
  return function* react({ payload }: ReturnType<typeof reactionWanted>) {
    if (!(yield* selectState(selectIsLoggedIn))) {
      yield* askToSignUp();
      return;
    }
    const key = keyOf(payload);
    const isUnderWay = wanted.has(key);
    wanted.set(key, payload);
    yield put(reactionChanged(payload));
    if (isUnderWay) return;
    let sent: ReactionChange | undefined;
    try {
      while (sent?.on !== wanted.get(key)?.on) {
        sent = wanted.get(key) ?? payload;
        yield* send(sent);
      }
    } catch (error) {
      const last = wanted.get(key) ?? payload;
      yield put(reactionChanged({ ...last, on: !(sent ?? last).on }));
      const again = { action: 'Try again', onAction: reactionWanted(last) };
      yield put(toastShown({ text: toFailure(error).message, tone: 'error', ...again }));
    } finally {
      wanted.delete(key);
    }
  };
}

/** Likes and saves of anything, and the saved creators. */
export const reactionFeature: Feature = {
  name: 'reaction',
  reducer: combineReducers({ creators: savedCreators.reducer }),
  saga: savedCreators.saga,
  *browserSaga() {
    yield takeEvery(reactionWanted, createReactor());
  },
};
