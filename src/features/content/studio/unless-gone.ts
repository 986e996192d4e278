import { ApiError } from '@/services/api-error';

/** Takes something away; what is gone already, with another tab or a try whose answer was lost, is gone. */
export function* unlessGone(removal: Generator): Generator {
  try {
    yield* removal;
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error;
  }
}
