import { combineReducers, createAction, isAnyOf, type Action } from '@reduxjs/toolkit';
import { fork, put, takeLeading } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { getTargetNoun } from '@contract/content/decision-texts';
import { houseRules } from '@contract/content/house-rules';
import { takedownRoutes } from '@contract/content/takedown-routes';
import type { EndpointData } from '@contract/schemas';
import { toastShown } from '@/features/site/ui/ui-slice';
import { selectSupportsCall } from '@/store/backend';
import { callEndpoint } from '@/store/call-endpoint';
import { createChangeSlice, type ChangeState } from '@/store/change-slice';
import type { Feature } from '@/store/feature';
import { createPagedList, type PagedList } from '@/store/paged-list';
import type { StoreState } from '@/store/state';
import { withFailure } from '@/store/with-failure';

export { getTargetNoun, houseRules };

export type Takedown = EndpointData<'listTakedowns'>['data'][number];
interface TakedownQuery {
  offset?: number;
}

declare module '@/store/state' {
  interface StoreState {
    takedowns: { list: PagedList<Takedown, TakedownQuery>; change: ChangeState; lastAppealedId: string | null };
  }
}

export const TAKEDOWNS_PER_PAGE = limits.tablePage;
export const MAX_APPEAL = limits.decisionText;

export const selectHasTakedowns = selectSupportsCall(takedownRoutes.listTakedowns);

export const takedowns = createPagedList<Takedown, TakedownQuery>({
  name: 'takedowns/list',
  select: (state) => state.takedowns.list,
  limit: TAKEDOWNS_PER_PAGE,
  load: (query, place) => callEndpoint(takedownRoutes.listTakedowns, { query: { ...query, ...place } }),
});

export const appealSent = createAction<{ id: string; text: string }>('takedowns/appealSent');
/** Clears the outcome of the last appeal. */
export const appealOpened = createAction('takedowns/appealOpened');

const changeSlice = createChangeSlice({
  name: 'takedowns/change',
  opened: appealOpened,
  isBegun: isAnyOf(appealSent),
});
const { changeDone, changeFailed } = changeSlice.actions;

export const selectAppealChange = (state: StoreState) => state.takedowns.change;

const setLastAppealedId = (state: string | null = null, action: Action) =>
  appealSent.match(action) ? action.payload.id : state;

/** The takedown that `selectAppealChange` is about: several appeals can be written at once, but are sent one by one. */
export const selectLastAppealedId = (state: StoreState) => state.takedowns.lastAppealedId;

function* appeal({ payload: { id, text } }: ReturnType<typeof appealSent>) {
  yield* callEndpoint(takedownRoutes.appealTakedown, { params: { id }, body: { text } });
  yield put(changeDone());
  yield put(toastShown({ text: 'Appeal sent', tone: 'success' }));
  yield* takedowns.refresh();
}

export const takedownFeature: Feature = {
  name: 'takedowns',
  reducer: combineReducers({
    list: takedowns.reducer,
    change: changeSlice.reducer,
    lastAppealedId: setLastAppealedId,
  }),
  *saga() {
    yield fork(takedowns.saga);
    yield takeLeading(appealSent, withFailure(appeal, changeFailed));
  },
};
