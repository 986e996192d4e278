import type { Action } from '@reduxjs/toolkit';
import { put } from 'redux-saga/effects';
import { toFailure, type ApiFailure } from '@/services/api-error';

/** Runs a saga and dispatches `onFailure`'s actions if it throws. Without `onFailure`, errors are ignored. */
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
