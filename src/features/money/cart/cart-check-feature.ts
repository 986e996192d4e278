import { createAction, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { all, call, put, takeEvery, takeLatest } from 'redux-saga/effects';
import { productRoutes } from '@contract/content/product-routes';
import type { EndpointData } from '@contract/schemas';
import { isNotFound } from '@/services/api-error';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { orderRefused, type CartLine } from '@/store/intents';
import type { StoreState } from '@/store/state';
import { selectCartLines } from './cart-slice';

/** The current offer of a product in the cart; `gone` if it is no longer for sale. */
export type Checked =
  | 'gone'
  | Pick<EndpointData<'getProduct'>, 'price' | 'stock' | 'isBought' | 'shippingPrice' | 'shipsTo'>;

/** Offers by product id; absent until checked. */
export type CartCheckState = Record<string, Checked>;

declare module '@/store/state' {
  interface StoreState {
    cartCheck: CartCheckState;
  }
}

/** Checks every line again when the cart page opens. Promises M-16. */
export const cartCheckRequested = createAction('cartCheck/requested');

const initialState: CartCheckState = {};

const cartCheckSlice = createSlice({
  name: 'cartCheck',
  initialState,
  reducers: {
    lineChecked(state, { payload: { productId, found } }: PayloadAction<{ productId: string; found: Checked }>) {
      state[productId] = found;
    },
  },
});

const { lineChecked } = cartCheckSlice.actions;
export const selectCartCheck = (state: StoreState) => state.cartCheck;

/** Why a line cannot be ordered as it is. A changed `price` only has to be shown first. */
export type LineChange =
  | { kind: 'gone' | 'bought' | 'soldOut' }
  | { kind: 'fewer'; left: number }
  | { kind: 'price'; before: number; now: number };

export function findChange({ quantity, price, isDigital }: CartLine, found: Checked | undefined): LineChange | null {
  if (!found) return null;
  if (found === 'gone') return { kind: 'gone' };
  if (isDigital && found.isBought) return { kind: 'bought' };
  if (!isDigital && found.stock <= 0) return { kind: 'soldOut' };
  if (!isDigital && found.stock < quantity) return { kind: 'fewer', left: found.stock };
  return found.price === price ? null : { kind: 'price', before: price, now: found.price };
}

export const isOrderable = (change: LineChange | null): boolean => change === null || change.kind === 'price';

function* checkProduct(productId: string) {
  try {
    const product = yield* callEndpoint(productRoutes.getProduct, { params: { id: productId } });
    const { price, stock, isBought, shippingPrice, shipsTo } = product;
    yield put(lineChecked({ productId, found: { price, stock, isBought, shippingPrice, shipsTo } }));
  } catch (error) {
    // After other errors, the line stays as it was; the checkout reports the problem.
    if (isNotFound(error)) yield put(lineChecked({ productId, found: 'gone' }));
  }
}

function* checkProducts(ids: readonly string[]) {
  yield all(ids.map((id) => call(checkProduct, id)));
}

export const cartCheckFeature: Feature = {
  name: 'cartCheck',
  reducer: cartCheckSlice.reducer,
  *browserSaga() {
    yield takeLatest(cartCheckRequested, function* checkAll() {
      yield* checkProducts((yield* selectState(selectCartLines)).map(({ productId }) => productId));
    });
    yield takeEvery(orderRefused, ({ payload: { productIds } }) => checkProducts(productIds));
  },
};
