import { createAction } from '@reduxjs/toolkit';
import { call, getContext, put, select } from 'redux-saga/effects';
import { accountRoutes } from '@contract/identity/account-routes';
import type { Route } from '@contract/base/define';
import type { EndpointData, EndpointInput, EndpointName } from '@contract/schemas';
import { ApiError, isGuardRefusal, isUnknownCall, isUnreachable } from '@/services/api-error';
import type { CallApi, CallOptions } from '@/services/http-client';
import type { SocketConnection } from '@/services/socket-client';
import { selectServes } from './backend';
import type { StoreState } from './state';

/** The token is missing or dead: the session ends and the log-in page opens. */
export const unauthorized = createAction('session/unauthorized');

/** A call was refused in a way that a dead token is, too: whose session this is has to be asked again. */
export const sessionDoubted = createAction('session/doubted');

/** A call was refused since the whole site is closed: for now, or to the visitor's country. */
export const siteClosed = createAction<'maintenance' | 'geoBlock'>('settings/siteClosed');

/** The backend does not know a call at all: what needs it is hidden from here on. Decisions 6. */
export const callUnknown = createAction<string>('ui/callUnknown');

/** A call found no server behind the address. */
export const serverLost = createAction('ui/serverLost');

/** Codes of the refusals that speak for the whole site. */
const closings: Partial<Record<string, 'maintenance' | 'geoBlock'>> = {
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

/** The only place that awaits the client's replies; uploads tell theirs to `judgeFailure`. Every failure is thrown on to the caller. */
export function* callEndpoint<R extends Route & { name: EndpointName }>(
  route: R,
  input?: EndpointInput<R['name']>,
  options?: CallOptions,
): Generator<unknown, EndpointData<R['name']>> {
  // What the backend said it does not serve is not asked again.
  if (!(yield* selectState(selectServes(route)))) throw unknownCallError(route);
  const callApi = yield* fromContext('callApi');
  const token = options?.token ?? (yield* fromContext('getToken'))();
  try {
    return (yield call(() => callApi(route, input, options))) as EndpointData<R['name']>;
  } catch (error) {
    yield* judgeFailure(route, error, token);
    throw error;
  }
}

/**
 * Draws what follows from a failed call for the whole app: a dead token ends the session in one action, a closed site shows as
 * one, a call that nobody serves is remembered.
 *
 * @param token that the call was made with.
 */
export function* judgeFailure(route: Route, error: unknown, token: string | undefined): Generator {
  if (!(error instanceof ApiError)) return;
  if (isDeadSession(error, route)) {
    // What was still on its way when the person left, or came back as somebody else, says nothing about now; nor does what was
    // asked without a token once nobody is signed in.
    const { isLeaving, status } = yield* selectState((state) => state.session);
    const hasSession = token !== undefined || status === 'loggedIn';
    const own = (yield* fromContext('getToken'))();
    const isStored = token === (yield* readStoredToken());
    // Where it is only this page's, another tab has ended the session, or goes on under another token.
    if (!isLeaving && hasSession && isStored) yield put(unauthorized());
    else if (!isLeaving && hasSession && token === own) yield put(sessionDoubted());
  } else if (isGuardRefusal(error) && token !== undefined) {
    // Of a call for one role nobody can tell whether the role is wrong or the token dead: who asks for the account learns.
    yield put(sessionDoubted());
  }
  const closing = closings[error.code ?? ''];
  if (closing) yield put(siteClosed(closing));
  else if (isUnreachable(error)) yield put(serverLost());
  if (isUnknownCall(error)) yield put(callUnknown(route.name));
}

const unknownCallError = ({ method, path }: Route) =>
  new ApiError(404, { statusCode: 404, message: `Cannot ${method} ${path}`, error: 'Not Found' });

/**
 * A 401 on a call that reads the token; a wrong password is answered with one too. Backends of the family answer 403
 * instead, also where the token is optional. Specification 8, wire contract 1.4 and 6.
 */
function isDeadSession(error: ApiError, { access, path }: Route): boolean {
  if (access === 'public' || path.startsWith('/auth/login')) return false;
  // Who asks for nothing but the account is refused for no other reason; a page of words comes from a gateway before it.
  const isGateway = typeof error.body === 'string';
  if (path === accountRoutes.getMe.path && error.status === 403) return !isGateway && !closings[error.code ?? ''];
  return error.status === 401 || (isGuardRefusal(error) && (access === 'signedIn' || access === 'optional'));
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
