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

/** The token is missing or dead: the session ends and the log-in page opens. */
export const unauthorized = createAction('session/unauthorized');

/**
 * A call, by its name, was refused in a way that a dead token is, too. The account is fetched: if that is refused as well, the
 * session has ended; else the account has no access to the call.
 */
export const sessionCheckRequested = createAction<string>('session/checkRequested');

/** The backend limits a call to accounts of another role: what needs it is hidden for as long as this account is here. */
export const callForbidden = createAction<string>('session/callForbidden');

/** A call was refused since the whole site is closed: for now, or to the visitor's country. */
export const siteClosed = createAction<'maintenance' | 'geoBlock'>('settings/siteClosed');

/** The backend does not know a call at all: what needs it is hidden from here on. Decisions 6. */
export const callUnknown = createAction<string>('ui/callUnknown');

export const serverBecameUnreachable = createAction('ui/serverBecameUnreachable');

const isServer = typeof window === 'undefined';

/** Error codes that close the whole site. */
const CLOSING_CODES: Partial<Record<string, 'maintenance' | 'geoBlock'>> = {
  MAINTENANCE: 'maintenance',
  COUNTRY_BLOCKED: 'geoBlock',
};

/** What sagas get from outside, given when the store is made. */
export interface SagaContext {
  callApi: CallApi;
  /** Goes to an address of this app, with `isReload` leaving nothing of this page behind; does nothing on the server. */
  navigate(path: string, options?: { replace?: boolean; isReload?: boolean }): void;
  /** Of the account that is shown. */
  getToken(): string | undefined;
  /** What the browser keeps for all of its tabs, and what takes it over for this one. Where pages are drawn there is none. */
  cookie?: { read(): string | undefined; adopt(token: string | undefined): void };
  /** The open socket, when there is one. */
  socket: { current: SocketConnection | null };
}

/** The only place that awaits the client's replies; uploads tell theirs to `handleCallFailure`. Every failure is thrown on to the caller. */
export function* callEndpoint<R extends Route & { name: EndpointName }>(
  route: R,
  input?: EndpointInput<R['name']>,
  options?: CallOptions,
): Generator<unknown, EndpointData<R['name']>> {
  // What the backend said it does not serve is not asked again.
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
 * Draws what follows from a failed call for the whole app: a dead token ends the session in one action, a closed site shows as
 * one, a call that nobody serves is remembered.
 *
 * @param token that the call was made with.
 */
export function* handleCallFailure(route: Route, error: unknown, token: string | undefined): Generator {
  if (!(error instanceof ApiError)) return;
  const { isLeaving, status } = yield* selectState((state) => state.session);
  // What was asked without a token, or was still under way when the person left, says nothing about who is here now.
  if (!isLeaving && (token !== undefined || status === 'loggedIn')) {
    const isStored = token === (yield* readStoredToken());
    const isOwn = token === (yield* fromContext('getToken'))();
    // Where the token is only this page's, another tab has ended the session, or goes on under another token.
    if (isDeadSession(error, route) && isStored) yield put(unauthorized());
    else if ((isDeadSession(error, route) && isOwn) || (isAccessDenied(error) && (isStored || isOwn)))
      // A page is made on the server once the account has answered: there is nothing left to doubt.
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
 * A 401 on a call that reads the token; a wrong password is answered with one too. Backends of the family answer 403 for a dead
 * token as they do for another role: such a refusal means a dead one only where nothing but the account was asked for.
 * Specification 8, wire contract 1.4, 1.9 and 6.
 */
function isDeadSession(error: ApiError, { access, path }: Route): boolean {
  if (access === 'public' || path.startsWith('/auth/login')) return false;
  // A page of text comes from a gateway before the backend.
  const isGateway = typeof error.body === 'string';
  if (path === accountRoutes.getMe.path && error.status === 403) return !isGateway && !CLOSING_CODES[error.code ?? ''];
  return error.status === 401;
}

/** The token of this moment, whoever's it is: in the browser that of the cookie. */
export function* readStoredToken(): Generator<unknown, string | undefined> {
  const cookie = yield* fromContext('cookie');
  return cookie ? cookie.read() : (yield* fromContext('getToken'))();
}

/** `select` with its type. */
export function* selectState<T>(selector: (state: StoreState) => T): Generator<unknown, T> {
  return (yield select(selector)) as T;
}

/** One member of SagaContext with its type. */
export function* fromContext<K extends keyof SagaContext>(key: K): Generator<unknown, SagaContext[K]> {
  return (yield getContext(key)) as SagaContext[K];
}
