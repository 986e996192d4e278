import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { limits } from '@contract/base/limits';
import { cartAddRequested, orderPlaced, type CartLine } from '@/store/intents';
import type { StoreState } from '@/store/state';

/** The cart is stored on the device. Every page shows its count; only the cart page checks its lines. */
interface CartState {
  lines: CartLine[];
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

export const { quantityChosen, pricesAccepted, joinedSeen, cartLoaded, lineRemoved, lineRestored } = cartSlice.actions;
export const cartReducer = cartSlice.reducer;

const NO_LINES: CartLine[] = [];
/** Empty on the server, because the cart is stored on the device. */
export const selectCartLines = (state: StoreState) => state.cart?.lines ?? NO_LINES;
export const selectCartCount = (state: StoreState) =>
  selectCartLines(state).reduce((sum, { quantity }) => sum + quantity, 0);
export const selectJoinedCount = (state: StoreState) => state.cart?.joined ?? 0;
