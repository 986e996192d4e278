import { createSelector, createSlice, type Action, type PayloadAction } from '@reduxjs/toolkit';
import { limits } from '@contract/base/limits';
import { blockRoutes } from '@contract/identity/block-routes';
import type { EndpointData } from '@contract/schemas';
import { type ApiFailure, toFailure } from '@/services/api-error';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import { callSearch } from '@/store/call-search';
import { createPagedList, withoutRows, type PagedList } from '@/store/paged-list';
import type { StoreState } from '@/store/state';
import { buffers, type Channel } from 'redux-saga';
import { actionChannel, debounce, fork, put, take, takeEvery } from 'redux-saga/effects';
import { accountRoutes } from '@contract/identity/account-routes';
import { currentUserLoaded, selectCurrentUser, type CurrentUser } from '@/features/identity/auth/session-slice';
import { failureShown, toastShown } from '@/features/site/ui/ui-slice';
import { withFailure } from '@/store/with-failure';
import type { Feature } from '@/store/feature';
import { fanBlockChanged } from '@/store/intents';
import { takeLeadingBy } from '@/store/take-by';

export type BlockedPerson = EndpointData<'listBlockedUsers'>['data'][number];
export type FoundPerson = EndpointData<'searchUsers'>['data'][number];

interface BlockState {
  people: PagedList<BlockedPerson, { offset?: number }>;
  finder: { words: string; status: 'idle' | 'pending' | 'ready' | 'failed'; list: FoundPerson[] };
  blocking: { id: string | null; status: 'idle' | 'pending' | 'saved' | 'failed'; error: ApiFailure | null };
  /** Refund that the block makes for the unused part of a paid subscription, as shown to the creator; null for no refund. */
  refund: number | null;
  /** Switched countries that are not saved yet, oldest first; shown as switched. */
  unsaved: CountrySwitch[];
}

type CountrySwitch = { code: string; isBlocked: boolean };

declare module '@/store/state' {
  interface StoreState {
    block: BlockState;
  }
}

export const people = createPagedList<BlockedPerson, { offset?: number }>({
  name: 'block/people',
  select: (state) => state.block.people,
  limit: limits.listDefault,
  load: (_query, place) => callEndpoint(blockRoutes.listBlockedUsers, { query: place }),
});

const withoutPerson = (list: BlockState['people'], id: string) =>
  withoutRows(list, ({ targetId }: BlockedPerson) => targetId === id);

const initialState: BlockState = {
  people: people.initialState,
  finder: { words: '', status: 'idle', list: [] },
  blocking: { id: null, status: 'idle', error: null },
  refund: null,
  unsaved: [],
};

const blockSlice = createSlice({
  name: 'block',
  initialState,
  reducers: {
    /** @param payload an empty text closes the search */
    peopleQueryChanged(state, { payload }: PayloadAction<string>) {
      const isEmpty = payload.trim() === '';
      state.finder = isEmpty
        ? { ...initialState.finder, words: payload }
        : { ...state.finder, words: payload, status: 'pending' };
    },
    peopleFound({ finder }, { payload }: PayloadAction<FoundPerson[]>) {
      finder.status = 'ready';
      finder.list = payload;
    },
    peopleSearchFailed({ finder }) {
      finder.status = 'failed';
    },
    /** The sheet closed, or shows another person: the result of the last block must not appear in the next sheet. */
    blockClosed(state) {
      state.blocking = initialState.blocking;
    },
    refundRestChosen(state, { payload }: PayloadAction<number | null>) {
      state.refund = payload;
    },
    personBlocked(state, { payload }: PayloadAction<{ person: FoundPerson; reason: string }>) {
      state.blocking = { id: payload.person._id, status: 'pending', error: null };
    },
    personStored(state, { payload }: PayloadAction<BlockedPerson>) {
      if (state.blocking.id === payload.targetInfo?._id) state.blocking.status = 'saved';
      state.people = withoutPerson(state.people, payload.targetId);
      state.people.rows.unshift(payload);
      state.people.read += 1;
      state.people.total += 1;
    },
    blockFailed(state, { payload: { person, error } }: PayloadAction<{ person: FoundPerson; error: ApiFailure }>) {
      if (state.blocking.id === person._id) state.blocking = { id: person._id, status: 'failed', error };
    },
    /** Removed from the list immediately; restored if the request fails. @param payload id of the account */
    personUnblocked(state, { payload }: PayloadAction<string>) {
      state.people = withoutPerson(state.people, payload);
    },
    countrySwitched(state, { payload }: PayloadAction<CountrySwitch>) {
      state.unsaved.push(payload);
    },
    /** @param payload how many of the oldest switches were saved */
    countriesSaved(state, { payload }: PayloadAction<number>) {
      state.unsaved.splice(0, payload);
    },
  },
  extraReducers: (builder) => {
    builder.addDefaultCase((state, action) => {
      state.people = people.reducer(state.people, action);
    });
  },
});

export const { peopleQueryChanged, blockClosed, personBlocked, personUnblocked, countrySwitched, refundRestChosen } =
  blockSlice.actions;
const { peopleFound, peopleSearchFailed, personStored, blockFailed, countriesSaved } = blockSlice.actions;

export const selectBlock = (state: StoreState) => state.block;

const NO_COUNTRIES: string[] = [];

const getBlockedCountries = (user: CurrentUser | null, switches: CountrySwitch[]): string[] =>
  switches.reduce(
    (codes, { code, isBlocked }) => [...codes.filter((one) => one !== code), ...(isBlocked ? [code] : [])],
    (user?.isPerformer ? user.blockCountries?.countryCodes : undefined) ?? NO_COUNTRIES,
  );

export const selectBlockedCountries = createSelector(
  [selectCurrentUser, ({ block }: StoreState) => block.unsaved],
  getBlockedCountries,
);

const TYPING_PAUSE_MS = 300;
const MAX_FOUND = 8;

function* findPeople({ payload }: ReturnType<typeof peopleQueryChanged>) {
  const name = payload.trim();
  if (name === '') return;
  const isCurrentQuery = (state: { block: BlockState }) => state.block.finder.words === payload;
  try {
    const { data } = yield* callSearch(accountRoutes.searchUsers, { query: { name, limit: MAX_FOUND } });
    if (yield* selectState(isCurrentQuery)) yield put(peopleFound(data));
  } catch {
    if (yield* selectState(isCurrentQuery)) yield put(peopleSearchFailed());
  }
}

const getName = (person: FoundPerson): string => person.name || 'The account';

const blockPerson = withFailure(
  function* ({ payload: { person, reason } }: ReturnType<typeof personBlocked>) {
    const { refund } = yield* selectState(selectBlock);
    const rest = refund === null ? {} : { refundRest: true, expectedRest: refund };
    const body = { targetId: person._id, target: 'user', reason, ...rest } as const;
    const stored = yield* callEndpoint(blockRoutes.blockUser, { body });
    yield put(personStored({ ...stored, targetInfo: person }));
    yield put(fanBlockChanged({ userId: person._id, isBlocked: true }));
    const name = getName(person);
    // A block with a refund cannot be undone, so the toast offers no undo.
    const toast =
      refund !== null
        ? { text: `${name} is blocked and refunded` }
        : { text: `${name} is blocked`, action: 'Undo', onAction: personUnblocked(person._id) };
    yield put(toastShown({ ...toast, tone: 'success' }));
  },
  (error, { payload: { person } }) => blockFailed({ person, error }),
);

function* notifyLateFailure({ payload: { person, error } }: ReturnType<typeof blockFailed>) {
  const { blocking } = yield* selectState(selectBlock);
  if (blocking.id === person._id) return;
  yield put(failureShown({ ...error, message: `${getName(person)} is not blocked. ${error.message}` }));
}

function* unblockPerson({ payload: id }: ReturnType<typeof personUnblocked>) {
  yield* callEndpoint(blockRoutes.unblockUser, { params: { id } });
  yield put(fanBlockChanged({ userId: id, isBlocked: false }));
}

/** Each request sends the whole list. It is fetched first, because another tab or device may have changed it. */
function* saveBlockedCountries() {
  const changes = (yield actionChannel(countrySwitched, buffers.sliding(1))) as Channel<Action>;
  while (true) {
    yield take(changes);
    const switches = yield* selectState(({ block }) => block.unsaved);
    try {
      const codes = getBlockedCountries(yield* callEndpoint(accountRoutes.getMe), switches);
      const { countryCodes } = yield* callEndpoint(blockRoutes.blockCountries, { body: { countryCodes: codes } });
      const me = yield* selectState(selectCurrentUser);
      if (me?.isPerformer) yield put(currentUserLoaded({ ...me, blockCountries: { countryCodes } }));
    } catch (error) {
      yield put(failureShown(toFailure(error)));
    }
    yield put(countriesSaved(switches.length));
  }
}

export const blockFeature: Feature = {
  name: 'block',
  reducer: blockSlice.reducer,
  saga: people.saga,
  *browserSaga() {
    yield debounce(TYPING_PAUSE_MS, peopleQueryChanged, findPeople);
    // By account, because the user can close the sheet and block another account before the first response.
    yield takeLeadingBy(personBlocked, ({ payload }) => payload.person._id, blockPerson);
    yield takeEvery(blockFailed, notifyLateFailure);
    yield takeEvery(
      personUnblocked,
      withFailure(unblockPerson, (failure) => [failureShown(failure), people.requested({})]),
    );
    yield fork(saveBlockedCountries);
  },
};
