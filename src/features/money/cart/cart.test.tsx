import { act, fireEvent, screen, within } from '@testing-library/react';
import { currentUserLoaded, loggedOut, type CurrentUser } from '@/features/identity/auth/session-slice';
import { ApiError } from '@/services/api-error';
import { cartStore } from '@/services/storage';
import { cartAddRequested, orderPlaced, type CartLine } from '@/store/intents';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { cartCheckFeature } from './cart-check-feature';
import { cartFeature } from './cart-feature';
import { selectCartCount, selectCartLines, selectJoinedCount } from './cart-slice';
import { Cart } from './components/cart';

const payee = (id: string, name: string) => ({ _id: id, name, username: name.toLowerCase(), avatar: '' });
const line = (id: string, more: Partial<CartLine> = {}): CartLine => ({
  productId: id,
  quantity: 1,
  price: 24,
  name: `Print ${id}`,
  isDigital: false,
  performer: payee('a1', 'Noor'),
  shipsTo: [],
  image: '',
  address: id,
  ...more,
});
const ada = { _id: 'f00000000000000000000001', isPerformer: false, wallet: 0 } as unknown as CurrentUser;
const keep = (reader: string, lines: CartLine[]) => cartStore(reader).write(lines.map((one) => ({ ...one })));

afterEach(() => window.localStorage.clear());

describe('the cart on a device', () => {
  it('limits quantities to the stock, and those of files to one', () => {
    const { store } = storeForTest({ features: [cartFeature] });
    const add = (one: CartLine, stock: number) => store.dispatch(cartAddRequested({ line: one, stock }));
    add(line('1', { quantity: 2 }), 3);
    add(line('1', { quantity: 2 }), 3);
    add(line('2', { isDigital: true }), 0);
    add(line('2', { isDigital: true }), 0);
    expect(selectCartCount(store.getState())).toBe(4);
    expect(cartStore('').read()).toHaveLength(2);
  });

  it('is merged into the account’s cart at login without duplicates, and stays with the account', () => {
    keep('', [line('1', { quantity: 2 }), line('2')]);
    keep(ada._id, [line('1'), line('3')]);
    const { store } = storeForTest({ features: [cartFeature] });
    store.dispatch(currentUserLoaded(ada));
    const quantities = selectCartLines(store.getState()).map(({ productId, quantity }) => [productId, quantity]);
    expect(quantities).toEqual([
      ['1', 2],
      ['3', 1],
      ['2', 1],
    ]);
    expect(selectJoinedCount(store.getState())).toBe(1);
    expect(cartStore('').read()).toBeUndefined();
    store.dispatch(loggedOut());
    expect(selectCartCount(store.getState())).toBe(0);
    expect(cartStore(ada._id).read()).toHaveLength(3);
  });

  it('loses lines that were ordered, and malformed ones', () => {
    cartStore('').write([{ ...line('1') }, { productId: 5 }, { ...line('2'), quantity: -1 }]);
    const { store } = storeForTest({ features: [cartFeature] });
    expect(selectCartCount(store.getState())).toBe(1);
    store.dispatch(orderPlaced({ productIds: ['1'] }));
    expect(cartStore('').read()).toBeUndefined();
  });

  it('is updated by changes in another tab', () => {
    const { store } = storeForTest({ features: [cartFeature] });
    const newValue = JSON.stringify([line('1')]);
    window.dispatchEvent(new StorageEvent('storage', { key: 'cart_', newValue }));
    expect(selectCartCount(store.getState())).toBe(1);
  });
});

describe('the cart page', () => {
  const product = { price: 24, stock: 5, isBought: false, shippingPrice: 4.2, shipsTo: [] };
  async function show(lines: CartLine[], getProduct: Answers['getProduct'] = () => product) {
    keep(ada._id, lines);
    const page = renderWithStore(<Cart />, {
      features: [cartFeature, cartCheckFeature],
      answers: { getProduct },
      user: ada,
    });
    await act(settle);
    return page;
  }

  it('shows a parcel for each creator, with its highest shipping price charged once', async () => {
    await show([line('1'), line('2'), line('3', { performer: payee('a2', 'Ines'), isDigital: true })]);
    const noor = screen.getByRole('region', { name: 'From Noor' });
    expect(within(noor).getByText('$4.20')).toBeInTheDocument();
    expect(screen.getByRole('region', { name: 'From Ines' })).toBeInTheDocument();
    expect(screen.getByText('$76.20')).toBeInTheDocument();
  });

  it.each([
    ['products', false, 'A card payment adds tax. Nothing renews, and you can cancel an order until it ships.'],
    ['files', true, 'A card payment adds tax. Nothing renews.'],
  ])('says whether %s can be canceled', async (_what, isDigital, text) => {
    await show([line('1', { isDigital })]);
    expect(screen.getByText(text)).toBeVisible();
  });

  it('shows a change beside its line, and prevents payment if a product is unavailable', async () => {
    await show([line('1', { quantity: 3 })], () => ({ ...product, price: 30, stock: 1 }));
    expect(screen.getByRole('alert')).toHaveTextContent('Only 1 left. You wanted 3.');
    expect(screen.getByRole('button', { name: 'Checkout' })).toBeDisabled();
    fireEvent.click(screen.getByRole('button', { name: 'Take 1' }));
    expect(screen.getByRole('alert')).toHaveTextContent('The price changed from $24.00 to $30.00');
    expect(screen.getByRole('button', { name: 'Checkout' })).toBeEnabled();
  });

  it('shows that a product is no longer for sale', async () => {
    await show([line('1')], () => {
      throw new ApiError(404, { statusCode: 404, message: 'Not found', error: 'ENTITY_NOT_FOUND' });
    });
    expect(screen.getByRole('alert')).toHaveTextContent('It’s no longer for sale');
  });

  it('can undo a removal, at the same position', async () => {
    const { store } = await show([line('1'), line('2')]);
    fireEvent.click(screen.getByRole('button', { name: 'Remove Print 1' }));
    await act(settle);
    expect(selectCartLines(store.getState())).toHaveLength(1);
    await act(async () => {
      store.dispatch(store.getState().ui.toasts[0]!.onAction);
      await settle();
    });
    expect(selectCartLines(store.getState()).map(({ productId }) => productId)).toEqual(['1', '2']);
  });

  it('shows an empty state with a next step', async () => {
    await show([]);
    expect(screen.getByRole('heading', { name: 'Your cart is empty' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Find creators' })).toBeInTheDocument();
  });
});
