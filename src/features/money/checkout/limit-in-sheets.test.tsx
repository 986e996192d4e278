import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Action } from '@reduxjs/toolkit';
import { abilities } from '@contract/extensions';
import { ApiError } from '@/services/api-error';
import { subscribeRequested, tipRequested, topUpRequested, unlockRequested } from '@/store/intents';
import { renderWithStore, settle, type Answers } from '../../../../tests/harness/render-with-store';
import { checkoutFeature } from './checkout-feature';
import { CheckoutHost } from './components/checkout-host';
import { intentFeature } from './intent-feature';

const payee = { _id: 'a00000000000000000000001', name: 'Noor Adeyemi', username: 'noor', avatar: '' };
const performer = { ...payee, monthlyPrice: 8.5, yearlyPrice: 81.6, isSubscribed: false };
const item = { target: 'feed' as const, id: 'b'.repeat(24), price: 14, title: '14 photos', performer: payee };
const card = { _id: 'c'.repeat(24), token: 'tok_visa', brand: 'Visa', last4Digits: '4242', month: '8', year: '2029' };
const spending = { limit: 100, spent: 90, remaining: 10, resetsAt: '2040-12-01T00:00:00.000Z', pending: null };
const problem = 'This would pass your limit of $100.00 for November.';

async function open(action: Action, more: Answers = {}, { wallet = 24, extensions }: OpenOptions = {}) {
  const page = renderWithStore(<CheckoutHost />, {
    features: [intentFeature, checkoutFeature],
    answers: {
      listCards: () => ({ data: [{ ...card, isDefault: true }], total: 1 }),
      calculateTax: () => ({ amount: 100, taxAmount: 20, totalAmount: 120, rate: 0.2 }),
      getPerformer: () => performer,
      getSpendingLimit: () => spending,
      ...more,
    },
    user: { wallet, balance: wallet, verifiedEmail: true },
    ...(extensions && { extensions }),
  });
  await act(async () => {
    page.store.dispatch(action);
    await settle();
  });
  return page;
}

interface OpenOptions {
  wallet?: number;
  extensions?: readonly string[];
}

const expectRefused = () => {
  expect(screen.getByRole('alert')).toHaveTextContent(`${problem} Change limit`);
  expect(screen.getByRole('link', { name: 'Change limit' })).toHaveAttribute('href', '/wallet#spending-limit');
};

describe('a purchase above the spending limit', () => {
  it('is announced above the button, which then does not pay', async () => {
    const { calls } = await open(unlockRequested(item));
    expectRefused();
    await userEvent.click(screen.getByRole('button', { name: 'Unlock for $14.00' }));
    expect(calls.some(({ name }) => name === 'buyFeed')).toBe(false);
  });

  it('is detected with the tax that a card pays', async () => {
    await open(subscribeRequested({ performer: payee }));
    expectRefused();
    expect(screen.getByRole('button', { name: 'Subscribe for $10.20' })).toBeDisabled();
  });

  it('does not lead to a top-up', async () => {
    const { calls } = await open(unlockRequested(item), {}, { wallet: 2 });
    await userEvent.click(screen.getByRole('radio', { name: 'Wallet, $2.00' }));
    expectRefused();
    expect(screen.getByRole('button', { name: /and unlock$/ })).toBeDisabled();
    expect(calls.some(({ name }) => name === 'topUpWallet')).toBe(false);
  });

  it('is possible again with a smaller tip', async () => {
    await open(tipRequested({ performer: payee }));
    const amount = screen.getByLabelText('Or your own amount');
    await userEvent.clear(amount);
    await userEvent.type(amount, '10.01');
    expectRefused();
    await userEvent.clear(amount);
    await userEvent.type(amount, '10');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.getByRole('button', { name: 'Send $10.00' })).toBeEnabled();
  });

  it('does not prevent a top-up alone', async () => {
    await open(topUpRequested(), {}, { wallet: 0 });
    expect(screen.queryByText(problem)).toBeNull();
  });

  it('shows the server’s error if the limit has changed', async () => {
    const message = 'This would pass your limit of $95.00 for November. You were not charged.';
    await open(unlockRequested(item), {
      getSpendingLimit: () => ({ ...spending, limit: null, remaining: null }),
      buyFeed: () => {
        throw new ApiError(422, { statusCode: 422, error: 'SPENDING_LIMIT_REACHED', message });
      },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Unlock for $14.00' }));
    await act(settle);
    expect(screen.getByRole('alert')).toHaveTextContent(`${message} Change limit`);
    expect(screen.getByRole('button', { name: 'Unlock for $14.00' })).toBeVisible();
  });

  it('does not request the limit on other backends', async () => {
    const { calls } = await open(unlockRequested(item), {}, { extensions: abilities });
    expect(calls.some(({ name }) => name === 'getSpendingLimit')).toBe(false);
    expect(screen.getByRole('button', { name: 'Unlock for $14.00' })).toBeEnabled();
  });
});
