import { act, fireEvent, screen } from '@testing-library/react';
import { reauthFeature } from '@/features/identity/security/reauth-feature';
import { ApiError } from '@/services/api-error';
import { reauthDismissed } from '@/store/with-reauth';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { bankingFeature } from './banking-feature';
import { StripePanel } from './components/stripe-panel';
import { payoutFeature } from './payout-feature';
import { overviewRequested } from './payout-slice';
import { listAccounts, selectAccounts } from './payout-words';

const none = { accountId: null, payoutsEnabled: false, detailsSubmitted: false, problem: '' };
const begun = {
  ...none,
  accountId: 'acct_1',
  problem: 'Stripe needs more information about you before it can pay you.',
};
const checked = { ...begun, detailsSubmitted: true, problem: 'Stripe is checking what you told it.' };
const ready = { ...begun, detailsSubmitted: true, payoutsEnabled: true, problem: '' };

const refuse = (status: number, error: string) => () => {
  throw new ApiError(status, { statusCode: status, error, message: 'No.' });
};

interface Shown {
  account?: object;
  answers?: Answers;
  extensions?: readonly string[];
  query?: Record<string, string>;
}

async function show({ account = none, answers = {}, extensions, query = {} }: Shown = {}) {
  const user = { _id: 'f'.repeat(24), isPerformer: true, bankingInformation: null, paypalSetting: null } as never;
  const given = storeForTest({
    features: [payoutFeature, bankingFeature, reauthFeature],
    user,
    ...(extensions && { extensions }),
    answers: {
      getMe: () => user,
      calculatePayout: () => ({ totalEarnedTokens: 0, previousPaidOutTokens: 0, remainingUnpaidTokens: 0 }),
      checkPendingPayout: () => ({ hasPending: false, pending: false }),
      searchPayoutRequests: () => ({ data: [], total: 0 }),
      getStripeAccount: () => account,
      createStripeAccount: refuse(502, 'PROVIDER_UNREACHABLE'),
      ...answers,
    },
  });
  given.store.dispatch(overviewRequested());
  const page = renderWithStore(<StripePanel />, { given, query });
  await act(settle);
  const named = (name: string) => page.calls.filter((call) => call.name === name).length;
  const toasts = () => page.store.getState().ui.toasts.map((toast: { text: string }) => toast.text);
  return { ...page, named, toasts };
}

const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await act(settle);
};

describe('the panel for payouts by Stripe', () => {
  it.each([
    ['an account before its setup', none, 'Set up Stripe', [/asks who you are/, /payouts pause for 24 hours/]],
    ['an unfinished account', begun, 'Continue at Stripe', ['Not finished', begun.problem]],
    ['an account under review', checked, 'Continue at Stripe', ['Not ready yet', checked.problem]],
    ['a ready account', ready, 'Change at Stripe', ['Ready']],
  ])('shows %s', async (_state, account, button, words) => {
    await show({ account });
    expect(screen.getByRole('button', { name: button })).toBeEnabled();
    for (const text of words) expect(screen.getByText(text)).toBeVisible();
  });

  it.each([
    ['other backends', { extensions: [] }],
    ['sites without Stripe payouts', { answers: { getStripeAccount: refuse(501, 'PROVIDER_NOT_CONFIGURED') } }],
  ])('is hidden on %s', async (_who, shown) => {
    const { container } = await show(shown);
    expect(container).toBeEmptyDOMElement();
  });

  it('keeps the account when asking Stripe again fails', async () => {
    let isDown = false;
    const getStripeAccount = () => (isDown ? refuse(502, 'PROVIDER_UNREACHABLE')() : ready);
    const page = await show({ answers: { getStripeAccount } });
    isDown = true;
    await act(async () => {
      page.store.dispatch(overviewRequested());
      await settle();
    });
    expect(page.named('getStripeAccount')).toBe(2);
    expect(page.store.getState().payouts.overview).toMatchObject({ status: 'ready', stripe: ready });
  });

  it('waits until the identity is confirmed, and shows above the button why there is no link', async () => {
    const page = await show({
      answers: { createStripeAccount: refuse(403, 'FRESH_LOGIN_REQUIRED'), getConfirmation: () => ({ ways: [] }) },
    });
    await press('Set up Stripe');
    expect(page.store.getState().reauth.isOpen).toBe(true);
    await act(async () => {
      page.store.dispatch(reauthDismissed());
      await settle();
    });
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    page.unmount();
    await show();
    await press('Set up Stripe');
    expect(screen.getByRole('alert')).toHaveTextContent('No.');
  });

  it.each([
    ['ready', ready, 'Stripe can pay you now'],
    ['not ready', begun, begun.problem],
  ])('reloads the account once when the creator returns: %s', async (_state, account, words) => {
    const page = await show({ query: { stripe: 'return' }, answers: { refreshStripeAccount: () => account } });
    expect(page.toasts()).toEqual([words]);
    expect(page.named('refreshStripeAccount')).toBe(1);
    expect(page.router.replace).toHaveBeenCalledWith('/creator/banking', undefined, { shallow: true });
  });

  it('shows an error if the account cannot be loaded', async () => {
    const answers = { refreshStripeAccount: refuse(502, 'PROVIDER_UNREACHABLE') };
    expect((await show({ query: { stripe: 'return' }, answers })).toasts()).toEqual(['No.']);
  });

  it('requests a new link if the last one has expired', async () => {
    expect((await show({ query: { stripe: 'refresh' } })).named('createStripeAccount')).toBe(1);
  });

  it('offers the account for payouts once it is ready', async () => {
    expect(selectAccounts((await show({ account: checked })).store.getState())).toEqual([]);
    expect(selectAccounts((await show({ account: ready })).store.getState())).toEqual([{ type: 'stripe', hint: null }]);
    const unknown = { isPerformer: true } as never;
    expect(listAccounts(unknown, true).map(({ type }) => type)).toEqual(['banking', 'paypal', 'stripe']);
  });
});
