import { ApiError, offlineText, unsentText } from '@/services/api-error';

/** Carries out what is asked before a form is sent: where that finds no network, the form was not sent either. */
export function* beforeSending<T>(questions: Generator<unknown, T>): Generator<unknown, T> {
  try {
    return yield* questions;
  } catch (error) {
    const isOffline = error instanceof ApiError && error.status === 0 && error.message === offlineText;
    throw isOffline ? new ApiError(0, { message: unsentText }) : error;
  }
}
