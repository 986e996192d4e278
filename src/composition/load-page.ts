import { blockRoutes } from '@contract/identity/block-routes';
import { settingsRoutes } from '@contract/site/settings-routes';
import { paths } from '@/config/paths';
import { getSessionEndedText } from '@/features/identity/auth/session-slice';
import { cleanSettings } from '@/features/site/settings/clean-settings';
import { apiBecameUnavailable, countryChecked, settingsLoaded } from '@/features/site/settings/settings-slice';
import { loadCurrentUser } from '@/features/identity/auth/session-feature';
import { toastShown } from '@/features/site/ui/ui-slice';
import { ApiError, isUnreachable } from '@/services/api-error';
import type { CallApi } from '@/services/http-client';
import { callUnknown } from '@/store/call-endpoint';
import { createStore, type AppStore } from './create-store';
import type { LoadContext, PageOptions } from './define-page';
import { getHttpStatus, isClosedLayout, getLayout, getRedirect } from './guards';

/** Pages that tell the user that their token was invalid; public pages ignore it. Specification 8. */
const ENDED_NOTICE_PATHS = [paths.auth.login, paths.auth.verification];

export interface LoadedPage {
  store: AppStore;
  hasEnded: boolean;
  redirect?: string;
  isMoved?: boolean;
  status: number;
}

/** Loads the site's settings and the country check. If a request fails, the defaults stay. */
async function loadSite(store: AppStore, callApi: CallApi): Promise<void> {
  const [settings, country] = await Promise.allSettled([
    callApi(settingsRoutes.getSettings),
    callApi(blockRoutes.checkCountryBlock),
  ]);
  if (settings.status === 'fulfilled' && settings.value)
    store.dispatch(settingsLoaded(await cleanSettings(settings.value)));
  if (country.status === 'fulfilled') store.dispatch(countryChecked(country.value?.blocked));
}

/** Error codes with status 503 that do not mean an outage of the API. */
const API_AVAILABLE_CODES = new Set(['MAINTENANCE', 'TOO_SLOW']);

/** Also true if a service behind the API is unavailable. */
const isApiUnavailable = (error: unknown): boolean =>
  error instanceof ApiError && isUnreachable(error) && !API_AVAILABLE_CODES.has(error.code ?? '');

const reportOutage =
  (callApi: CallApi, onUnavailable: () => void): CallApi =>
  async (route, input, options) => {
    try {
      return await callApi(route, input, options);
    } catch (error) {
      if (isApiUnavailable(error)) onUnavailable();
      throw error;
    }
  };

/** After this time the call is tried again, because a backend update can have added it. */
const UNKNOWN_CALL_TTL_MS = 10 * 60_000;

const unknownSince = new Map<string, number>();

/**
 * Calls that the backend did not support on earlier visits. They are not repeated, and pages hide UI that needs them. Server
 * only. Decisions 6.
 *
 * @param now milliseconds since 1970
 */
function listUnknownCalls(now: number): string[] {
  for (const [name, foundAt] of unknownSince) if (now - foundAt > UNKNOWN_CALL_TTL_MS) unknownSince.delete(name);
  return [...unknownSince.keys()];
}

/** @param names names cached before keep their time, so that the call is tried again when it expires */
function cacheUnknownCalls(names: readonly string[], now: number): void {
  for (const name of names) if (!unknownSince.has(name)) unknownSince.set(name, now);
}

/** `idle` resolves when no call is pending, including calls that responses cause. */
function countPending(callApi: CallApi): { callApi: CallApi; idle(): Promise<void> } {
  const underWay = new Set<Promise<unknown>>();
  return {
    callApi: (route, input, options) => {
      const reply = callApi(route, input, options);
      const handleDone = () => void underWay.delete(done);
      const done: Promise<void> = reply.then(handleDone, handleDone);
      underWay.add(done);
      return reply;
    },
    async idle() {
      // A response first resumes its saga, which may make more calls.
      while (underWay.size > 0) {
        await Promise.all(underWay);
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

/** @param page undefined for error pages @param path with its query */
export async function loadPage(
  page: PageOptions | undefined,
  path: string,
  query: LoadContext['query'],
  request: { callApi: CallApi; token: string | undefined; dropToken?: () => void },
): Promise<LoadedPage> {
  let hasMetOutage = false;
  let hasEnded = false;
  const callApi = reportOutage(request.callApi, () => {
    hasMetOutage = true;
  });
  const pending = countPending(callApi);
  const store = createStore({
    callApi: pending.callApi,
    navigate: () => undefined,
    getToken: () => (hasEnded ? undefined : request.token),
    socket: { current: null },
  });
  const unknownCalls = listUnknownCalls(Date.now());
  for (const name of unknownCalls) store.dispatch(callUnknown(name));
  const viewer = store.runSaga(loadCurrentUser).toPromise();
  await Promise.all([loadSite(store, callApi), viewer]);
  const { session, settings } = store.getState();
  // If the session could not be read, do not redirect to the login page.
  const isSomebodyUnknown = session.status === 'unknown' && !settings.values.maintenanceMode;
  if (hasMetOutage || isSomebodyUnknown) return finishUnavailable(store);
  hasEnded = session.hasEnded;
  // From here on, the visitor counts as a guest: public content must not fail because of an invalid token.
  if (hasEnded) request.dropToken?.();
  if (hasEnded && ENDED_NOTICE_PATHS.some((place) => path.startsWith(place))) {
    store.dispatch(toastShown({ text: getSessionEndedText(path), tone: 'error' }));
  }
  if (!page) {
    await store.settle([]);
    return { store, hasEnded, status: 200 };
  }
  const redirect = getRedirect(page, path, store.getState());
  const layout = getLayout(page, path, store.getState());
  const isOpen = !redirect && !isClosedLayout(layout);
  if (isOpen) store.addFeatures(page.features ?? []);
  const getActions = (load: PageOptions['load']) => (isOpen ? (load?.({ query, state: store.getState() }) ?? []) : []);
  if (isOpen && page.loadNext) {
    for (const action of getActions(page.load)) store.dispatch(action);
    await pending.idle();
    await store.settle(getActions(page.loadNext));
  } else {
    await store.settle(getActions(page.load));
  }
  const found = store.getState().ui.unknownCalls.filter((name: string) => !unknownCalls.includes(name));
  cacheUnknownCalls(found, Date.now());
  // An incomplete page would stay incomplete; the outage page reloads itself.
  if (hasMetOutage) return finishUnavailable(store);
  const movedTo = isOpen ? page.movedTo?.({ query, state: store.getState() }) : undefined;
  if (movedTo !== undefined) return { store, hasEnded, redirect: movedTo, isMoved: true, status: 301 };
  const isMissing = isOpen && page.isMissing?.({ query, state: store.getState() }) === true;
  return { store, hasEnded, redirect, status: getHttpStatus(layout, isMissing) };
}

async function finishUnavailable(store: AppStore): Promise<LoadedPage> {
  await store.settle([]);
  store.dispatch(apiBecameUnavailable());
  return { store, hasEnded: false, status: getHttpStatus('outage', false) };
}
