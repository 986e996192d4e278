import { createAction } from '@reduxjs/toolkit';
import { call, getContext, put, select } from 'redux-saga/effects';
import { accountRoutes } from '@contract/identity/account-routes';
import type { Route } from '@contract/base/define';
import type { EndpointData, EndpointInput, EndpointName } from '@contract/schemas';
import { ApiError, isAccessDenied, isUnsupportedEndpoint, isUnreachable } from '@/services/api-error';
import type { CallApi, CallOptions } from '@/services/http-client';
import type { SocketConnection } from '@/services/socket-client';
import { selectSupportsCall } from './backend';
import type { StoreState } from './state';

/** The token is missing or invalid: ends the session and opens the login page. */
export const unauthorized = createAction('session/unauthorized');

/**
 * The named call was rejected, perhaps because the token is invalid. If `getMe` fails too, the session ends. Otherwise the
 * account has no access to that call.
 */
export const sessionCheckRequested = createAction<string>('session/checkRequested');

/** The named call is for another role: UI that needs it is hidden until this account logs out. */
export const callForbidden = createAction<string>('session/callForbidden');

export const siteClosed = createAction<'maintenance' | 'geoBlock'>('settings/siteClosed');

/** The backend does not support the named call: UI that needs it is hidden. Decisions 6. */
export const callUnknown = createAction<string>('ui/callUnknown');

export const serverBecameUnreachable = createAction('ui/serverBecameUnreachable');

const isServer = typeof window === 'undefined';

const CLOSING_CODES: Partial<Record<string, 'maintenance' | 'geoBlock'>> = {
  MAINTENANCE: 'maintenance',
  COUNTRY_BLOCKED: 'geoBlock',
};

export interface SagaContext {
  callApi: CallApi;
  /** Does nothing on the server. `isReload` replaces the document. */
  navigate(path: string, options?: { replace?: boolean; isReload?: boolean }): void;
  /** The token of the account that this page shows. */
  getToken(): string | undefined;
  /** The token cookie, which all tabs share; `adopt` makes the token this tab's own. Absent on the server. */
  cookie?: { read(): string | undefined; adopt(token: string | undefined): void };
  socket: { current: SocketConnection | null };
}

/** The only place that awaits API responses, except uploads, which pass errors to `handleCallFailure`. @throws ApiError */
export function* callEndpoint<R extends Route & { name: EndpointName }>(
  route: R,
  input?: EndpointInput<R['name']>,
  options?: CallOptions,
): Generator<unknown, EndpointData<R['name']>> {
  if (!(yield* selectState(selectSupportsCall(route)))) throw createUnknownCallError(route);
  const callApi = yield* fromContext('callApi');
  const token = options?.token ?? (yield* fromContext('getToken'))();
  try {
    return (yield call(() => callApi(route, input, options))) as EndpointData<R['name']>;
  } catch (error) {
    yield* handleCallFailure(route, error, token);
    throw error;
  }
}

/**
 * Handles failures that concern the whole app: an invalid token ends the session, a closed site shows its closed screen, and an
 * unsupported call is not offered again.
 *
 * @param token the token that the call was made with
 */
export function* handleCallFailure(route: Route, error: unknown, token: string | undefined): Generator {
  if (!(error instanceof ApiError)) return;
  const { isLeaving, status } = yield* selectState((state) => state.session);
  // Requests without a token, or still pending during a logout, say nothing about the current session.
  if (!isLeaving && (token !== undefined || status === 'loggedIn')) {
    const isStored = token === (yield* readStoredToken());
    const isOwn = token === (yield* fromContext('getToken'))();
    // If only this page still has the token, another tab has logged out or has a new token.
    if (isDeadSession(error, route) && isStored) yield put(unauthorized());
    else if ((isDeadSession(error, route) && isOwn) || (isAccessDenied(error) && (isStored || isOwn)))
      // The server renders only after `getMe` succeeded, so the token is valid.
      yield put(isServer && status === 'loggedIn' ? callForbidden(route.name) : sessionCheckRequested(route.name));
  }
  const closing = CLOSING_CODES[error.code ?? ''];
  if (closing) yield put(siteClosed(closing));
  else if (isUnreachable(error)) yield put(serverBecameUnreachable());
  if (isUnsupportedEndpoint(error)) yield put(callUnknown(route.name));
}

const createUnknownCallError = ({ method, path }: Route) =>
  new ApiError(404, { statusCode: 404, message: `Cannot ${method} ${path}`, error: 'Not Found' });

/**
 * True for an invalid token: a 401, except from login calls, where it means a wrong password. Compatible backends also send
 * 403, but it can mean another role, so it counts only on `getMe`. Specification 8, wire contract 1.4, 1.9 and 6.
 */
function isDeadSession(error: ApiError, { access, path }: Route): boolean {
  if (access === 'public' || path.startsWith('/auth/login')) return false;
  // A text body comes from a gateway in front of the backend.
  const isGateway = typeof error.body === 'string';
  if (path === accountRoutes.getMe.path && error.status === 403) return !isGateway && !CLOSING_CODES[error.code ?? ''];
  return error.status === 401;
}

/** In the browser, the token in the cookie, which can belong to another account than the one this page shows. */
export function* readStoredToken(): Generator<unknown, string | undefined> {
  const cookie = yield* fromContext('cookie');
  return cookie ? cookie.read() : (yield* fromContext('getToken'))();
}

export function* selectState<T>(selector: (state: StoreState) => T): Generator<unknown, T> {
  return (yield select(selector)) as T;
}

export function* fromContext<K extends keyof SagaContext>(key: K): Generator<unknown, SagaContext[K]> {
  return (yield getContext(key)) as SagaContext[K];
}
