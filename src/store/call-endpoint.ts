import { createAction } from '@reduxjs/toolkit';
import { call, getContext, put, select } from 'redux-saga/effects';
import type { Route } from '@contract/define';
import type { EndpointData, EndpointInput, EndpointName } from '@contract/schemas';
import { ApiError } from '@/services/api-error';
import type { CallApi, CallOptions } from '@/services/http-client';
import type { SocketConnection } from '@/services/socket-client';
import type { StoreState } from './state';

/** The token is missing or dead: the session ends and the log-in page opens. */
export const unauthorized = createAction('session/unauthorized');

/** A call was refused since the whole site is closed: for now, or to the visitor's country. */
export const siteClosed = createAction<'maintenance' | 'geoBlock'>('settings/siteClosed');

/** The backend does not know a call at all: what needs it is hidden from here on. Decisions 6. */
export const callUnknown = createAction<EndpointName>('ui/callUnknown');

/** Codes of the refusals that speak for the whole site. */
const closings: Partial<Record<string, 'maintenance' | 'geoBlock'>> = {
  MAINTENANCE: 'maintenance',
  COUNTRY_BLOCKED: 'geoBlock',
};

/** What sagas get from outside, given when the store is made. */
export interface SagaContext {
  callApi: CallApi;
  /** Goes to an address of this app; does nothing on the server. */
  navigate(path: string, options?: { replace?: boolean }): void;
  getToken(): string | undefined;
  /** The open socket, when there is one. */
  socket: { current: SocketConnection | null };
}

/** The only place that awaits the client. A 401 ends the session in one action, a closed site shows as one; every failure is thrown on to the caller. */
export function* callEndpoint<R extends Route & { name: EndpointName }>(
  route: R,
  input?: EndpointInput<R['name']>,
  options?: CallOptions,
): Generator<unknown, EndpointData<R['name']>> {
  const callApi = yield* fromContext('callApi');
  const getToken = yield* fromContext('getToken');
  const token = getToken();
  try {
    return (yield call(() => callApi(route, input, options))) as EndpointData<R['name']>;
  } catch (error) {
    if (error instanceof ApiError && isDeadSession(error, route)) {
      // What was still on its way when the person left, or came back as somebody else, says nothing about now.
      const isLeaving = yield* selectState((state) => state.session.isLeaving);
      if (!isLeaving && getToken() === token) yield put(unauthorized());
    }
    const closing = error instanceof ApiError && closings[error.code ?? ''];
    if (closing) yield put(siteClosed(closing));
    if (error instanceof ApiError && isUnknownCall(error)) yield put(callUnknown(route.name));
    throw error;
  }
}

/** What routers of the family say of an address that nobody serves. Wire contract 1.3. */
const isUnknownCall = ({ status, message }: ApiError) =>
  status === 404 && /^Cannot (GET|POST|PUT|DELETE) /.test(message);

/** A 401 on a call that needs a session; a wrong password is answered with one too. */
function isDeadSession(error: ApiError, route: Route): boolean {
  if (route.access === 'public' || route.path.startsWith('/auth/login')) return false;
  return error.status === 401;
}

/** `select` with its type. */
export function* selectState<T>(selector: (state: StoreState) => T): Generator<unknown, T> {
  return (yield select(selector)) as T;
}

/** One member of SagaContext with its type. */
export function* fromContext<K extends keyof SagaContext>(key: K): Generator<unknown, SagaContext[K]> {
  return (yield getContext(key)) as SagaContext[K];
}
