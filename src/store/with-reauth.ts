import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { put, take } from 'redux-saga/effects';
import type { Route } from '@contract/base/define';
import type { EndpointData, EndpointInput, EndpointName } from '@contract/schemas';
import { hasErrorCode, toFailure, type ApiFailure } from '@/services/api-error';
import type { CallOptions } from '@/services/http-client';
import { callEndpoint } from './call-endpoint';

export const reauthRequested = createAction('reauth/requested');
export const reauthSucceeded = createAction('reauth/succeeded');
export const reauthDismissed = createAction('reauth/dismissed');

/**
 * `callEndpoint` for sensitive calls: if the server requires a fresh login, the reauth sheet opens, and the call is repeated
 * after the confirmation. Pages with such calls must include the reauth feature.
 *
 * @returns undefined if the user dismissed the sheet, so that nothing happened
 * @throws ApiError
 */
export function* callWithReauth<R extends Route & { name: EndpointName }>(
  route: R,
  input?: EndpointInput<R['name']>,
  options?: CallOptions,
): Generator<unknown, { data: EndpointData<R['name']> } | undefined> {
  try {
    return { data: yield* callEndpoint(route, input, options) };
  } catch (error) {
    if (!hasErrorCode(error, 'FRESH_LOGIN_REQUIRED')) throw error;
  }
  yield put(reauthRequested());
  const outcome = yield take([reauthSucceeded, reauthDismissed]);
  if (reauthDismissed.match(outcome)) return undefined;
  return { data: yield* callEndpoint(route, input, options) };
}

export const toNoInput = () => undefined;

/**
 * Creates the worker for a button that makes a sensitive call.
 *
 * @param ends `done` is also dispatched if the user dismisses the confirmation
 */
export const createSensitiveAction =
  (ends: { done(): UnknownAction; failed(failure: ApiFailure): UnknownAction }) =>
  <R extends Route & { name: EndpointName }, P>(
    route: R,
    toInput: (payload: P) => EndpointInput<R['name']> | undefined,
    then: (data: EndpointData<R['name']>) => Generator,
  ) =>
    function* press({ payload }: { payload: P }): Generator {
      try {
        const reply = yield* callWithReauth(route, toInput(payload));
        if (reply) yield* then(reply.data);
        yield put(ends.done());
      } catch (error) {
        yield put(ends.failed(toFailure(error)));
      }
    };
