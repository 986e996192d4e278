import { ApiError, OFFLINE_TEXT, UNSENT_TEXT } from '@/services/api-error';

/** Runs the requests that precede sending a form. If they fail offline, the error text says that nothing was sent. */
export function* runBeforeSending<T>(requests: Generator<unknown, T>): Generator<unknown, T> {
  try {
    return yield* requests;
  } catch (error) {
    const isOffline = error instanceof ApiError && error.status === 0 && error.message === OFFLINE_TEXT;
    throw isOffline ? new ApiError(0, { message: UNSENT_TEXT }) : error;
  }
}
