import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { subscriberFeature, subscribers } from '@/features/money/subscriber/subscriber-feature';
import { renderWithStore, settle, storeForTest } from '../../../tests/harness/render-with-store';
import { readSubscribersQuery, toSubscriberQuery, SubscribersScreen } from './subscribers-screen';

const person = (name: string, index: number) => ({
  ...{ _id: `f0000000000000000000000${index}`, name, username: name.toLowerCase(), avatar: '', isPerformer: false },
});
const row = (name: string, index: number, given: object) => ({
  ...{ _id: `s${index}`, userId: person(name, index)._id, userInfo: person(name, index), performerId: 'c1' },
  ...{ subscriptionType: 'monthly', status: 'active', paymentGateway: 'stripe', isActive: true, totalSpent: 12.5 },
  ...{ createdAt: '2026-05-03T10:00:00.000Z', updatedAt: '2026-05-03T10:00:00.000Z' },
  ...{ expiredAt: '2026-12-03T10:00:00.000Z', nextRecurringDate: '2026-12-03T10:00:00.000Z', ...given },
});

async function show(query: Record<string, string> = {}, more: object = {}) {
  const given = storeForTest({
    features: [subscriberFeature],
    user: { isPerformer: true } as never,
    answers: {
      searchPerformerSubscriptions: () => ({
        data: [
          row('Ada', 1, more),
          row('Bo', 2, { ...more, status: 'deactivated', nextRecurringDate: null, subscriptionType: 'yearly' }),
          row('Cy', 3, { ...more, isActive: false, status: 'deactivated', nextRecurringDate: null }),
        ],
        total: 3,
      }),
    },
  });
  given.store.dispatch(subscribers.requested(toSubscriberQuery(readSubscribersQuery(query))));
  const shown = renderWithStore(<SubscribersScreen />, { given, query, path: '/creator/my-subscriber' });
  await act(settle);
  return shown;
}

describe('the list of subscribers', () => {
  it('has no sums where the backend adds up none', async () => {
    await show({}, { totalSpent: undefined });
    expect(screen.getByRole('columnheader', { name: 'Next' })).toBeInTheDocument();
    expect(screen.queryByRole('columnheader', { name: 'Total paid' })).not.toBeInTheDocument();
  });

  it('says how each stands, since when, what comes next, what they paid, and how to write to them', async () => {
    await show();
    const [, ada, bo, cy] = screen.getAllByRole('row');
    expect(ada).toHaveTextContent(/Ada.*Active.*Monthly.*3 May.*Renews on 3 December.*\$12\.50/);
    expect(bo).toHaveTextContent(/Bo.*Ending.*Yearly.*Ends on 3 December/);
    expect(cy).toHaveTextContent(/Cy.*Ended.*Ended on/);
    expect(within(ada as HTMLElement).getByRole('link', { name: 'Message Ada' })).toHaveAttribute(
      'href',
      expect.stringContaining('toSource=user'),
    );
  });

  it('asks for what the address says, and puts choices there', async () => {
    const { router, calls } = await show({ state: 'ending', tier: 'yearly', q: 'bo' });
    expect(calls[0]?.input.query).toMatchObject({
      ...{ q: 'bo', status: 'deactivated', isActive: true, subscriptionType: 'yearly' },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Ended' }));
    expect(router.replace).toHaveBeenCalledWith('/creator/my-subscriber?q=bo&state=ended&tier=yearly', undefined, {
      scroll: false,
    });
  });
});
