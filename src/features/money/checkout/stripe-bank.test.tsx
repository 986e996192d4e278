import { act, fireEvent, screen } from '@testing-library/react';
import { confirmAtBank, confirmCardAtBank, loadStripeJs } from '@/services/stripe-card';
import { topUpRequested } from '@/store/intents';
import { ownSettings, renderWithStore, type Answers } from '../../../../tests/harness/render-with-store';
import { cardAddRequested } from './card-form-slice';
import { checkoutFeature } from './checkout-feature';
import { CheckoutHost } from './components/checkout-host';
import { addCardRequested, intentFeature } from './intent-feature';

vi.mock('@/services/stripe-card', () => ({
  confirmAtBank: vi.fn(),
  confirmCardAtBank: vi.fn(),
  loadStripeJs: vi.fn(async () => undefined),
  mountStripeCard: async () => ({ destroy: () => undefined }),
}));
const asked = vi.mocked(confirmAtBank);
const askedForCard = vi.mocked(confirmCardAtBank);
const loaded = vi.mocked(loadStripeJs);

/** A backend with its own Stripe account, where 3-D Secure is confirmed with the payment's secret. Wire contract 3.12. */
const card = {
  _id: 'd00000000000000000000001',
  token: 'card_1',
  brand: 'Visa',
  last4Digits: '4242',
  month: '4',
  year: '2031',
  isDefault: true,
};
const payment = {
  _id: 'e00000000000000000000001',
  paymentGateway: 'stripe',
  type: 'token_package',
  originalPrice: 10,
  totalPrice: 10,
  stripeClientSecret: 'pi_1_secret_2',
};

const wait = (ms: number) =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(ms);
    await vi.dynamicImportSettled();
    await vi.advanceTimersByTimeAsync(0);
  });

async function topUp(stand: { status: string }, settings = { stripePublishableKey: 'pk_1' } as object) {
  const answers: Answers = {
    listCards: () => ({ data: [card], total: 1 }),
    calculateTax: () => ({ rate: 0 }),
    getMe: () => ({ _id: 'f00000000000000000000001', wallet: 10, isPerformer: false }),
    topUpWallet: () => ({ ...payment, status: 'require_authentication' }),
    getTransaction: () => ({ ...payment, ...stand }),
  };
  const page = renderWithStore(<CheckoutHost />, { features: [intentFeature, checkoutFeature], answers, user: {} });
  act(() => void page.store.dispatch(ownSettings(settings)));
  act(() => void page.store.dispatch(topUpRequested()));
  await wait(0);
  fireEvent.click(screen.getByRole('button', { name: 'Top up for $10.00' }));
  await wait(0);
  return page;
}

beforeEach(() => {
  vi.useFakeTimers();
  asked.mockReset();
  askedForCard.mockReset();
});
afterEach(() => vi.useRealTimers());

describe('a payment that the bank must confirm', () => {
  it('opens Stripe’s window once, and succeeds when the backend says so', async () => {
    let agree = () => undefined as void;
    asked.mockImplementation(() => new Promise((resolve) => (agree = () => resolve(undefined))));
    const stand = { status: 'require_authentication' };
    await topUp(stand);
    await wait(15_000);
    expect(asked.mock.calls).toEqual([['pk_1', 'pi_1_secret_2']]);
    // An open sheet would cover Stripe's window.
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    stand.status = 'success';
    agree();
    await wait(0);
    expect(screen.getByText('$10.00 was added to your wallet.')).toBeInTheDocument();
  });

  it('shows that the bank refused', async () => {
    asked.mockResolvedValue('We are unable to authenticate your payment method.');
    await topUp({ status: 'require_authentication' });
    await wait(0);
    expect(screen.getByRole('dialog')).toHaveTextContent('We are unable to authenticate your payment method.');
    expect(screen.getByRole('button', { name: 'Pay another way' })).toBeInTheDocument();
  });

  it('stays pending if the window does not load', async () => {
    loaded.mockRejectedValueOnce(new Error('blocked'));
    const stand = { status: 'require_authentication' };
    await topUp(stand);
    await wait(5_000);
    expect(screen.getByRole('button', { name: 'Waiting for your bank' })).toBeInTheDocument();
    stand.status = 'success';
    await wait(5_000);
    expect(screen.getByText('$10.00 was added to your wallet.')).toBeInTheDocument();
  });

  it('is not shown as failed after an unknown status', async () => {
    asked.mockResolvedValue(undefined);
    const stand = { status: 'pending' };
    await topUp(stand);
    await wait(30_000);
    expect(screen.getByRole('dialog')).not.toHaveTextContent('You were not charged');
    stand.status = 'success';
    await wait(5_000);
    expect(screen.getByText('$10.00 was added to your wallet.')).toBeInTheDocument();
  });

  it('is not described as “not charged” if it was refunded', async () => {
    asked.mockResolvedValue(undefined);
    await topUp({ status: 'refunded' });
    await wait(5_000);
    expect(screen.getByRole('dialog')).toHaveTextContent('Your money is on its way back.');
    expect(screen.getByRole('dialog')).not.toHaveTextContent('You were not charged');
  });

  it('opens no window for the sandbox’s bank', async () => {
    await topUp({ status: 'require_authentication' }, { stripePublishableKey: 'pk_1', sandboxParts: ['payment'] });
    expect(asked).not.toHaveBeenCalled();
    expect(screen.getByRole('button', { name: 'Approve $10.00' })).toBeInTheDocument();
  });
});

describe('a card saved without a payment', () => {
  const unconfirmed = { ...card, setupClientSecret: 'seti_1_secret_2' };
  const newCard = { token: 'tok_1', brand: 'Visa', last4Digits: '4242', month: '04', year: '2031', holderName: 'Ada' };

  async function add(saved: object, settings: object = { stripePublishableKey: 'pk_1' }) {
    const answers: Answers = {
      listCards: () => ({ data: [], total: 0 }),
      addCard: () => saved,
      deleteCard: () => ({ success: true }),
    };
    const page = renderWithStore(<CheckoutHost />, {
      features: [intentFeature, checkoutFeature],
      answers,
      user: { verifiedEmail: true },
    });
    act(() => void page.store.dispatch(ownSettings(settings)));
    act(() => void page.store.dispatch(addCardRequested()));
    await wait(0);
    act(() => void page.store.dispatch(cardAddRequested({ ...newCard, paymentGateway: 'stripe' })));
    await wait(1_000);
    const { list } = page.store.getState().checkout.cards;
    return {
      ids: list.map((one: { _id: string }) => one._id),
      deleted: page.calls.filter(({ name }) => name === 'deleteCard'),
    };
  }

  it('is kept if the bank agrees', async () => {
    askedForCard.mockResolvedValue(undefined);
    expect(await add(unconfirmed)).toEqual({ ids: [card._id], deleted: [] });
    expect(askedForCard.mock.calls).toEqual([['pk_1', 'seti_1_secret_2']]);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('is deleted if the bank refuses, and the form says so', async () => {
    askedForCard.mockResolvedValue('We are unable to authenticate your payment method.');
    const { ids, deleted } = await add(unconfirmed);
    expect([ids, deleted]).toMatchObject([[], [{ input: { params: { id: card._id } } }]]);
    expect(screen.getByRole('alert')).toHaveTextContent('We are unable to authenticate your payment method.');
    expect(screen.getByRole('button', { name: 'Save card' })).toBeEnabled();
  });

  it('is kept if the bank’s answer is unknown, because the first payment will ask again', async () => {
    askedForCard.mockRejectedValue(new Error('api_error'));
    expect(await add(unconfirmed)).toEqual({ ids: [card._id], deleted: [] });
  });

  it.each([
    ['its bank requires none', card, { stripePublishableKey: 'pk_1' }],
    ['the bank belongs to the sandbox', unconfirmed, { stripePublishableKey: 'pk_1', sandboxParts: ['payment'] }],
    ['the site has no key', unconfirmed, {}],
  ])('is kept without a confirmation if %s', async (_why, saved, settings) => {
    expect((await add(saved, settings)).ids).toEqual([card._id]);
    expect(askedForCard).not.toHaveBeenCalled();
  });
});
