import type { Action } from '@reduxjs/toolkit';
import { put } from 'redux-saga/effects';
import { toFailure, type ApiFailure } from '@/services/api-error';

/** Runs a saga. If it throws, dispatches the actions of `onFailure`, or without it ignores the error. */
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
