import Router from 'next/router';
import { publicEnv } from '@/config/env';
import { badgesFeature } from '@/features/conversation/badges/badges-feature';
import { intentFeature } from '@/features/money/checkout/intent-feature';
import { adoptToken, getPageToken, readToken } from '@/services/cookies';
import { createClient } from '@/services/http-client';
import type { SagaContext } from '@/store/call-endpoint';
import type { StoreState } from '@/store/state';
import { createStore, type AppStore } from './create-store';
import { watchSocket } from './socket-saga';

let store: AppStore | undefined;

/** Gateways usually have the same limit. Without one, a connection that goes silent would leave its list loading forever. */
const READ_TIMEOUT_MS = 60_000;

/** Creates the store on first use. @param preloaded the server's state, on the first call */
export function browserStore(preloaded?: Partial<StoreState>): AppStore {
  if (store) return store;
  adoptToken(readToken());
  const context: SagaContext = {
    callApi: createClient({ baseUrl: publicEnv().apiEndpoint, getToken: getPageToken, readLimitMs: READ_TIMEOUT_MS }),
    navigate(path, { replace, isReload } = {}) {
      if (isReload) window.location.replace(path);
      else void (replace ? Router.replace(path) : Router.push(path));
    },
    getToken: getPageToken,
    cookie: { read: readToken, adopt: adoptToken },
    socket: { current: null },
  };
  const made = createStore(context, preloaded);
  made.addFeatures([badgesFeature, intentFeature]);
  // Loaded later, because only the browser knows the cart. If it fails to load, no count is shown.
  import('@/features/money/cart/cart-feature').then(
    ({ cartFeature }) => made.addFeatures([cartFeature]),
    () => undefined,
  );
  import('./background-features').then(
    ({ backgroundFeatures }) => made.addFeatures(backgroundFeatures),
    () => undefined,
  );
  made.runSaga(() => watchSocket(made.features, context.socket));
  store = made;
  return made;
}
