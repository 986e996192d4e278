import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import axios from 'axios';
import type { Action } from '@reduxjs/toolkit';
import { abilities } from '@contract/extensions';
import type { AppStore } from '@/composition/create-store';
import { publicEnvElementId } from '@/config/env';
import { ApiError } from '@/services/api-error';
import {
  platformSubscriptionRequested,
  saleEnded,
  subscribeRequested,
  tipRequested,
  topUpRequested,
  unlockRequested,
} from '@/store/intents';
import { currentUserLoaded, balanceChanged } from '@/features/identity/auth/session-slice';
import { ownSettings, renderWithStore, settle, type Answers } from '../../../../tests/harness/render-with-store';
import { checkoutFeature } from './checkout-feature';
import { CheckoutHost } from './components/checkout-host';
import { intentFeature } from './intent-feature';

const payee = { _id: 'a00000000000000000000001', name: 'Noor Adeyemi', username: 'noor', avatar: '' };
const item = {
  target: 'feed' as const,
  id: 'b00000000000000000000001',
  price: 14,
  title: '14 photos',
  performer: payee,
};
const card = {
  _id: 'c00000000000000000000001',
  token: 'tok_visa',
  brand: 'Visa',
  last4Digits: '4242',
  month: '8',
  year: '2029',
  isDefault: true,
};
const performer = {
  ...payee,
  monthlyPrice: 8.5,
  yearlyPrice: 81.6,
  isFreeSubscription: true,
  durationFreeSubscriptionDays: 7,
  isSubscribed: false,
  stats: { totalFeeds: 186 },
};
const transaction = { _id: 'd00000000000000012345678', paymentGateway: 'stripe', status: 'success', totalPrice: 10.2 };
const refusal = (status: number, error: string, message = error) =>
  new ApiError(status, { statusCode: status, error, message });
const throwing = (error: Error) => () => {
  throw error;
};

const answers: Answers = {
  listCards: () => ({ data: [card], total: 1 }),
  calculateTax: () => ({ amount: 100, taxAmount: 20, totalAmount: 120, rate: 0.2 }),
  getPerformer: () => performer,
  getMe: () => ({ _id: 'f00000000000000000000001', name: 'Ada Fenn', wallet: 19.2, balance: 19.2, isPerformer: false }),
};

async function open(action: { type: string }, more: Answers = {}, wallet = 24.3) {
  const page = renderWithStore(<CheckoutHost />, {
    features: [intentFeature, checkoutFeature],
    answers: { ...answers, ...more },
    user: { wallet, balance: wallet, verifiedEmail: true },
  });
  await send(page.store, ownSettings({ sandboxParts: ['payment'], siteName: 'Ovela' }));
  await send(page.store, action);
  const named = (name: string) => page.calls.filter((call) => call.name === name);
  return { ...page, named };
}

const rest = () => act(settle);
const send = (store: AppStore, action: Action) =>
  act(async () => {
    store.dispatch(action);
    await settle();
  });
const choose = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole('radio', { name }));
  await rest();
};
const press = async (name: string | RegExp) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await rest();
};

beforeAll(() => {
  const env = document.createElement('script');
  env.type = 'application/json';
  env.id = publicEnvElementId;
  env.textContent = JSON.stringify({ cardTokenUrl: 'https://cards.example.test/token' });
  document.head.append(env);
});

describe('unlocking an item', () => {
  it('pays once for repeated presses, and takes the balance from the response', async () => {
    let finish: (reply: unknown) => void = () => undefined;
    const { named, store } = await open(unlockRequested(item), {
      buyFeed: () => new Promise((resolve) => (finish = resolve)),
    });
    const button = screen.getByRole('button', { name: 'Unlock for $14.00' });
    for (let times = 0; times < 10; times += 1) fireEvent.click(button);
    await rest();
    expect(named('buyFeed')).toHaveLength(1);
    expect(named('buyFeed')[0]).toMatchObject({ input: { body: { expectedPrice: 14 } } });
    expect(named('buyFeed')[0]?.idempotencyKey).toMatch(/-unlock$/);
    expect(screen.getByText('Paying $14.00')).toBeInTheDocument();
    finish({ _id: 'b00000000000000000000001', totalPrice: 14, balanceAfter: 10.3 });
    await rest();
    expect(screen.getByText('Unlocked')).toBeInTheDocument();
    expect(store.getState().session.user?.wallet).toBe(10.3);
    const receipt = screen.getByRole('link', { name: 'Receipt for $14.00' });
    expect(receipt).toHaveAttribute('href', '/payment/receipt/b00000000000000000000001');
  });

  it('shows a changed price, and asks again with a new key', async () => {
    let tries = 0;
    const { named } = await open(unlockRequested(item), {
      buyFeed: () => {
        tries += 1;
        if (tries === 1) throw refusal(409, 'PRICE_CHANGED');
        return { balanceAfter: 8.3 };
      },
      getFeed: () => ({ price: 16 }),
    });
    await press('Unlock for $14.00');
    expect(screen.getByText(/from \$14\.00 to \$16\.00/)).toBeInTheDocument();
    await press('Unlock for $16.00');
    const [first, second] = named('buyFeed');
    expect(second).toMatchObject({ input: { body: { expectedPrice: 16 } } });
    expect(second?.idempotencyKey).not.toBe(first?.idempotencyKey);
  });

  it('closes the form of an item that is no longer sold, but not during a payment', async () => {
    const over = saleEnded({ target: item.target, id: item.id });
    let finish: (reply: unknown) => void = () => undefined;
    const { store } = await open(unlockRequested(item), {
      buyFeed: () => new Promise((resolve) => (finish = resolve)),
    });
    await press('Unlock for $14.00');
    await send(store, over);
    finish({ balanceAfter: 24.3 });
    await rest();
    expect(screen.getByText('Unlocked')).toBeInTheDocument();

    await send(store, unlockRequested({ ...item, id: 'b00000000000000000000002' }));
    await send(store, over);
    expect(screen.getByRole('button', { name: 'Unlock for $14.00' })).toBeInTheDocument();
    await send(store, saleEnded({ target: item.target, id: 'b00000000000000000000002' }));
    expect(screen.queryByRole('button', { name: 'Unlock for $14.00' })).not.toBeInTheDocument();
  });

  it('opens an item that was already bought', async () => {
    await open(unlockRequested(item), { buyFeed: throwing(refusal(422, 'ALREADY_BOUGHT')) });
    await press('Unlock for $14.00');
    expect(screen.getByText(/already own this/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Open' })).toBeInTheDocument();
  });

  it('says that no single top-up covers what is missing, and leads to the wallet', async () => {
    const { store } = await open(unlockRequested({ ...item, price: 300 }), {}, 9.2);
    await send(store, ownSettings({ sandboxParts: ['payment'], maximumWalletPrice: 200 }));
    await choose('Wallet, $9.20');
    expect(screen.getByText(/short\./)).toHaveTextContent(
      'You’re $290.80 short. The largest top-up is $200.00, so first top up your wallet more than once.',
    );
    expect(screen.getByRole('link', { name: 'top up your wallet' })).toHaveAttribute('href', '/wallet');
    expect(screen.getByRole('button', { name: /^Top up/ })).toBeDisabled();
  });

  it('tops up the missing amount and finishes the same purchase', async () => {
    const { named } = await open(
      unlockRequested(item),
      { topUpWallet: () => transaction, buyFeed: () => ({ balanceAfter: 5.2 }) },
      9.2,
    );
    await choose('Wallet, $9.20');
    expect(screen.getByText(/short\. The smallest top-up is \$10\.00/)).toHaveTextContent('You’re $4.80 short.');
    await press('Pay $12.00 and unlock');
    expect(named('topUpWallet')[0]).toMatchObject({
      input: { body: { amount: 10, cardId: 'tok_visa', expectedPrice: 12 } },
    });
    expect(named('buyFeed')).toHaveLength(1);
    expect(screen.getByText('Unlocked')).toBeInTheDocument();
    expect(screen.getByText('14 photos by Noor Adeyemi are yours to keep.')).toBeInTheDocument();
  });

  it('preselects a top-up that covers a raised price', async () => {
    await open(unlockRequested(item), { getFeed: () => ({ price: 34 }) }, 9.2);
    await choose('Wallet, $9.20');
    await press('Pay $12.00 and unlock');
    expect(screen.getByText(/from \$14\.00 to \$34\.00/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: /^Pay \$[\d.]+ and unlock$/ })).toBeEnabled();
    expect(screen.getByText('Total today').nextSibling).not.toHaveTextContent('…');
  });

  it('has no field for another amount, and shows the amount to pay in bold', async () => {
    await open(unlockRequested(item), {}, 9.2);
    await choose('Wallet, $9.20');
    expect(screen.queryByLabelText('Or your own amount')).not.toBeInTheDocument();
    expect(screen.getByText('Total today').nextSibling).toHaveTextContent('$12.00');
    expect(screen.getByRole('button', { name: 'Pay $12.00 and unlock' })).toBeEnabled();
  });
});

describe('an account that is closing', () => {
  const deletionAt = '2026-12-27T00:00:00.000Z';
  const keepAccount = <p>Keep it to make payments.</p>;
  const topUp = { name: 'Top up for $12.00' };

  it('is asked to stay before any form, and then sees the total with tax', async () => {
    const { store, calls } = renderWithStore(<CheckoutHost keepAccount={keepAccount} />, {
      features: [intentFeature, checkoutFeature],
      answers,
      user: { deletionAt, verifiedEmail: true },
    });
    await send(store, ownSettings({ sandboxParts: ['payment'] }));
    await send(store, topUpRequested());
    expect(screen.getByText('Keep it to make payments.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Top up/ })).not.toBeInTheDocument();
    expect(calls).toEqual([]);
    await send(store, currentUserLoaded({ ...store.getState().session.user!, deletionAt: null }));
    expect(screen.queryByText('Keep it to make payments.')).not.toBeInTheDocument();
    expect(screen.getByRole('button', topUp)).toBeEnabled();
  });

  it('is asked to stay if it was closed elsewhere, instead of to pay another way', async () => {
    const me = {
      _id: 'f00000000000000000000001',
      name: 'Ada Fenn',
      wallet: 19.2,
      isPerformer: false,
      verifiedEmail: true,
    };
    const { store } = renderWithStore(<CheckoutHost keepAccount={keepAccount} />, {
      features: [intentFeature, checkoutFeature],
      answers: {
        ...answers,
        topUpWallet: throwing(refusal(403, 'ACCOUNT_CLOSING')),
        getMe: () => ({ ...me, deletionAt }),
      },
      user: me,
    });
    await send(store, ownSettings({ sandboxParts: ['payment'] }));
    await send(store, topUpRequested());
    await press(topUp.name);
    expect(screen.queryByRole('button', { name: 'Pay another way' })).not.toBeInTheDocument();
    expect(screen.getByText('Keep it to make payments.')).toBeVisible();
    await send(store, currentUserLoaded({ ...store.getState().session.user!, deletionAt: null }));
    expect(screen.getByRole('button', topUp)).toBeEnabled();
  });
});

describe('after a declined card, the form', () => {
  const declined = { topUpWallet: throwing(refusal(400, 'CARD_DECLINED', 'Your card was declined.')) };

  it('still has the chosen amount of a top-up', async () => {
    await open(topUpRequested(), declined);
    await press('$25');
    await press('Top up for $30.00');
    await press('Pay another way');
    expect(screen.getByLabelText('Or your own amount')).toHaveValue('25.00');
  });

  it('still has the chosen amount of a top-up for an unlock', async () => {
    await open(unlockRequested(item), declined, 9.2);
    await choose('Wallet, $9.20');
    await press('$50');
    await press('Pay $60.00 and unlock');
    await press('Pay another way');
    expect(screen.getByRole('button', { name: '$50' })).toHaveAttribute('aria-pressed', 'true');
  });

  it('still has the tip and the payment method', async () => {
    await open(tipRequested({ performer: payee }), declined, 3);
    await press('$25');
    await press('Top up $22.00');
    await press(/^Pay .* and send$/);
    await press('Pay another way');
    expect(screen.getByText('Tip for Noor Adeyemi').nextSibling).toHaveTextContent('$25.00');
  });

  it('still has the chosen plan selected', async () => {
    await open(subscribeRequested({ performer }), {
      subscribePerformer: throwing(refusal(400, 'CARD_DECLINED', 'Your card was declined.')),
    });
    expect(screen.getByText('Opens everything Noor posts for subscribers')).toBeInTheDocument();
    fireEvent.click(screen.getByRole('radio', { name: 'Yearly' }));
    await rest();
    await press('Subscribe for $97.92');
    await press('Pay another way');
    expect(screen.getByRole('button', { name: 'Subscribe for $97.92' })).toBeEnabled();
  });
});

describe('subscribing', () => {
  it('shows the total, the renewal date and its price, and pays with the default card', async () => {
    const { named } = await open(subscribeRequested({ performer: payee }), { subscribePerformer: () => transaction });
    expect(screen.getByText('Tax, 20 %').nextSibling).toHaveTextContent('$1.70');
    expect(screen.getByText(/for \$8\.50 plus any tax/, { selector: 'b' })).toBeInTheDocument();
    await press('Subscribe for $10.20');
    expect(named('subscribePerformer')[0]).toMatchObject({
      input: { body: { performerId: payee._id, type: 'monthly', cardId: 'tok_visa', expectedPrice: 10.2 } },
    });
    expect(screen.getByRole('dialog', { name: 'You’re in' })).toBeInTheDocument();
    expect(screen.queryByText(/^Subscribe to/)).not.toBeInTheDocument();
  });

  it('shows the confirmation of the sandbox’s bank, and continues with its result', async () => {
    const { named } = await open(subscribeRequested({ performer: payee }), {
      subscribePerformer: () => ({ ...transaction, status: 'require_authentication' }),
      confirmPayment: () => transaction,
    });
    await press('Subscribe for $10.20');
    await press('Approve $10.20');
    expect(named('confirmPayment')[0]).toMatchObject({ input: { body: { outcome: 'approve' } } });
    expect(screen.getByText('You’re in')).toBeInTheDocument();
  });

  it.each([
    ['Refuse', 'Refusing', 'Approve $10.20'],
    ['Approve $10.20', 'Confirming with the bank', 'Refuse'],
  ])('shows progress on the button “%s” that was pressed at the bank', async (pressed, busyLabel, other) => {
    await open(subscribeRequested({ performer: payee }), {
      subscribePerformer: () => ({ ...transaction, status: 'require_authentication' }),
      confirmPayment: () => new Promise(() => undefined),
    });
    await press('Subscribe for $10.20');
    await press(pressed);
    expect(screen.getByRole('button', { name: busyLabel })).toBeVisible();
    expect(screen.getByRole('button', { name: other })).toBeDisabled();
  });

  it('accepts an answer to the bank even during a poll', async () => {
    const { named, store } = await open(subscribeRequested({ performer: payee }), {
      subscribePerformer: () => ({ ...transaction, status: 'require_authentication' }),
      getTransaction: () => new Promise(() => undefined),
      confirmPayment: () => transaction,
    });
    await press('Subscribe for $10.20');
    const heard = checkoutFeature.socket?.['payment_status_callback'];
    await send(store, heard!(undefined as never, '')!);
    expect(named('getTransaction')).toHaveLength(1);
    await press('Approve $10.20');
    expect(named('confirmPayment')).toHaveLength(1);
    expect(screen.getByText('You’re in')).toBeInTheDocument();
  });

  it('continues when a socket event arrives', async () => {
    const { store } = await open(subscribeRequested({ performer: payee }), {
      subscribePerformer: () => ({ ...transaction, status: 'require_authentication' }),
      getTransaction: () => transaction,
    });
    await press('Subscribe for $10.20');
    const heard = checkoutFeature.socket?.['payment_status_callback'];
    await send(store, heard!(undefined as never, '')!);
    expect(screen.getByText('You’re in')).toBeInTheDocument();
  });

  it('shows why the bank refused, and offers another payment method', async () => {
    await open(subscribeRequested({ performer: payee }), {
      subscribePerformer: () => ({ ...transaction, status: 'require_authentication' }),
      confirmPayment: throwing(refusal(400, 'CARD_DECLINED', 'Your card has insufficient funds.')),
    });
    await press('Subscribe for $10.20');
    await press('Refuse');
    expect(screen.getByRole('heading', { name: 'Your card was declined' })).toBeInTheDocument();
    expect(screen.getByText(/You were not charged/)).toBeInTheDocument();
    await press('Pay another way');
    expect(screen.getByRole('button', { name: 'Subscribe for $10.20' })).toBeEnabled();
  });

  it('pays with a new card and saves it in one press, and charges nothing if it is rejected', async () => {
    const get = vi.spyOn(axios, 'get').mockResolvedValue({ data: { token: 'tok_new', brand: 'Visa', last4: '4242' } });
    let refused = true;
    const { named } = await open(subscribeRequested({ performer: payee }), {
      listCards: () => ({ data: [], total: 0 }),
      addCard: () => {
        if (refused) throw refusal(400, 'CARD_DECLINED', 'Your card was declined.');
        return { ...card, token: 'card_new' };
      },
      subscribePerformer: () => transaction,
    });
    expect(screen.queryByRole('button', { name: 'Save card' })).not.toBeInTheDocument();
    await press('Subscribe for $10.20');
    expect(screen.getByLabelText('Card number')).toHaveAccessibleDescription('Enter the card number.');
    await waitFor(() => expect(screen.getByLabelText('Card number')).toHaveFocus());
    await userEvent.click(screen.getByLabelText('Card number'));
    await userEvent.keyboard('4242424242424242{Tab}0899{Tab}123{Tab}Ada Fenn');
    await press('Subscribe for $10.20');
    const answer = screen.getByRole('alert');
    expect(answer).toHaveTextContent('Your card was declined. Try another card, or ask your bank.');
    // The error is in the foot above the button, which stays in view: below the fields, the foot would cover it.
    expect(answer.parentElement).toContainElement(screen.getByRole('button', { name: 'Subscribe for $10.20' }));
    expect(named('subscribePerformer')).toHaveLength(0);
    refused = false;
    const button = screen.getByRole('button', { name: 'Subscribe for $10.20' });
    for (let times = 0; times < 5; times += 1) fireEvent.click(button);
    await rest();
    expect(get).toHaveBeenCalledTimes(2);
    expect(named('addCard')).toHaveLength(2);
    expect(named('subscribePerformer')).toMatchObject([
      { input: { body: { cardId: 'card_new', expectedPrice: 10.2 } } },
    ]);
    expect(screen.getByText('You’re in')).toBeInTheDocument();
  });

  describe('no longer shows that a new card was declined', () => {
    const declined = throwing(refusal(400, 'CARD_DECLINED', 'Your card was declined.'));
    const other = { ...card, _id: 'c00000000000000000000002', last4Digits: '4444', isDefault: false };
    const decline = async () => {
      vi.spyOn(axios, 'get').mockResolvedValue({ data: { token: 'tok_new', brand: 'Visa', last4: '0341' } });
      await open(topUpRequested(), { addCard: declined, listCards: () => ({ data: [card, other], total: 2 }) });
      await press('Use another card');
      await userEvent.click(screen.getByLabelText('Card number'));
      await userEvent.keyboard('4000000000000341{Tab}0899{Tab}123{Tab}Ada Fenn');
      await press('Top up for $12.00');
      expect(screen.getByRole('alert')).toHaveTextContent('Your card was declined.');
    };

    it.each([
      ['another one is typed', () => userEvent.type(screen.getByLabelText('Card number'), '{Backspace}')],
      ['a saved one is chosen', () => press('Use a saved card')],
      ['the amount changes', () => press('$25')],
    ])('once %s', async (_what, change) => {
      await decline();
      await change();
      expect(screen.queryByText(/Your card was declined/)).not.toBeInTheDocument();
    });
  });

  it('deletes a new card whose first payment was declined, because it would be preselected later', async () => {
    vi.spyOn(axios, 'get').mockResolvedValue({ data: { token: 'tok_new', brand: 'Visa', last4: '0341' } });
    const { named, store } = await open(subscribeRequested({ performer: payee }), {
      listCards: () => ({ data: [], total: 0 }),
      addCard: () => ({ ...card, _id: 'c00000000000000000000009', token: 'card_new' }),
      deleteCard: () => ({ success: true }),
      subscribePerformer: throwing(refusal(422, 'CARD_DECLINED', 'Your card was declined.')),
    });
    await userEvent.click(screen.getByLabelText('Card number'));
    await userEvent.keyboard('4000000000000341{Tab}0899{Tab}123{Tab}Ada Fenn');
    await press('Subscribe for $10.20');
    expect(screen.getByRole('heading', { name: 'Your card was declined' })).toBeVisible();
    expect(named('deleteCard')).toMatchObject([{ input: { params: { id: 'c00000000000000000000009' } } }]);
    expect(store.getState().checkout.cards.list).toEqual([]);
    expect(store.getState().ui.toasts).toEqual([]);
  });

  it('requires a verified email for a trial if the server does, and continues once it is verified', async () => {
    let isVerified = false;
    const { named, store } = await open(subscribeRequested({ performer: payee, subscriptionType: 'free' }), {
      subscribePerformer: () => {
        if (isVerified) return { ...transaction, type: 'free_subscription', totalPrice: 0 };
        throw refusal(422, 'EMAIL_NOT_VERIFIED');
      },
      sendEmailVerification: () => ({ success: true }),
      getMe: () => ({ ...store.getState().session.user, verifiedEmail: isVerified }),
    });
    await send(
      store,
      currentUserLoaded({ ...store.getState().session.user, email: 'ada@example.test', verifiedEmail: false } as never),
    );
    await press('Start 7-day free trial');
    expect(screen.getByText(/to verify your email before starting a free trial\.$/)).toBeVisible();
    expect(named('sendEmailVerification')).toHaveLength(1);
    await press('I opened the link');
    expect(screen.getByText(/^Not verified yet\./)).toBeVisible();
    isVerified = true;
    await press('I opened the link');
    await press('Start 7-day free trial');
    expect(screen.getByText('You’re in')).toBeVisible();
  });

  it('requires no card for a trial', async () => {
    const { named } = await open(subscribeRequested({ performer: payee, subscriptionType: 'free' }), {
      subscribePerformer: () => ({ ...transaction, paymentGateway: 'system' }),
    });
    await press('Start 7-day free trial');
    expect(named('subscribePerformer')[0]?.input.body).toEqual({ performerId: payee._id, type: 'free' });
    expect(screen.getByText('You’re in')).toBeInTheDocument();
  });

  it('applies a coupon, and shows why one is invalid', async () => {
    await open(subscribeRequested({ performer: payee }), {
      applyCoupon: ({ params }) => {
        if (params?.['id'] !== 'SPRING') throw refusal(406, 'Not Acceptable', 'This coupon has expired.');
        return { _id: 'e00000000000000000000001', code: 'SPRING', value: 0.5 };
      },
    });
    await press('I have a coupon');
    expect(screen.getByLabelText('Coupon')).toHaveFocus();
    fireEvent.change(screen.getByLabelText('Coupon'), { target: { value: 'AUTUMN' } });
    await press('Apply');
    expect(screen.getByText('This coupon has expired.')).toBeInTheDocument();
    fireEvent.change(screen.getByLabelText('Coupon'), { target: { value: 'SPRING' } });
    await press('Apply');
    expect(screen.getByRole('button', { name: 'Subscribe for $5.10' })).toBeInTheDocument();
  });
});

describe('a coupon that is typed but not applied', () => {
  const opened = async (action: { type: string } = subscribeRequested({ performer: payee })) => {
    const page = await open(action, {
      subscribePerformer: () => transaction,
      topUpWallet: () => transaction,
      applyCoupon: ({ params }) => {
        if (params?.['id'] !== 'SPRING') throw refusal(406, 'Not Acceptable', 'This coupon has expired.');
        return { _id: 'e00000000000000000000001', code: 'SPRING', value: 0.5 };
      },
    });
    await userEvent.click(screen.getByRole('button', { name: 'I have a coupon' }));
    return page;
  };
  const click = async (name: string) => {
    await userEvent.click(screen.getByRole('button', { name }));
    await rest();
  };
  const notice = 'Coupon applied. Check the new total, then pay.';

  it('is applied by the button that pays, which then pays the lower total', async () => {
    const { named } = await opened();
    await userEvent.type(screen.getByLabelText('Coupon'), ' SPRING ');
    await click('Subscribe for $10.20');
    expect(named('subscribePerformer')).toHaveLength(0);
    expect(screen.getByText(notice)).toBeVisible();
    await click('Subscribe for $5.10');
    expect(named('subscribePerformer')[0]?.input.body).toMatchObject({ couponCode: 'SPRING', expectedPrice: 5.1 });
  });

  it('is not paid without while it is invalid, however often the button is pressed', async () => {
    const { named } = await opened();
    const field = screen.getByLabelText('Coupon');
    await userEvent.type(field, 'AUTUMN');
    await click('Subscribe for $10.20');
    const words = 'This coupon has expired. Remove the coupon or correct it.';
    expect(field).toHaveAccessibleDescription(words);
    expect(field).toHaveFocus();
    await click('Subscribe for $10.20');
    expect(field).toHaveAccessibleDescription(words);
    await click('Apply');
    await click('Subscribe for $10.20');
    expect(named('subscribePerformer')).toHaveLength(0);
    await userEvent.clear(field);
    expect(field).not.toHaveAccessibleDescription();
    await click('Subscribe for $10.20');
    expect(named('subscribePerformer')).toHaveLength(1);
    expect(named('subscribePerformer')[0]?.input.body).not.toHaveProperty('couponCode');
  });

  it('is applied before a top-up, too', async () => {
    const { named } = await opened(topUpRequested());
    await userEvent.type(screen.getByLabelText('Coupon'), 'SPRING');
    await userEvent.click(screen.getByRole('button', { name: /^Top up for/ }));
    await rest();
    expect(named('topUpWallet')).toHaveLength(0);
    expect(screen.getByText(notice)).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: /^Top up for/ }));
    await rest();
    expect(named('topUpWallet')[0]?.input.body).toMatchObject({ couponCode: 'SPRING' });
  });

  it('does not keep a trial from starting, which has no field for it', async () => {
    const { named } = await opened();
    await userEvent.type(screen.getByLabelText('Coupon'), 'AUTUMN');
    await choose('Try free');
    await click('Start 7-day free trial');
    expect(named('applyCoupon')).toHaveLength(0);
    expect(named('subscribePerformer')).toHaveLength(1);
  });
});

describe('tipping and topping up', () => {
  it('keeps a tip within the limits', async () => {
    const { named } = await open(tipRequested({ performer: payee }), { tipPerformer: () => ({ balanceAfter: 17.3 }) });
    fireEvent.change(screen.getByLabelText('Or your own amount'), { target: { value: '2' } });
    expect(screen.getByText('Choose an amount from $3.00 to $400.00.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Send a tip' })).toBeDisabled();
    fireEvent.change(screen.getByLabelText('Or your own amount'), { target: { value: '7' } });
    await press('Send $7.00');
    expect(named('tipPerformer')[0]).toMatchObject({ input: { params: { id: payee._id }, body: { price: 7 } } });
    expect(screen.getByText('You tipped Noor Adeyemi $7.00.')).toBeInTheDocument();
  });

  it('keeps the focus while an amount above the balance is typed', async () => {
    await open(tipRequested({ performer: payee }), {});
    const own = screen.getByLabelText('Or your own amount');
    await userEvent.clear(own);
    await userEvent.keyboard('399.50');
    expect(own).toHaveFocus();
    expect(own).toHaveValue('399.50');
    expect(screen.getByRole('button', { name: /^Top up/ })).toBeInTheDocument();
    await userEvent.keyboard('{Backspace>6/}5');
    expect(own).toHaveValue('5');
    expect(screen.getByRole('button', { name: 'Send $5.00' })).toBeEnabled();
  });

  it('shows the missing amount and the smallest top-up, then sends the same tip', async () => {
    const { named } = await open(
      tipRequested({ performer: payee }),
      { topUpWallet: () => transaction, tipPerformer: () => ({ balanceAfter: 9 }) },
      4,
    );
    fireEvent.change(screen.getByLabelText('Or your own amount'), { target: { value: '5' } });
    expect(screen.getByText(/The smallest top-up is \$10\.00/)).toHaveTextContent('You’re $1.00 short.');
    await press('Top up $10.00');
    await press('Pay $12.00 and send');
    expect(named('topUpWallet')[0]).toMatchObject({ input: { body: { amount: 10 } } });
    expect(named('tipPerformer')[0]).toMatchObject({ input: { body: { price: 5 } } });
  });

  it('sends a note only if the server accepts notes', async () => {
    const { named, store } = await open(tipRequested({ performer: payee }), {
      tipPerformer: () => ({ balanceAfter: 17.3 }),
    });
    const withoutNotes = abilities.filter((ability) => ability !== 'tipNotes');
    await send(store, ownSettings({ extensions: withoutNotes }));
    expect(screen.queryByLabelText('Add a note')).not.toBeInTheDocument();
    await send(store, ownSettings({}));
    fireEvent.change(screen.getByLabelText('Add a note'), { target: { value: ' For the roses ' } });
    await press('Send $5.00');
    expect(named('tipPerformer')[0]?.input.body).toEqual({ price: 5, userNote: 'For the roses' });
    const { named: again, store: other } = await open(tipRequested({ performer: payee }), {
      tipPerformer: () => ({ balanceAfter: 9 }),
    });
    await send(other, ownSettings({ extensions: withoutNotes }));
    await press('Send $5.00');
    expect(again('tipPerformer')[0]?.input.body).toEqual({ price: 5 });
  });

  it('tells a fan who is muted in the show who sees the note', async () => {
    await open(tipRequested({ performer: payee }), {
      tipPerformer: () => ({ balanceAfter: 17.3, isNoteHidden: true }),
    });
    fireEvent.change(screen.getByLabelText('Add a note'), { target: { value: 'For the roses' } });
    await press('Send $5.00');
    expect(screen.getByText('You’re muted in this chat, so only Noor Adeyemi sees your note.')).toBeInTheDocument();
  });

  it('offers a coupon field for a top-up unless the server accepts none', async () => {
    const { store } = await open(topUpRequested());
    expect(screen.getByRole('button', { name: 'I have a coupon' })).toBeVisible();
    await send(store, ownSettings({ couponsForTopUps: false }));
    expect(screen.queryByRole('button', { name: 'I have a coupon' })).not.toBeInTheDocument();
  });

  it('includes tax in a top-up', async () => {
    const { named } = await open(topUpRequested(), { topUpWallet: () => transaction });
    await press('$25');
    await press('Top up for $30.00');
    expect(named('topUpWallet')[0]).toMatchObject({ input: { body: { amount: 25, expectedPrice: 30 } } });
    expect(screen.getByText('$25.00 was added to your wallet.')).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Done' })).toBeInTheDocument();
  });

  it('continues with the sheet that the money is for', async () => {
    await open(topUpRequested({ next: 'seat' }), { topUpWallet: () => transaction });
    await press('$25');
    await press('Top up for $30.00');
    expect(screen.getByRole('button', { name: 'Continue' })).toBeInTheDocument();
  });

  it('does not count a top-up twice if the wallet event comes before the response', async () => {
    const { store } = await open(topUpRequested(), { topUpWallet: () => new Promise(() => undefined) });
    await press('$25');
    expect(screen.getByText('Your wallet will hold $49.30.')).toBeVisible();
    await press('Top up for $30.00');
    await send(store, balanceChanged({ wallet: 49.3 }));
    expect(screen.queryByText(/^Your wallet will hold/)).not.toBeInTheDocument();
  });
});

describe('the checkout', () => {
  it('sells a subscription to the platform', async () => {
    const { named } = await open(platformSubscriptionRequested(), { subscribePlatform: () => transaction });
    await press('Subscribe for $14.39');
    expect(named('subscribePlatform')).toHaveLength(1);
  });

  it('shows the new price of a subscription to the platform that was refused at the old one', async () => {
    const { named, store } = await open(platformSubscriptionRequested(), {
      subscribePlatform: ({ body }) => {
        if (body?.['expectedPrice'] !== 18)
          throw new ApiError(409, { statusCode: 409, error: 'PRICE_CHANGED', message: 'The price has changed.' });
        return transaction;
      },
      getSettings: () => ({ ...store.getState().settings.values, monthlySubscriptionPrice: 15 }),
    });
    await press('Subscribe for $14.39');
    expect(screen.getByText(/The total changed since you opened this/)).toBeVisible();
    await press('Subscribe for $18.00');
    expect(named('subscribePlatform')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: /^Subscribe/ })).toBeNull();
  });

  it('leads guests to the sign-up and back', async () => {
    const page = renderWithStore(<CheckoutHost />, { features: [intentFeature, checkoutFeature] });
    await send(page.store, unlockRequested(item));
    expect(page.visited).toEqual(['/auth/register?returnTo=%2F']);
  });

  it('tells creators that they cannot pay', async () => {
    const page = renderWithStore(<CheckoutHost />, {
      features: [intentFeature, checkoutFeature],
      user: { isPerformer: true } as never,
    });
    await send(page.store, tipRequested({ performer: payee }));
    expect(page.store.getState().ui.toasts[0]?.text).toMatch(/creator account/);
  });
});
