import { createAction } from '@reduxjs/toolkit';
import { put, take, takeLeading } from 'redux-saga/effects';
import { currentUserLoaded, loggedOut, type CurrentUser } from '@/features/identity/auth/session-slice';
import { unauthorized } from '@/store/call-endpoint';
import { settingsLoaded } from '@/features/site/settings/settings-slice';
import { networkChanged, selectToasts, toastShown } from '@/features/site/ui/ui-slice';
import type { Feature } from '@/store/feature';
import type { StoreState } from '@/store/state';
import { createStore } from './create-store';

const noted = createAction<string>('test/noted');
const asked = createAction('test/asked');
const answered = createAction('test/answered');

/** Records the actions that it receives; takes the name of a real feature. */
const notebook: Feature = {
  name: 'page',
  reducer: (state: string[] = [], action) => {
    if (noted.match(action)) return [...state, action.payload];
    return answered.match(action) ? [...state, 'answered'] : state;
  },
  *saga() {
    yield take(asked);
    yield Promise.resolve();
    yield put(answered());
  },
};

const context = {
  callApi: () => Promise.reject(new Error('No call expected in this test')),
  navigate: () => undefined,
  getToken: () => undefined,
  socket: { current: null },
};
const notesIn = (store: { getState(): StoreState }): unknown => store.getState().page;
const make = (preloaded: object = {}) => createStore(context, preloaded);

describe('createStore', () => {
  it.each([
    ['logs out', loggedOut()],
    ['has an invalid token', unauthorized()],
    ['changes to another account', currentUserLoaded({ _id: 'bo', wallet: 0 } as CurrentUser)],
  ])('removes notices when the user %s', (_how, action) => {
    const store = make();
    store.dispatch(currentUserLoaded({ _id: 'ada', wallet: 0 } as CurrentUser));
    store.dispatch(toastShown({ text: 'You tipped Noor $5.00' }));
    store.dispatch(currentUserLoaded({ _id: 'ada', wallet: 5 } as CurrentUser));
    expect(selectToasts(store.getState())).toHaveLength(1);
    store.dispatch(action);
    expect(selectToasts(store.getState()).map(({ text }) => text)).not.toContain('You tipped Noor $5.00');
  });

  it('initializes a feature added later with the server’s state', () => {
    const store = make({ page: ['from the server'] });
    expect(notesIn(store)).toBeUndefined();
    store.dispatch(noted('too early'));
    store.addFeatures([notebook]);
    expect(notesIn(store)).toEqual(['from the server']);
  });

  it('keeps the state of a feature that is added twice, and runs its saga once', async () => {
    const store = make();
    store.addFeatures([notebook]);
    store.dispatch(noted('kept'));
    store.addFeatures([notebook]);
    await store.settle([asked()]);
    expect(notesIn(store)).toEqual(['kept', 'answered']);
  });

  it('resets all state on logout, except that of the site and the screen', () => {
    const store = make();
    store.addFeatures([notebook]);
    store.dispatch(noted('mine'));
    store.dispatch(networkChanged({ isOffline: true }));
    store.dispatch(settingsLoaded({ siteName: 'Elm' }));
    store.dispatch(loggedOut());
    expect(notesIn(store)).toEqual([]);
    expect(store.getState().session).toMatchObject({ status: 'unknown', user: null });
    expect(store.getState().ui.isOffline).toBe(true);
    expect(store.getState().settings.values.siteName).toBe('Elm');
  });

  it('clears the state of features not yet added on logout', () => {
    const store = make({ page: ['of the account before'] });
    store.dispatch(loggedOut());
    store.addFeatures([notebook]);
    expect(notesIn(store)).toEqual([]);
  });

  it('cancels running sagas on logout and restarts them for the next account', async () => {
    const answers: (() => void)[] = [];
    const answer = () => new Promise<void>((resolve) => void answers.push(resolve));
    const store = make();
    store.addFeatures([
      {
        ...notebook,
        *saga() {
          yield takeLeading(asked, function* () {
            yield answer();
            yield put(answered());
          });
        },
      },
    ]);
    store.dispatch(asked());
    store.dispatch(loggedOut());
    answers[0]?.();
    await Promise.resolve();
    expect(notesIn(store)).toEqual([]);
    store.dispatch(asked());
    answers[1]?.();
    await Promise.resolve();
    expect(notesIn(store)).toEqual(['answered']);
  });

  it('keeps the state and sagas of features that outlive the session', async () => {
    let answer = () => undefined as void;
    const store = make();
    store.addFeatures([
      {
        ...notebook,
        outlivesSession: true,
        *saga() {
          yield take(asked);
          yield new Promise<void>((resolve) => (answer = resolve));
          yield put(answered());
        },
      },
    ]);
    store.dispatch(noted('typed'));
    store.dispatch(asked());
    store.dispatch(loggedOut());
    answer();
    await Promise.resolve();
    expect(notesIn(store)).toEqual(['typed', 'answered']);
  });

  it('settles only after the sagas have finished', async () => {
    const store = make();
    store.addFeatures([notebook]);
    await store.settle([asked()]);
    expect(notesIn(store)).toEqual(['answered']);
  });
});
