import {
  combineReducers,
  configureStore,
  type Action,
  type Middleware,
  type Reducer,
  type UnknownAction,
} from '@reduxjs/toolkit';
import createSagaMiddleware, { END, type Task } from 'redux-saga';
import { defaultCurrency, readCurrency, setSiteCurrency } from '@contract/base/currency';
import { loggedOut } from '@/features/identity/auth/session-slice';
import { sessionFeature } from '@/features/identity/auth/session-feature';
import { settingsLoaded, type SettingsState } from '@/features/site/settings/settings-slice';
import { settingsFeature } from '@/features/site/settings/settings-feature';
import { uiFeature } from '@/features/site/ui/ui-feature';
import type { SagaContext } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import type { StoreState } from '@/store/state';

const coreFeatures = [uiFeature, settingsFeature, sessionFeature];

export type AppStore = ReturnType<typeof createStore>;

/**
 * The server has one store per request, the browser one per document. Pages add their features with `addFeatures`, so no page
 * loads reducers or sagas that it does not use.
 *
 * @param preloaded the server's state
 */
export function createStore(context: SagaContext, preloaded: Partial<StoreState> = {}) {
  const sagas = createSagaMiddleware({ context: { ...context } });
  if (preloaded.settings) showCurrency(preloaded.settings.values);
  const features = new Map<string, Feature>();
  const tasks = new Map<string, Task[]>();
  const reducers: Record<string, Reducer> = {};
  // The server's state for features that are not added yet. A logout clears it.
  let waiting: Partial<Record<string, unknown>> = { ...preloaded };
  const runSagas = ({ name, saga, browserSaga }: Feature) => {
    for (const task of tasks.get(name) ?? []) task.cancel();
    const own = [saga, typeof window === 'undefined' ? undefined : browserSaga].filter((one) => one !== undefined);
    tasks.set(
      name,
      own.map((one) => sagas.run(one)),
    );
  };
  /** Restarts sagas at a logout, so that pending responses do not reach the next account's store. */
  const resetOnLogout: Middleware = () => (next) => (action) => {
    if (!loggedOut.match(action)) return next(action);
    waiting = {};
    const result = next(action);
    // The session's own sagas must receive the logout.
    const isStopped = (feature: Feature) => !feature.outlivesSession && feature !== sessionFeature;
    for (const feature of features.values()) if (isStopped(feature)) runSagas(feature);
    return result;
  };
  const store = configureStore({
    reducer: buildReducer([], {}),
    middleware: (defaults) =>
      defaults({ thunk: false, serializableCheck: false, immutableCheck: false }).concat(
        resetOnLogout,
        adoptCurrency,
        sagas,
      ),
    devTools: process.env.NODE_ENV === 'development',
  });

  const addFeatures = (added: readonly Feature[]) => {
    const fresh = added.filter((feature) => !features.has(feature.name));
    if (fresh.length === 0) return;
    for (const feature of fresh) {
      features.set(feature.name, feature);
      const { name, reducer } = feature;
      reducers[name] = (state: unknown = waiting[name], action) => reducer(state, action);
    }
    store.replaceReducer(buildReducer([...features.values()], reducers));
    for (const feature of fresh) runSagas(feature);
  };
  addFeatures(coreFeatures);

  return Object.assign(store as typeof store & { getState(): StoreState }, {
    addFeatures,
    features: () => [...features.values()],
    runSaga: (saga: () => Generator) => sagas.run(saga),
    /** Dispatches, waits until every saga has finished, and ends the store: it handles no further actions. Server only. */
    async settle(actions: readonly Action[]): Promise<void> {
      for (const action of actions) store.dispatch(action as UnknownAction);
      store.dispatch(END as unknown as UnknownAction);
      await Promise.all([...tasks.values()].flat().map((task) => task.toPromise()));
    },
    stop(): void {
      for (const task of [...tasks.values()].flat()) task.cancel();
    },
  });
}

/** Amounts are formatted in a global currency. Sets it before anything renders with the new settings. */
const adoptCurrency: Middleware = () => (next) => (action) => {
  if (settingsLoaded.match(action)) showCurrency(action.payload);
  return next(action);
};

function showCurrency({ currency = defaultCurrency.code }: Pick<SettingsState['values'], 'currency'>): void {
  try {
    setSiteCurrency(readCurrency(currency));
  } catch {
    setSiteCurrency(defaultCurrency);
  }
}

function buildReducer(features: readonly Feature[], reducers: Record<string, Reducer>): Reducer {
  const kept = features.filter(({ outlivesSession }) => outlivesSession).map(({ name }) => name);
  const combined: Reducer = Object.keys(reducers).length > 0 ? combineReducers({ ...reducers }) : (state = {}) => state;
  return (state: Record<string, unknown> | undefined, action) => {
    if (loggedOut.match(action)) {
      return withoutNotices(combined(Object.fromEntries(kept.map((name) => [name, state?.[name]])), action));
    }
    const next = combined(state, action);
    const before = findUserId(state);
    return before !== undefined && before !== findUserId(next) ? withoutNotices(next) : next;
  };
}

const findUserId = (state: Partial<StoreState> | undefined) => state?.session?.user?._id;

/** Notices can name purchases and offer an undo: the next account must not see them. */
const withoutNotices = (state: Partial<StoreState>) =>
  state.ui && state.ui.toasts.length > 0 ? { ...state, ui: { ...state.ui, toasts: [] } } : state;
