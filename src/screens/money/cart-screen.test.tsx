import { act, screen } from '@testing-library/react';
import { cartCheckFeature } from '@/features/money/cart/cart-check-feature';
import { cartFeature } from '@/features/money/cart/cart-feature';
import { renderWithStore, settle } from '../../../tests/harness/render-with-store';
import { CartScreen } from './cart-screen';

it.each([
  [true, 'This is a creator account', 'Your cart is empty'],
  [false, 'Your cart is empty', 'This is a creator account'],
])('says to creators, rather than to fans, that they do not pay (%s)', async (isPerformer, shown, hidden) => {
  renderWithStore(<CartScreen />, { features: [cartFeature, cartCheckFeature], user: { isPerformer } });
  await act(settle);
  expect(screen.getByRole('heading', { name: shown })).toBeVisible();
  expect(screen.queryByText(hidden)).toBeNull();
});
