import { act, fireEvent, screen } from '@testing-library/react';
import { ToastHost } from '@/components/toast-host';
import { renderWithStore, settle, type Answers } from '../../../tests/harness/render-with-store';
import { SubscriptionList } from './components/subscription-list';
import { UpcomingRenewals } from './components/upcoming-renewals';
import { subscriptionFeature } from './subscription-feature';
import { subscriptionsRequested } from './subscription-slice';
import { phaseOf } from './subscription-state';

const day = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString();
const noor = { _id: 'a00000000000000000000001', name: 'Noor Adeyemi', username: 'noor', avatar: '' };
const monthly = { _id: 'b00000000000000000000001', performerId: noor._id, performerInfo: noor, subscriptionType: 'monthly', paymentGateway: 'stripe', status: 'active', price: 8.5, expiredAt: inDays(20), nextRecurringDate: inDays(20), isActive: true }; // prettier-ignore

async function open(filter: 'active' | 'ending' | 'ended', rows: object[], more: Answers = {}) {
  const page = renderWithStore(
    <>
      <SubscriptionList filter={filter} />
      <UpcomingRenewals />
      <ToastHost toasts={[]} onAction={() => undefined} onClose={() => undefined} />
    </>,
    {
      features: [subscriptionFeature],
      user: {},
      answers: {
        searchUserSubscriptions: () => ({ data: rows, total: rows.length }),
        getPlatformSubscription: () => ({ isSubscribed: false }),
        ...more,
      },
    },
  );
  await act(async () => {
    page.store.dispatch(subscriptionsRequested());
    await settle();
  });
  return page;
}

const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await act(settle);
};

describe('my subscriptions', () => {
  it('cancels in two steps that name the end, and offers to resume', async () => {
    const { calls, store } = await open('active', [monthly], { cancelSubscription: () => ({ success: true }) });
    await press('Cancel');
    expect(screen.getByText(/Nothing more is charged/)).toBeInTheDocument();
    await press('Cancel subscription');
    expect(calls.find(({ name }) => name === 'cancelSubscription')?.input.params).toEqual({
      type: 'stripe',
      id: monthly._id,
    });
    expect(store.getState().ui.toasts[0]).toMatchObject({ action: 'Resume' });
    expect(calls.filter(({ name }) => name === 'searchUserSubscriptions')).toHaveLength(2);
  });

  it('resumes with one press', async () => {
    const ending = { ...monthly, status: 'deactivated', nextRecurringDate: null };
    const { calls } = await open('ending', [ending], { resumeSubscription: () => ({ success: true }) });
    await press('Resume');
    expect(calls.filter(({ name }) => name === 'resumeSubscription')).toHaveLength(1);
  });

  it('sums up what renews in the next thirty days', async () => {
    await open('active', [
      monthly,
      { ...monthly, _id: 'b00000000000000000000002', price: 3.5, nextRecurringDate: inDays(40) },
    ]);
    expect(screen.getByText('In the next 30 days, before tax').nextSibling).toHaveTextContent('$8.50');
  });

  it.each([
    [{ status: 'active' }, 'renewing'],
    [{ status: 'past_due' }, 'late'],
    [{ status: 'deactivated' }, 'ending'],
    [{ status: 'active', subscriptionType: 'free' }, 'ending'],
    [{ status: 'deactivated', isActive: false }, 'ended'],
    [{ status: 'active', isActive: undefined, expiredAt: inDays(-1) }, 'ended'],
  ])('%j is %s', (change, phase) => {
    expect(phaseOf({ ...monthly, ...change } as never, Date.now())).toBe(phase);
  });
});
