import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { balanceChanged } from '@/features/session/session-slice';
import { ApiError } from '@/services/api-error';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../tests/harness/render-with-store';
import { EarningReport } from './components/earning-report';
import { earningFeature } from './earning-feature';
import { earningsRequested } from './earning-slice';

const stats = { totalGrossPrice: 20, totalSiteCommission: 4, totalNetPrice: 16, series: [] };
const row = {
  _id: 'e1',
  type: 'tip',
  userInfo: { name: 'Ada Fenn' },
  createdAt: '2026-11-20T08:00:00.000Z',
  availableAt: '2020-01-01T00:00:00.000Z',
  grossPrice: 10,
  netPrice: 8,
};

async function show(answers: Answers) {
  const given = storeForTest({
    features: [earningFeature],
    answers: { getEarningStats: () => stats, searchEarnings: () => ({ data: [row], total: 21 }), ...answers },
    user: { isPerformer: true, wallet: 12.5, pendingBalance: 7 } as object,
  });
  given.store.dispatch(earningsRequested({ fromDate: '2026-11-01', offset: 10 }));
  renderWithStore(
    <EarningReport period="in the last 30 days" page={2} hrefOf={(page) => `/creator/earning?page=${page}`} />,
    { given },
  );
  await act(settle);
  return given;
}

describe('the earnings report', () => {
  it('shows balances, sums and sales of the period that was asked for', async () => {
    const { calls } = await show({});
    expect(screen.getByRole('region', { name: 'Balances' })).toHaveTextContent(/\$12\.50.*\$7\.00/);
    expect(screen.getByText('$16.00')).toBeInTheDocument();
    expect(screen.getByRole('row', { name: /Tip.*Ada Fenn.*Available.*\$10\.00.*\$8\.00/ })).toBeInTheDocument();
    expect(calls.map(({ name, input }) => [name, input.query])).toEqual([
      ['getEarningStats', { fromDate: '2026-11-01', groupBy: 'day' }],
      ['searchEarnings', { fromDate: '2026-11-01', offset: 10, limit: 10 }],
    ]);
  });

  it('says from when money that is held can be paid out', async () => {
    await show({
      searchEarnings: () => ({ data: [{ ...row, availableAt: '2999-12-21T00:00:00.000Z' }], total: 1 }),
    });
    expect(screen.getByText(/^From 21 December/)).toBeInTheDocument();
  });

  it('is fetched anew when money comes in, for the same period', async () => {
    const { store, calls } = await show({});
    act(() => void store.dispatch(balanceChanged({ walletDelta: 5 })));
    await act(settle);
    expect(calls).toHaveLength(4);
    expect(calls[3]?.input.query).toEqual({ fromDate: '2026-11-01', offset: 10, limit: 10 });
    expect(screen.getByRole('region', { name: 'Balances' })).toHaveTextContent('$17.50');
  });

  it('says what to do when nothing was earned', async () => {
    await show({ searchEarnings: () => ({ data: [], total: 0 }) });
    expect(screen.getByText('Nothing earned in this time')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Write a post' })).toHaveAttribute('href', '/creator/my-post/create');
  });

  it('says that it failed, and tries again', async () => {
    let isDown = true;
    await show({
      getEarningStats: () => {
        if (isDown) throw new ApiError(500, undefined);
        return stats;
      },
    });
    expect(screen.getByText('The earnings did not load')).toBeInTheDocument();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await act(settle);
    expect(screen.getByText('$16.00')).toBeInTheDocument();
    expect(screen.queryByText('The earnings did not load')).not.toBeInTheDocument();
  });
});
