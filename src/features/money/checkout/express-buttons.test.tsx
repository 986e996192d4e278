import { act, fireEvent, screen } from '@testing-library/react';
import type { mountExpressButtons } from '@/services/stripe-express';
import { topUpRequested } from '@/store/intents';
import { ApiError } from '@/services/api-error';
import { ownSettings, renderWithStore, settle, type Answers } from '../../../../tests/harness/render-with-store';
import { checkoutFeature } from './checkout-feature';
import { CheckoutHost } from './components/checkout-host';
import { addCardRequested, intentClosed, intentFeature } from './intent-feature';

vi.mock('@/services/stripe-card', () => ({
  mountStripeCard: async () => ({ tokenize: vi.fn(), destroy: vi.fn() }),
}));
const mockMount = vi.fn<typeof mountExpressButtons>();
vi.mock('@/services/stripe-express', () => ({
  mountExpressButtons: (...given: Parameters<typeof mountExpressButtons>) => mockMount(...given),
}));

const buttons = { update: vi.fn(), destroy: vi.fn() };
beforeEach(() => {
  vi.clearAllMocks();
  mockMount.mockResolvedValue(buttons);
});

const saved = {
  _id: 'c00000000000000000000001',
  token: 'pm_1',
  brand: 'Google Pay',
  last4Digits: '4242',
  month: '04',
  year: '2031',
  isDefault: true,
};
const card = { token: 'pm_1', brand: 'visa', last4: '4242', month: '04', year: '2031' };
const stripe = { stripePublishableKey: 'pk_test_1', paymentGateway: 'stripe' };

async function open(
  answers: Answers = {},
  settings: Parameters<typeof ownSettings>[0] = {},
  intent: { type: string } = topUpRequested(),
) {
  const page = renderWithStore(<CheckoutHost />, {
    features: [intentFeature, checkoutFeature],
    answers: {
      listCards: () => ({ data: [], total: 0 }),
      calculateTax: () => ({ amount: 100, taxAmount: 0, totalAmount: 100, rate: 0 }),
      addCard: () => saved,
      topUpWallet: () => ({ paymentUrl: '#gateway' }),
      ...answers,
    },
    user: { verifiedEmail: true, wallet: 5, balance: 5 },
  });
  await act(async () => {
    page.store.dispatch(ownSettings({ ...stripe, minimumWalletPrice: 10, maximumWalletPrice: 100, ...settings }));
    page.store.dispatch(intent);
    await settle();
  });
  const options = () => mockMount.mock.lastCall![1];
  const approve = async (tokenize: () => Promise<typeof card> = async () => card) => {
    const fail = vi.fn();
    await act(async () => {
      options().onApproval({ tokenize, fail });
      await settle();
    });
    return fail;
  };
  const names = () => page.calls.map(({ name }) => name);
  const show = async () => act(async () => options().onReady(true));
  return { ...page, options, approve, names, show };
}
const or = () => screen.getByText('or type a card');

it('express buttons are shown only after Stripe reports Apple Pay or Google Pay', async () => {
  const { show } = await open();
  expect(or().parentElement).toHaveClass('expressWaiting');
  await show();
  expect(or().parentElement).not.toHaveClass('expressWaiting');
});

it('express buttons are not requested if the backend does not accept their cards', async () => {
  await open({}, { extensions: ['idempotencyKeys'] });
  expect(screen.getByRole('group', { name: 'Card' })).toBeInTheDocument();
  expect(mockMount).not.toHaveBeenCalled();
});

it('express buttons show the amount, even after it has changed', async () => {
  const { options, store, show } = await open();
  await show();
  const total = () =>
    Number(/\$([\d.]+)/.exec(screen.getByRole('button', { name: /^Top up for/ }).textContent ?? '')?.[1]);
  expect(options().due).toBe(total());
  fireEvent.change(screen.getByLabelText('Or your own amount'), { target: { value: '37' } });
  expect(total()).toBe(37);
  expect(buttons.update).toHaveBeenLastCalledWith(37);
  expect(options().onPress()).toBe(true);
  fireEvent.change(screen.getByLabelText('Or your own amount'), { target: { value: '3' } });
  expect(options().onPress()).toBe(false);
  expect(or().parentElement).toHaveAttribute('inert');
  await act(async () => void store.dispatch(intentClosed()));
});

it('express buttons pay the amount that was shown, like a typed card', async () => {
  const { options, approve, calls } = await open();
  fireEvent.change(screen.getByLabelText('Or your own amount'), { target: { value: '37' } });
  options().onPress();
  fireEvent.change(screen.getByLabelText('Or your own amount'), { target: { value: '50' } });
  const fail = await approve();
  const [added, paid] = calls.filter(({ name }) => name === 'addCard' || name === 'topUpWallet');
  expect(added?.input.body).toMatchObject({ token: 'pm_1', last4Digits: '4242', paymentGateway: 'stripe' });
  expect(paid?.input.body).toMatchObject({ amount: 37, cardId: 'pm_1' });
  expect(fail).not.toHaveBeenCalled();
});

it('express buttons apply a coupon that is typed instead of opening, and then charge the new total', async () => {
  const { options, names } = await open({
    applyCoupon: () => ({ _id: 'e00000000000000000000001', code: 'SPRING', value: 0.5 }),
  });
  fireEvent.change(screen.getByLabelText('Or your own amount'), { target: { value: '40' } });
  fireEvent.click(screen.getByRole('button', { name: 'I have a coupon' }));
  fireEvent.change(screen.getByLabelText('Coupon'), { target: { value: 'SPRING' } });
  await act(async () => {
    expect(options().onPress()).toBe(false);
    await settle();
  });
  expect(names()).not.toContain('topUpWallet');
  expect(screen.getByText('Coupon applied. Check the new total, then pay.')).toBeVisible();
  expect(buttons.update).toHaveBeenLastCalledWith(20);
  expect(options().onPress()).toBe(true);
});

it('express buttons save a card without charging it', async () => {
  const { options, approve, names } = await open({}, {}, addCardRequested());
  expect(options().due).toBe(0);
  options().onPress();
  await approve();
  expect(names()).toContain('addCard');
  expect(screen.queryByRole('dialog', { name: 'Add a card' })).not.toBeInTheDocument();
});

it('the reason why Stripe rejected the card is shown in the sheet and in Apple Pay or Google Pay', async () => {
  const { options, approve, names } = await open();
  options().onPress();
  const fail = await approve(async () => {
    throw new Error('Your wallet is empty.');
  });
  expect(screen.getByRole('alert')).toHaveTextContent('Your wallet is empty.');
  expect(fail).toHaveBeenCalledTimes(1);
  expect(names()).not.toContain('addCard');
});

it('the reason why the server rejected the card is shown in the sheet and in Apple Pay or Google Pay', async () => {
  const { options, approve, names } = await open({
    addCard: () => {
      throw new ApiError(400, { statusCode: 400, error: 'CARD_DECLINED', message: 'Your card was declined.' });
    },
  });
  options().onPress();
  const fail = await approve();
  expect(screen.getByRole('alert')).toHaveTextContent('Your card was declined.');
  expect(fail).toHaveBeenCalledTimes(1);
  expect(names()).not.toContain('topUpWallet');
});

it('express buttons do not pay after their sheet was closed', async () => {
  const { options, store, names } = await open();
  options().onPress();
  let end: (token: typeof card) => void = () => undefined;
  const fail = vi.fn();
  await act(async () => {
    options().onApproval({ tokenize: () => new Promise((resolve) => (end = resolve)), fail });
    store.dispatch(intentClosed());
    await settle();
    end(card);
    await settle();
  });
  expect(names()).not.toContain('addCard');
  expect(fail).toHaveBeenCalledTimes(1);
});
