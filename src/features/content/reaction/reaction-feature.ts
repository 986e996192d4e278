import { combineReducers, type PayloadAction } from '@reduxjs/toolkit';
import { put, takeEvery } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { reactionRoutes } from '@contract/content/reaction-routes';
import type { EndpointData } from '@contract/schemas';
import { selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { failureShown, toastShown } from '@/features/site/ui/ui-slice';
import { isNotFound, toFailure } from '@/services/api-error';
import { promptSignUp } from '@/store/ask-to-sign-up';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { createToggle } from '@/store/create-toggle';
import type { Feature } from '@/store/feature';
import {
  reactionChanged,
  reactionRequested,
  reminderRequested,
  type ReactionChange,
  type ReminderChange,
} from '@/store/intents';
import { createPagedList, type PagedList } from '@/store/paged-list';
import { withFailure } from '@/store/with-failure';
import type * as ReminderModule from './reminder-saga';

type Creator = NonNullable<
  Extract<EndpointData<'listBookmarks'>['data'][number], { objectType: 'performer' }>['objectInfo']
>;

declare module '@/store/state' {
  interface StoreState {
    /** Creators that the viewer has saved. Likes and bookmarks of items are stored with the items. */
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

/** Few pages announce a show, so the code for reminders is loaded with the first press. */
function* remind(change: ReminderChange): Generator {
  const { toggleReminder } = (yield import('./reminder-saga')) as typeof ReminderModule;
  yield* toggleReminder(change);
}

/** A failure offers a retry, unless the target was deleted. */
const createReactor = () =>
  createToggle<ReactionChange>({
    getKey: ({ objectType, objectId, action }) => `${objectType}/${objectId}/${action}`,
    isOn: ({ on }) => on,
    *show(change) {
      yield put(reactionChanged(change));
    },
    *send({ on, ...body }) {
      yield* callEndpoint(on ? reactionRoutes.createReaction : reactionRoutes.deleteReaction, { body });
    },
    *revert(error, sent, last) {
      yield put(reactionChanged({ ...last, on: !sent.on }));
      const again = isNotFound(error) ? {} : { action: 'Try again', onAction: reactionRequested(last) };
      yield put(toastShown({ text: toFailure(error).message, tone: 'error', ...again }));
    },
  });

const ifLoggedIn = <Change>(toggle: (change: Change) => Generator) =>
  function* react({ payload }: PayloadAction<Change>) {
    if (yield* selectState(selectIsLoggedIn)) yield* toggle(payload);
    else yield* promptSignUp();
  };

export const reactionFeature: Feature = {
  name: 'reaction',
  reducer: combineReducers({ creators: savedCreators.reducer }),
  saga: savedCreators.saga,
  *browserSaga() {
    yield takeEvery(reactionRequested, ifLoggedIn(createReactor()));
    yield takeEvery(reminderRequested, withFailure(ifLoggedIn(remind), failureShown));
  },
};
