import { createAction } from '@reduxjs/toolkit';
import { put, take } from 'redux-saga/effects';
import type { Route } from '@contract/define';
import type { EndpointData, EndpointInput, EndpointName } from '@contract/schemas';
import { ApiError } from '@/services/api-error';
import { callEndpoint } from './call-endpoint';

/** A sensitive call waits until the person has proved again who they are. */
export const proofNeeded = createAction('proof/needed');
export const proofGiven = createAction('proof/given');
/** The person would rather not. */
export const proofDismissed = createAction('proof/dismissed');

/**
 * `callEndpoint` for sensitive calls: where the server asks for fresh proof, the proof sheet opens and the call is made
 * again once it was given. Pages with such calls bring the proof feature along.
 *
 * @returns undefined when the person closed the sheet: nothing has happened then.
 * @throws ApiError as `callEndpoint`.
 */
export function* callWithProof<R extends Route & { name: EndpointName }>(
  route: R,
  input?: EndpointInput<R['name']>,
): Generator<unknown, { data: EndpointData<R['name']> } | undefined> {
  try {
    return { data: yield* callEndpoint(route, input) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'FRESH_LOGIN_REQUIRED') throw error;
  }
  yield put(proofNeeded());
  const outcome = yield take([proofGiven, proofDismissed]);
  if (proofDismissed.match(outcome)) return undefined;
  return { data: yield* callEndpoint(route, input) };
}
