import { createAction, isAnyOf } from '@reduxjs/toolkit';
import type { Route } from '@contract/base/define';
import type { EndpointInput, EndpointName } from '@contract/schemas';
import { createRandomKey } from '@/lib/random-key';
import { createChangeSlice, type ChangeState } from '@/store/change-slice';
import type { StoreState } from '@/store/state';

declare module '@/store/state' {
  interface StoreState {
    act: ChangeState;
  }
}

/** An operator's act: one call, whatever it does. */
export interface Act {
  route: Route & { name: EndpointName };
  input: CallParts;
  /** The toast after it succeeded. */
  said: string;
  /** The response comes in parts: the call is repeated, with its `next` as `after`, until that is null. */
  isInParts?: true;
}

/** The parts of any call; `buildAct` checks them against the route. */
interface CallParts {
  params?: unknown;
  query?: unknown;
  body?: unknown;
}

export const buildAct = <R extends Route & { name: EndpointName }>(
  route: R,
  input: EndpointInput<R['name']>,
  said: string,
): Act => ({ route, input, said });

export const actRequested = createAction('act/requested', (payload: Act) => ({
  payload: { ...payload, key: createRandomKey() },
}));
/** The response to an act that produces something, such as a file. */
export const actReplied = createAction<{ name: EndpointName; data: unknown; parts: unknown[] }>('act/replied');
/** Clears the outcome of the last act. */
export const actOpened = createAction('act/opened');

export const actSlice = createChangeSlice({ name: 'act', opened: actOpened, isBegun: isAnyOf(actRequested) });

/** Lists and pages of the console reload. */
export const { changeDone: actDone, changeFailed: actFailed, changeCalledOff: actCalledOff } = actSlice.actions;

export const selectAct = (state: StoreState) => state.act;
