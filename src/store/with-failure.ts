import type { Action } from '@reduxjs/toolkit';
import { put } from 'redux-saga/effects';
import { toFailure, type ApiFailure } from '@/services/api-error';

/**
 * A saga that answers its failure with an action or several: a state that says so, what was shown at once taken back, a
 * notice. With none it fails in silence, and what is on screen stays.
 */
export const withFailure = <A extends Action>(
  saga: (action: A) => Generator,
  onFailure: (failure: ApiFailure, action: A) => Action | Action[] = () => [],
) =>
  function* attempted(action: A) {
    try {
      yield* saga(action);
    } catch (error) {
      for (const followUp of [onFailure(toFailure(error), action)].flat()) yield put(followUp);
    }
  };
