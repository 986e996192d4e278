import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
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
import type { StoreState } from '@/store/state';
import { mergeCarts, readCartLines } from './cart-lines';

/** What this reader means to order, as this device keeps it. Every page counts it; the cart's own page checks it. */
interface CartState {
  lines: CartLine[];
  /** How many came in at the log-in, from before it. */
  joined: number;
}

declare module '@/store/state' {
  interface StoreState {
    cart: CartState;
  }
}

const initialState: CartState = { lines: [], joined: 0 };

const cartSlice = createSlice({
  name: 'cart',
  initialState,
  reducers: {
    cartLoaded(state, { payload }: PayloadAction<{ lines: CartLine[]; joined?: number }>) {
      state.lines = payload.lines;
      if (payload.joined) state.joined = payload.joined;
    },
    quantityChosen(state, { payload }: PayloadAction<{ productId: string; quantity: number }>) {
      const line = state.lines.find(({ productId }) => productId === payload.productId);
      if (line) line.quantity = payload.quantity;
    },
    /** Its buyer was told of a new price and goes on with it. */
    pricesAccepted(state, { payload }: PayloadAction<{ productId: string; price: number }[]>) {
      for (const { productId, price } of payload) {
        const line = state.lines.find((one) => one.productId === productId);
        if (line) line.price = price;
      }
    },
    lineRemoved(state, { payload }: PayloadAction<{ productId: string }>) {
      state.lines = state.lines.filter(({ productId }) => productId !== payload.productId);
    },
    lineRestored(state, { payload: { line, index } }: PayloadAction<{ line: CartLine; index: number }>) {
      if (state.lines.some(({ productId }) => productId === line.productId)) return;
      state.lines.splice(index, 0, line);
    },
    joinedSeen(state) {
      state.joined = 0;
    },
  },
  extraReducers: (builder) => {
    builder.addCase(cartAddRequested, (state, { payload: { line, stock } }) => {
      const known = state.lines.findIndex(({ productId }) => productId === line.productId);
      const most = line.isDigital ? 1 : Math.min(stock, limits.orderQuantity);
      const quantity = Math.min((state.lines[known]?.quantity ?? 0) + line.quantity, most);
      if (known >= 0) state.lines[known] = { ...line, quantity };
      else if (state.lines.length < limits.cartLines) state.lines.push({ ...line, quantity });
    });
    builder.addCase(orderPlaced, (state, { payload: { productIds } }) => {
      state.lines = state.lines.filter(({ productId }) => !productIds.includes(productId));
    });
  },
});

export const { quantityChosen, pricesAccepted, joinedSeen } = cartSlice.actions;
const { cartLoaded, lineRemoved, lineRestored } = cartSlice.actions;

const NO_LINES: CartLine[] = [];
/** Empty on the server, which does not know what a device keeps. */
export const selectCartLines = (state: StoreState) => state.cart?.lines ?? NO_LINES;
export const selectCartCount = (state: StoreState) =>
  selectCartLines(state).reduce((sum, { quantity }) => sum + quantity, 0);
export const selectJoinedCount = (state: StoreState) => state.cart?.joined ?? 0;

/** Two carts become one: what a visitor chose is there after the log-in. ux.md SH-2. */
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

/** What another tab makes of the same cart shows here, too. */
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

/** The line as it was, for "Undo": by the time the saga hears of a removal it is gone. */
export const removalOf = (lines: CartLine[], line: CartLine) => [
  lineRemoved({ productId: line.productId }),
  toastShown({
    text: `${line.name} removed`,
    action: 'Undo',
    onAction: lineRestored({ line, index: lines.indexOf(line) }),
  }),
];

/** What is meant to be ordered; counted on every page. */
export const cartFeature: Feature = {
  name: 'cart',
  reducer: cartSlice.reducer,
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
