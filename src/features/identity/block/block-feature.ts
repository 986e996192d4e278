import { buffers, type Channel } from 'redux-saga';
import { actionChannel, debounce, fork, put, take, takeEvery, takeLeading } from 'redux-saga/effects';
import { accountRoutes } from '@contract/identity/account-routes';
import { blockRoutes } from '@contract/identity/block-routes';
import { currentUserLoaded, selectCurrentUser } from '@/features/identity/auth/session-slice';
import { failureShown, toastShown } from '@/features/site/ui/ui-slice';
import { toFailure } from '@/services/api-error';
import { attempt } from '@/store/attempt';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import * as block from './block-slice';
import type { Feature } from '@/store/feature';

/** Milliseconds without a key before a search is sent. */
const pauseMs = 300;
/** People a search shows: whoever is not among them needs more letters. */
const mostFound = 8;

function* find({ payload }: ReturnType<typeof block.finderTyped>) {
  const name = payload.trim();
  if (name === '') return;
  const isStill = (state: { block: block.BlockState }) => state.block.finder.words === payload;
  try {
    const { data } = yield* callEndpoint(accountRoutes.searchUsers, { query: { name, limit: mostFound } });
    if (yield* selectState(isStill)) yield put(block.finderFilled(data));
  } catch {
    if (yield* selectState(isStill)) yield put(block.finderFailed());
  }
}

const blockPerson = attempt(function* ({ payload: { person, reason } }: ReturnType<typeof block.personBlocked>) {
  const body = { targetId: person._id, target: 'user', reason } as const;
  const stored = yield* callEndpoint(blockRoutes.blockUser, { body });
  yield put(block.personStored({ ...stored, targetInfo: person }));
  yield put(toastShown({ text: `${person.name || 'The account'} is blocked`, tone: 'success' }));
}, block.blockRefused);

function* unblockPerson({ payload: id }: ReturnType<typeof block.personUnblocked>) {
  yield* callEndpoint(blockRoutes.unblockUser, { params: { id } });
}

/** Each change sends the whole list: one call at a time, and only the newest of those that came meanwhile. */
function* keepCountries() {
  const changes = (yield actionChannel(block.countriesSwitched, buffers.sliding(1))) as Channel<
    ReturnType<typeof block.countriesSwitched>
  >;
  while (true) {
    const { payload } = (yield take(changes)) as ReturnType<typeof block.countriesSwitched>;
    try {
      const { countryCodes } = yield* callEndpoint(blockRoutes.blockCountries, { body: { countryCodes: payload } });
      const me = yield* selectState(selectCurrentUser);
      if (me?.isPerformer) yield put(currentUserLoaded({ ...me, blockCountries: { countryCodes } }));
    } catch (error) {
      yield put(block.countriesRefused());
      yield put(failureShown(toFailure(error)));
    }
  }
}

/** Whom a creator does not want to be seen by: people, and whole countries. */
export const blockFeature: Feature = {
  name: 'block',
  reducer: block.blockSlice.reducer,
  *saga() {
    yield fork(block.people.saga);
    yield debounce(pauseMs, block.finderTyped, find);
    yield takeLeading(block.personBlocked, blockPerson);
    yield takeEvery(
      block.personUnblocked,
      attempt(unblockPerson, (failure) => [failureShown(failure), block.people.requested({})]),
    );
    yield fork(keepCountries);
  },
};
