import { createAction, type UnknownAction } from '@reduxjs/toolkit';
import { put, take } from 'redux-saga/effects';
import type { Route } from '@contract/base/define';
import type { EndpointData, EndpointInput, EndpointName } from '@contract/schemas';
import { hasErrorCode, toFailure, type ApiFailure } from '@/services/api-error';
import type { CallOptions } from '@/services/http-client';
import { callEndpoint } from './call-endpoint';

/** A sensitive call waits until the account has confirmed its identity again. */
export const reauthRequested = createAction('reauth/requested');
export const reauthSucceeded = createAction('reauth/succeeded');
/** The sheet was closed without a confirmation. */
export const reauthDismissed = createAction('reauth/dismissed');

/**
 * `callEndpoint` for sensitive calls: where the server asks for fresh proof, the reauth sheet opens and the call is made
 * again once it was given. Pages with such calls bring the reauth feature along.
 *
 * @returns undefined when the person closed the sheet: nothing has happened then.
 * @throws ApiError as `callEndpoint`.
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

/** For calls that need no input. */
export const toNoInput = () => undefined;

/**
 * Makes what follows a press of a button that makes a sensitive call.
 *
 * @param ends what is told when it went well, or was called off, and when it failed.
 * @returns a function of the call, of how what was pressed becomes its input, and of what follows a success.
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
