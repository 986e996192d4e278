import { createAction } from '@reduxjs/toolkit';
import { takeEvery } from 'redux-saga/effects';
import { routes } from '@contract/index';
import type { EndpointName } from '@contract/schemas';
import { loggedOut, selectIsLoggedIn } from '@/features/identity/auth/session-slice';
import { ApiError } from '@/services/api-error';
import { settle, storeForTest, type Answers } from '../../tests/harness/render-with-store';
import { selectSupportsCall } from './backend';
import { callEndpoint } from './call-endpoint';
import type { Feature } from './feature';
import { sendFile } from './upload-channel';

const wanted = createAction<EndpointName>('test/wanted');

const caller: Feature = {
  name: 'caller' as never,
  reducer: (state = null) => state,
  *saga() {
    yield takeEvery(wanted, function* ({ payload }) {
      try {
        yield* callEndpoint(routes[payload] as never);
      } catch {
        // The tests check the dispatched effects, not this error.
      }
    });
  },
};

const uploadRequested = createAction('test/uploadRequested');
const uploader: Feature = {
  name: 'uploader' as never,
  reducer: (state = null) => state,
  *saga() {
    yield takeEvery(uploadRequested, function* () {
      yield* sendFile(routes.uploadFeedPhoto, new File([], 'photo.png'), () => null);
    });
  },
};

const refuse = (status: number, error?: string) => () => {
  throw new ApiError(status, { statusCode: status, message: 'Forbidden resource', error });
};

async function call(name: EndpointName, answers: Answers) {
  window.history.replaceState(null, '', '/creator?q=paper');
  document.cookie = 'token=dead; path=/';
  const given = storeForTest({ features: [caller], answers, user: {} });
  given.store.dispatch(wanted(name));
  await settle();
  return given;
}

const reading = (Object.keys(routes) as EndpointName[]).filter(
  (name) => routes[name].access !== 'public' && !routes[name].path.startsWith('/auth/login'),
);

describe.each([
  ['401, as by our API', refuse(401)],
  ['403, as by compatible backends', refuse(403, 'Forbidden')],
])('an invalid token, rejected with %s', (_how, refusal) => {
  it.each(reading)('in %s ends the session and reloads the page without the token', async (name) => {
    const { store, visited } = await call(name, { getMe: refusal, [name]: refusal });
    expect(selectIsLoggedIn(store.getState())).toBe(false);
    expect(document.cookie).not.toContain('token=');
    expect(visited).toEqual(['/creator?q=paper']);
  });
});

it.each(['buyFeed', 'listPerformerFeeds'] as const)(
  'keeps the session if a call for another role (%s) fails and getMe succeeds',
  async (name) => {
    const me = { _id: 'f00000000000000000000001', name: 'Ada', isPerformer: false };
    const { store, visited, calls } = await call(name, { getMe: () => me, [name]: refuse(403, 'Forbidden') });
    expect(calls.map((one) => one.name)).toEqual([name, 'getMe']);
    expect(selectIsLoggedIn(store.getState())).toBe(true);
    expect(visited).toEqual([]);
  },
);

it('checks the session once for several rejected calls, and does not repeat the calls', async () => {
  const me = { _id: 'f00000000000000000000001', name: 'Ada', isPerformer: false };
  const other = refuse(403, 'Forbidden');
  let answerAccount = (_me: object) => undefined as void;
  const account = new Promise<object>((resolve) => (answerAccount = resolve));
  const { store, calls } = await call('buyFeed', {
    getMe: () => account,
    buyFeed: other,
    listPerformerFeeds: other,
    listKeywords: other,
  });
  store.dispatch(wanted('listPerformerFeeds'));
  store.dispatch(wanted('listKeywords'));
  await settle();
  answerAccount(me);
  await settle();
  expect(selectSupportsCall(routes.listKeywords)(store.getState())).toBe(false);
  expect(calls.map(({ name }) => name).toSorted()).toEqual(['buyFeed', 'getMe', 'listKeywords', 'listPerformerFeeds']);
  store.dispatch(wanted('listKeywords'));
  await settle();
  expect(calls).toHaveLength(4);
  expect(selectIsLoggedIn(store.getState())).toBe(true);
});

it('after a logout, calls that were forbidden to the previous account are allowed', async () => {
  const me = { _id: 'f00000000000000000000001', name: 'Ada', isPerformer: false };
  const { store } = await call('listKeywords', { getMe: () => me, listKeywords: refuse(403, 'Forbidden') });
  expect(selectSupportsCall(routes.listKeywords)(store.getState())).toBe(false);
  store.dispatch(loggedOut());
  expect(selectSupportsCall(routes.listKeywords)(store.getState())).toBe(true);
});

it('keeps the session after a 403 with an error code, without calling getMe', async () => {
  const { store, calls } = await call('getPerformer', { getPerformer: refuse(403, 'FORBIDDEN') });
  expect(calls).toHaveLength(1);
  expect(selectIsLoggedIn(store.getState())).toBe(true);
});

it.each([
  ['401, as by our API', refuse(401)],
  ['403, as by compatible backends', refuse(403, 'Forbidden')],
])('ends the session after an upload with an invalid token, rejected with %s', async (_how, refusal) => {
  document.cookie = 'token=dead; path=/';
  const given = storeForTest({
    features: [uploader],
    answers: { getMe: refusal, uploadFeedPhoto: refusal },
    user: {},
  });
  given.store.dispatch(uploadRequested());
  await settle();
  expect(selectIsLoggedIn(given.store.getState())).toBe(false);
});
