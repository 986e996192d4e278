import type { Action } from '@reduxjs/toolkit';
import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { firstStepsFeature } from '@/features/identity/first-steps/first-steps-feature';
import { reauthFeature } from '@/features/identity/security/reauth-feature';
import { checkoutFeature } from '@/features/money/checkout/checkout-feature';
import { intentFeature } from '@/features/money/checkout/intent-feature';
import { ApiError } from '@/services/api-error';
import { subscribeRequested, topUpRequested } from '@/store/intents';
import { reauthRequested } from '@/store/with-reauth';
import { ownSettings, renderWithStore, settle, type Answers } from '../../tests/harness/render-with-store';
import { AgeGate, CheckoutMount, ReauthMount, SheetsAfterAge } from './sheet-mounts';

interface Shown {
  path?: string;
  minimumAge?: number;
  answers?: Answers;
}

async function show(user: object, { path = '/home', minimumAge = 18, answers = {} }: Shown = {}) {
  const gate = (
    <SheetsAfterAge>
      <AgeGate />
    </SheetsAfterAge>
  );
  const shown = renderWithStore(gate, { features: [firstStepsFeature], user, path, answers });
  await act(async () => {
    shown.store.dispatch(ownSettings({ minimumAge }));
    await settle();
  });
  return shown;
}
const isAsked = () => screen.queryByRole('dialog', { name: 'Before you start' }) !== null;
const declare = () => userEvent.click(screen.getByRole('button', { name: 'I am 18 or older' }));

describe('a fan without a declared age', () => {
  it('must declare an age once, before using the page', async () => {
    const { calls } = await show(
      { isAgeDeclared: false },
      { answers: { updateMe: () => ({ _id: 'f1', isPerformer: false, isAgeDeclared: true }) } },
    );
    expect(isAsked()).toBe(true);
    await userEvent.keyboard('{Escape}');
    expect(isAsked()).toBe(true);
    await declare();
    await act(settle);
    expect(calls).toMatchObject([{ name: 'updateMe', input: { body: { isOfAge: true } } }]);
    expect(isAsked()).toBe(false);
  });

  it('sees an error if the declaration cannot be stored', async () => {
    await show(
      { isAgeDeclared: false },
      {
        answers: {
          updateMe: () => {
            throw new ApiError(500, { message: 'The database is away.' });
          },
        },
      },
    );
    await declare();
    await act(settle);
    expect(screen.getByRole('alert')).toHaveTextContent('The database is away.');
    expect(isAsked()).toBe(true);
  });

  it('can log out if too young', async () => {
    const { calls } = await show({ isAgeDeclared: false }, { answers: { logout: () => null } });
    await userEvent.click(screen.getByRole('button', { name: 'I’m younger. Log out' }));
    await act(settle);
    expect(calls).toMatchObject([{ name: 'logout' }]);
  });

  it.each([
    ['with a declared age', { isAgeDeclared: true }, {}],
    ['on a backend without the rule', {}, {}],
    ['on a site without a minimum age', { isAgeDeclared: false }, { minimumAge: 0 }],
    ['on the terms page', { isAgeDeclared: false }, { path: '/page/terms-of-service' }],
    ['on an auth page', { isAgeDeclared: false }, { path: '/auth/verification' }],
  ])('does not ask for the age: %s', async (_who, user, options) => {
    await show(user, options);
    expect(isAsked()).toBe(false);
  });
});

describe('while the age sheet is open', () => {
  const performer = {
    _id: 'a00000000000000000000001',
    name: 'Noor Adeyemi',
    username: 'noor',
    avatar: '',
    monthlyPrice: 8.5,
  };
  const answers: Answers = {
    updateMe: () => ({ _id: 'f1', isPerformer: false, isAgeDeclared: true }),
    listCards: () => ({ data: [], total: 0 }),
    calculateTax: () => ({ amount: 100, taxAmount: 20, totalAmount: 120, rate: 0.2 }),
    getPerformer: () => performer,
    getConfirmation: () => ({ ways: ['password'] }),
    logout: () => null,
  };
  const names = () => screen.queryAllByRole('dialog').map((dialog) => dialog.querySelector('h2')?.textContent);

  async function showAll(wish: Action, path = '/noor') {
    const shown = renderWithStore(
      <SheetsAfterAge>
        <CheckoutMount />
        <AgeGate />
        <ReauthMount />
      </SheetsAfterAge>,
      {
        features: [firstStepsFeature, intentFeature, checkoutFeature, reauthFeature],
        user: { isAgeDeclared: false } as object,
        path,
        answers,
      },
    );
    await act(async () => {
      shown.store.dispatch(ownSettings({ minimumAge: 18 }));
      shown.store.dispatch(wish);
      await settle();
    });
    return shown;
  }

  it.each([
    ['a subscription', subscribeRequested({ performer, subscriptionType: 'monthly' }), 'Subscribe to Noor'],
    ['a reauth request', reauthRequested(), 'Confirm it’s you'],
  ])('%s waits and is shown after the declaration', async (_wish, wish, title) => {
    await showAll(wish);
    expect(names()).toEqual(['Before you start']);
    await declare();
    expect(await screen.findByRole('dialog', { name: title })).toBeVisible();
    expect(names()).toEqual([title]);
  });

  it('asks for the age before a payment on pages that are open without it', async () => {
    await showAll(topUpRequested(), '/page/terms-of-service');
    expect(names()).toEqual(['Before you start']);
  });

  it('opens no other sheet after a fan who is too young logs out', async () => {
    await showAll(topUpRequested());
    await userEvent.click(screen.getByRole('button', { name: 'I’m younger. Log out' }));
    await act(settle);
    expect(names()).toEqual([]);
  });
});
