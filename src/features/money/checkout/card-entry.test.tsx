import { act, fireEvent, screen } from '@testing-library/react';
import axios from 'axios';
import { publicEnvElementId } from '@/config/env';
import { ApiError } from '@/services/api-error';
import { subscribeRequested, tipRequested, topUpRequested } from '@/store/intents';
import { ownSettings, renderWithStore, settle, type Answers } from '../../../../tests/harness/render-with-store';
import { checkoutFeature } from './checkout-feature';
import { CardForm, CheckoutHost } from './components/checkout-host';
import { CardList } from './components/card-list';
import { addCardRequested, intentClosed, intentFeature, selectIsCheckoutOpen } from './intent-feature';

beforeAll(() => {
  const env = document.createElement('script');
  env.type = 'application/json';
  env.id = publicEnvElementId;
  env.textContent = JSON.stringify({ cardTokenUrl: null, apiEndpoint: 'https://api.example.test' });
  document.head.append(env);
});

const mockTokenize = vi.fn();
const mockMount = vi.fn();
vi.mock('@/services/stripe-card', () => ({
  mountStripeCard: (...given: unknown[]) => mockMount(...given) as unknown,
}));

const performer = {
  _id: 'a00000000000000000000001',
  name: 'Noor Adeyemi',
  username: 'noor',
  avatar: '',
  monthlyPrice: 8,
  yearlyPrice: 0,
  stats: { totalFeeds: 3 },
  isSubscribed: false,
};
const saved = {
  _id: 'c00000000000000000000001',
  token: 'card_1',
  brand: 'Visa',
  last4Digits: '4242',
  month: '08',
  year: '2031',
  isDefault: true,
};
const sentence = 'You’ll enter your card on the payment provider’s page.';

async function open(
  element: React.ReactElement,
  settings: Parameters<typeof ownSettings>[0],
  { answers = {}, intent }: { answers?: Answers; intent?: { type: string } } = {},
) {
  const page = renderWithStore(element, {
    features: [intentFeature, checkoutFeature],
    answers: {
      listCards: () => ({ data: [], total: 0 }),
      calculateTax: () => ({ amount: 100, taxAmount: 0, totalAmount: 100, rate: 0 }),
      getPerformer: () => performer,
      ...answers,
    },
    user: { verifiedEmail: true, wallet: 5, balance: 5 },
  });
  await act(async () => {
    page.store.dispatch(ownSettings(settings));
    if (intent) page.store.dispatch(intent);
    await settle();
  });
  return page;
}

const type = (fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields)) {
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  }
};
const press = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await act(settle);
};
const typed = { 'Card number': '4242424242424242', Expires: '0899', 'Security code': '123', 'Name on the card': 'Ada' };

describe('F-7: the sandbox of the reference API', () => {
  it('lists its test cards, and gets the number in a body, never in a URL', async () => {
    const post = vi.spyOn(axios, 'post').mockResolvedValue({ data: { token: 'tok_visa' } });
    const get = vi.spyOn(axios, 'get');
    const { calls } = await open(<CardForm />, { sandboxParts: ['payment'] }, { answers: { addCard: () => saved } });
    expect(screen.getByText('4242 4242 4242 4242')).toBeInTheDocument();
    type(typed);
    await press('Save card');
    expect(post).toHaveBeenCalledWith(
      'https://api.example.test/sandbox/card-token',
      { number: '4242424242424242', exp: '08/99', cvc: '123' },
      expect.not.objectContaining({ params: expect.anything() as unknown }),
    );
    expect(get).not.toHaveBeenCalled();
    expect(JSON.stringify(calls)).not.toContain('424242424242');
    expect(calls.at(-1)).toMatchObject({ name: 'addCard', input: { body: { token: 'tok_visa' } } });
    expect(screen.getByLabelText('Card number')).toHaveValue('');
    expect(screen.getByLabelText('Security code')).toHaveValue('');
  });
});

describe('a checkout sheet that closes while its card is being saved', () => {
  const topUpAnswers: Answers = { listCards: () => ({ data: [], total: 0 }), topUpWallet: () => ({}) };

  function held() {
    const ends: ((reply: object | Error) => void)[] = [];
    const answer = () =>
      new Promise<object>((resolve, reject) => {
        ends.push((reply) => (reply instanceof Error ? reject(reply) : resolve(reply)));
      });
    const end = async (reply: object | Error) => {
      ends.shift()?.(reply);
      await act(settle);
    };
    return { answer, end };
  }

  async function pay(answers: Answers = {}) {
    const token = held();
    vi.spyOn(axios, 'post').mockImplementation(token.answer);
    const page = await open(
      <CheckoutHost />,
      { sandboxParts: ['payment'] },
      { answers: { ...topUpAnswers, ...answers }, intent: topUpRequested() },
    );
    type(typed);
    await press(/^Top up for/);
    const send = async (...actions: { type: string }[]) => {
      await act(async () => {
        for (const action of actions) page.store.dispatch(action);
        await settle();
      });
    };
    const names = () => page.calls.map(({ name }) => name);
    return { ...page, token, send, names };
  }

  it('neither pays nor saves the card if it closes before the token arrives', async () => {
    const { token, send, names } = await pay({ addCard: () => saved });
    await send(intentClosed());
    await token.end({ data: { token: 'tok_visa' } });
    expect(names()).not.toContain('addCard');
    expect(names()).not.toContain('topUpWallet');
  });

  it.each([
    ['a token', { data: { token: 'tok_visa' } }],
    ['no token', new Error('down')],
  ])('does not affect a sheet opened right after it: %s', async (_what, reply) => {
    const { token, send, names } = await pay({ addCard: () => saved });
    await send(intentClosed(), topUpRequested());
    expect(screen.getByRole('button', { name: /^Top up for/ })).toBeEnabled();
    await token.end(reply);
    expect(names()).not.toContain('addCard');
    expect(names()).not.toContain('topUpWallet');
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: /^Top up for/ })).toBeEnabled();
  });

  it('does not pay if it closes before the card is saved, and another sheet can pay', async () => {
    const card = held();
    const { token, send, names, store } = await pay({ addCard: card.answer, tipPerformer: () => ({}) });
    await token.end({ data: { token: 'tok_visa' } });
    expect(names()).toContain('addCard');
    expect(screen.getByRole('button', { name: 'Saving your card' })).toBeVisible();
    await send(intentClosed());
    await send(tipRequested({ performer }));
    expect(screen.getByRole('button', { name: 'Send $5.00' })).toBeEnabled();
    await card.end(saved);
    expect(names()).not.toContain('topUpWallet');
    expect(store.getState().checkout).toMatchObject({
      payment: { step: 'choosing' },
      isRunning: false,
      cards: { list: [saved] },
      cardForm: { status: 'idle', addedId: null },
    });
  });

  it('pays with its card if it stays open', async () => {
    const { token, names } = await pay({ addCard: () => saved, topUpWallet: () => ({ paymentUrl: '#gateway' }) });
    await token.end({ data: { token: 'tok_visa' } });
    expect(names().filter((name) => name === 'addCard' || name === 'topUpWallet')).toEqual(['addCard', 'topUpWallet']);
  });

  it('does not affect the next sheet, which saves a card of its own', async () => {
    const card = held();
    vi.spyOn(axios, 'post').mockResolvedValue({ data: { token: 'tok_visa' } });
    const { calls, store } = await open(
      <CheckoutHost />,
      { sandboxParts: ['payment'] },
      { answers: { addCard: card.answer }, intent: addCardRequested() },
    );
    const saves = () => calls.filter(({ name }) => name === 'addCard');
    type(typed);
    await press('Save card');
    await act(async () => {
      store.dispatch(intentClosed());
      store.dispatch(addCardRequested());
      await settle();
    });
    type({ ...typed, 'Card number': '4000000000000341' });
    await press('Save card');
    expect(saves()).toHaveLength(2);
    await card.end(saved);
    expect(selectIsCheckoutOpen(store.getState())).toBe(true);
    expect(screen.getByRole('button', { name: 'Saving the card' })).toBeVisible();
    await card.end({ ...saved, _id: 'c00000000000000000000002' });
    expect(selectIsCheckoutOpen(store.getState())).toBe(false);
    expect(store.getState().checkout.cards.list).toHaveLength(2);
  });
});

describe('F-7: a backend without sandbox, tokenization service or Stripe', () => {
  it('has no card form and no link to one', async () => {
    const form = await open(<CardForm />, {});
    expect(screen.getByText(sentence)).toBeVisible();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    form.unmount();
    const { store } = await open(<CardList />, {});
    await act(async () => {
      store.dispatch({ type: 'checkout/cardsRequested' });
      await settle();
    });
    expect(screen.getByText(sentence)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add a card' })).not.toBeInTheDocument();
  });

  it.each([
    ['a subscription', subscribeRequested({ performer }), /^Subscribe for/, 'subscribePerformer'],
    ['a top-up', topUpRequested(), /^Top up for/, 'topUpWallet'],
  ] as const)('wire 2.13: %s sends no card and follows the payment URL', async (_what, intent, button, name) => {
    const call = vi.fn(() => ({ paymentUrl: '#gateway' }));
    const { calls, store } = await open(<CheckoutHost />, {}, { intent, answers: { [name]: call } });
    expect(screen.getByText(sentence)).toBeVisible();
    expect(screen.queryByLabelText('Card number')).not.toBeInTheDocument();
    await press(button);
    expect(call).toHaveBeenCalledTimes(1);
    const [paid] = calls.filter((one) => one.name === name);
    expect(paid?.input.body).not.toHaveProperty('cardId');
    // The sheet can be closed if the browser returns to this page from its back-forward cache.
    await press('Close');
    expect(selectIsCheckoutOpen(store.getState())).toBe(false);
  });

  it('wire 2.13: says that the gateway will ask for the card, even if the backend saves no cards', async () => {
    const { store } = await open(
      <CardList />,
      {},
      {
        answers: {
          listCards: () => {
            throw new ApiError(404, { statusCode: 404, message: 'Cannot GET /payment-cards', error: 'Not Found' });
          },
        },
      },
    );
    await act(async () => {
      store.dispatch({ type: 'checkout/cardsRequested' });
      await settle();
    });
    expect(screen.getByText(sentence)).toBeVisible();
    expect(screen.queryByText(/did not load/)).not.toBeInTheDocument();
  });

  it('offers only cards that are already saved', async () => {
    const { calls } = await open(
      <CheckoutHost />,
      {},
      {
        intent: topUpRequested(),
        answers: { listCards: () => ({ data: [saved], total: 1 }), topUpWallet: () => ({ paymentUrl: '#gateway' }) },
      },
    );
    expect(screen.queryByRole('button', { name: 'Use another card' })).not.toBeInTheDocument();
    await press(/^Top up for/);
    expect(calls.at(-1)).toMatchObject({ input: { body: { cardId: 'card_1' } } });
  });
});

describe('F-7: a backend with Stripe', () => {
  it('shows Stripe’s card field and saves its token', async () => {
    mockTokenize.mockResolvedValue({ token: 'tok_1', brand: 'Visa', last4: '4242', month: '04', year: '2031' });
    mockMount.mockResolvedValue({ tokenize: mockTokenize, destroy: vi.fn() });
    const settings = { stripePublishableKey: 'pk_test_1', paymentGateway: 'stripe' };
    const { calls } = await open(<CardForm />, settings, { answers: { addCard: () => saved } });
    expect(screen.queryByLabelText('Card number')).not.toBeInTheDocument();
    expect(mockMount).toHaveBeenCalledWith(
      screen.getByRole('group', { name: 'Card' }),
      expect.objectContaining({ key: 'pk_test_1' }),
    );
    type({ 'Name on the card': 'Ada' });
    await press('Save card');
    expect(mockTokenize).toHaveBeenCalledWith('Ada');
    expect(calls.at(-1)).toMatchObject({
      name: 'addCard',
      input: { body: { token: 'tok_1', last4Digits: '4242', month: '04', year: '2031', paymentGateway: 'stripe' } },
    });
  });

  it('shows an error when the field does not load', async () => {
    mockMount.mockRejectedValue(new Error('blocked'));
    await open(<CardForm />, { stripePublishableKey: 'pk_test_1' });
    expect(screen.getByRole('alert')).toHaveTextContent('The card field did not load.');
  });
});
