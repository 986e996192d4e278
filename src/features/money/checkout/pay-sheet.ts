import type { Action } from '@reduxjs/toolkit';
import { put } from 'redux-saga/effects';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { selectState } from '@/store/call-endpoint';
import { selectCheckout } from './checkout-slice';
import { selectIsCheckoutOpen, selectIntent, type CheckoutIntent } from './intent-slice';

/** The sheet that somebody pressed in. It leaves with its page, and another may be open when the answer comes. */
export interface PaySheet {
  /** Marks its money calls. */
  key: string;
  intent: CheckoutIntent | null;
  /** Who pays. */
  userId: string | undefined;
}

export function* readSheet(): Generator<unknown, PaySheet> {
  const { key } = yield* selectState(selectCheckout);
  const intent = yield* selectState(selectIntent);
  const user = yield* selectState(selectCurrentUser);
  return { key, intent, userId: user?._id };
}

/** Whether no other sheet was opened since, and this one has not come to its end. */
function* isCurrent({ key }: PaySheet): Generator<unknown, boolean> {
  return (yield* selectState(selectCheckout)).key === key;
}

/** Whether its payer has closed it, or is in another one. */
export function* hasLeft(sheet: PaySheet): Generator<unknown, boolean> {
  return !(yield* selectState(selectIsCheckoutOpen)) || !(yield* isCurrent(sheet));
}

/** Says something in this sheet; nothing in another one that stands in its place. @returns whether it was said. */
export function* tell(sheet: PaySheet, action: Action): Generator<unknown, boolean> {
  if (!(yield* isCurrent(sheet))) return false;
  yield put(action);
  return true;
}
