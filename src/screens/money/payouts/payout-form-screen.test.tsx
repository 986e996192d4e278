import { act, fireEvent, screen, within } from '@testing-library/react';
import { reauthFeature } from '@/features/identity/security/reauth-feature';
import { balanceChanged } from '@/features/identity/auth/session-slice';
import { payoutFeature } from '@/features/money/payout/payout-feature';
import { overviewRequested } from '@/features/money/payout/payout-slice';
import { renderWithStore, settle, storeForTest } from '../../../../tests/harness/render-with-store';
import { CreatePayoutScreen } from './payout-form-screen';

const paypalSetting = { status: 'active', value: { email: 'noor@example.test' } };
const me = { _id: 'f'.repeat(24), isPerformer: true, bankingInformation: null, paypalSetting };

/** A creator with $160. The server stores the request immediately but replies only when `answer` is called. */
async function show({ isElsewhere = false } = {}) {
  let isAsked = isElsewhere;
  let answer: (reply: object) => void = () => undefined;
  const given = storeForTest({
    features: [payoutFeature, reauthFeature],
    user: me as never,
    answers: {
      calculatePayout: () => ({
        totalEarnedTokens: 160,
        previousPaidOutTokens: 0,
        remainingUnpaidTokens: isAsked ? 0 : 160,
        pendingTokens: 0,
        restsUntil: null,
      }),
      checkPendingPayout: () => ({ hasPending: isAsked, pending: isAsked }),
      searchPayoutRequests: () => ({ data: [], total: 0 }),
      getMe: () => me,
      createPayoutRequest: () => {
        isAsked = true;
        return new Promise((resolve) => (answer = resolve));
      },
    },
  });
  given.store.dispatch(overviewRequested());
  const page = renderWithStore(<CreatePayoutScreen />, { given });
  await act(settle);
  return { ...page, answer: (reply: object) => answer(reply) };
}

it('the form returns to the list even if the balance includes the request before its response arrives', async () => {
  const { store, router, answer } = await show();
  fireEvent.click(screen.getByRole('button', { name: 'All of it' }));
  fireEvent.click(screen.getByRole('button', { name: 'Review $160.00' }));
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Request $160.00' }));
  await act(async () => {
    store.dispatch(balanceChanged({ wallet: 0 }));
    await settle();
  });
  expect(screen.queryByText('One request at a time')).toBeNull();
  await act(async () => {
    answer({ _id: 'a'.repeat(24), status: 'pending' });
    await settle();
  });
  expect(router.push).toHaveBeenCalledWith('/creator/payout-request');
});

it('a pending request made elsewhere is shown instead of the form', async () => {
  await show({ isElsewhere: true });
  expect(screen.getByRole('heading', { name: 'One request at a time' })).toBeVisible();
  expect(screen.queryByRole('button', { name: /^Review/ })).toBeNull();
});
