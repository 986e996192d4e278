import { eventChannel, type EventChannel, type Task } from 'redux-saga';
import { cancel, cancelled, fork, put, take, takeEvery } from 'redux-saga/effects';
import { limits } from '@contract/base/limits';
import { paths } from '@/config/paths';
import { currentUserLoaded, selectCurrentUser, selectIsPerformer } from '@/features/identity/auth/session-slice';
import { toastShown } from '@/features/site/ui/ui-slice';
import { cartStore } from '@/services/storage';
import { selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { cartAddRequested, orderPlaced, type CartLine } from '@/store/intents';
import { mergeCarts, readCartLines } from './cart-lines';
import {
  cartLoaded,
  cartReducer,
  lineRemoved,
  lineRestored,
  pricesAccepted,
  quantityChosen,
  selectCartLines,
} from './cart-slice';

/** Loads the cart. After a login, merges the guest's cart into the account's. ux.md SH-2. */
function* openCart() {
  const user = yield* selectState(selectCurrentUser);
  const own = readCartLines(cartStore(user?._id ?? '').read());
  const chosenBefore = user && !user.isPerformer ? readCartLines(cartStore('').read()) : [];
  if (!user || chosenBefore.length === 0) {
    yield put(cartLoaded({ lines: own }));
    return;
  }
  const lines = mergeCarts(own, chosenBefore);
  cartStore('').remove();
  yield put(cartLoaded({ lines, joined: lines.length - own.length }));
  yield* saveCart();
}

function* saveCart() {
  const user = yield* selectState(selectCurrentUser);
  const lines = yield* selectState(selectCartLines);
  const store = cartStore(user?._id ?? '');
  if (lines.length > 0) store.write(lines.map((line) => ({ ...line })));
  else store.remove();
}

function* watchOtherTabs(): Generator {
  const user = yield* selectState(selectCurrentUser);
  const changes: EventChannel<CartLine[]> = eventChannel((emit) =>
    cartStore(user?._id ?? '').watch((now) => emit(readCartLines(now))),
  );
  try {
    for (;;) yield put(cartLoaded({ lines: (yield take(changes)) as CartLine[] }));
  } finally {
    if (yield cancelled()) changes.close();
  }
}

function* addLine({ payload: { line } }: ReturnType<typeof cartAddRequested>) {
  if (yield* selectState(selectIsPerformer)) return;
  yield* saveCart();
  const isIn = (yield* selectState(selectCartLines)).some(({ productId }) => productId === line.productId);
  const text = isIn ? 'Added to your cart' : `A cart holds ${limits.cartLines} products at most`;
  yield put(toastShown({ text, tone: isIn ? 'success' : 'error', action: 'Open cart', href: paths.cart }));
}

/** "Undo" gets the whole line, because the store no longer has it then. */
export const removalOf = (lines: CartLine[], line: CartLine) => [
  lineRemoved({ productId: line.productId }),
  toastShown({
    text: `${line.name} removed`,
    action: 'Undo',
    onAction: lineRestored({ line, index: lines.indexOf(line) }),
  }),
];

export const cartFeature: Feature = {
  name: 'cart',
  reducer: cartReducer,
  *browserSaga() {
    yield* openCart();
    yield takeEvery(currentUserLoaded, openCart);
    yield fork(function* watchOwnCart() {
      for (;;) {
        const watcher: Task = yield fork(watchOtherTabs);
        yield take(currentUserLoaded);
        yield cancel(watcher);
      }
    });
    yield takeEvery(cartAddRequested, addLine);
    yield takeEvery([quantityChosen, pricesAccepted, lineRemoved, lineRestored, orderPlaced], saveCart);
  },
};
