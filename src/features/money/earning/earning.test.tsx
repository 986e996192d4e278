import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { balanceChanged } from '@/features/identity/auth/session-slice';
import { ApiError } from '@/services/api-error';
import { saveTextFile } from '@/services/save-file';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { EarningReport } from './components/earning-report';
import { earningFeature, earnings, type EarningQuery } from './earning-feature';

vi.mock('@/services/save-file', () => ({ saveTextFile: vi.fn() }));

const stats = { totalGrossPrice: 20, totalSiteCommission: 4, totalNetPrice: 16, series: [] };
const row = {
  _id: 'e1',
  type: 'tip',
  transactionId: 'b0000000000000000a11ce01',
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
  given.store.dispatch(earnings.requested({ fromDate: '2026-11-01', offset: 10 }));
  renderWithStore(
    <EarningReport period="in the last 30 days" page={2} getHref={(page) => `/creator/earning?page=${page}`} />,
    { given },
  );
  await act(settle);
  return given;
}

describe('the earnings report', () => {
  it('shows balances, totals and sales of the period', async () => {
    const { calls } = await show({});
    expect(screen.getByRole('region', { name: 'Balances' })).toHaveTextContent(/\$12\.50.*\$7\.00/);
    expect(screen.getByText('$16.00')).toBeInTheDocument();
    expect(screen.getByRole('row', { name: /Tip.*Ada Fenn.*Available.*\$10\.00.*\$8\.00/ })).toBeInTheDocument();
    expect(calls.map(({ name, input }) => [name, input.query])).toEqual([
      ['getEarningStats', { fromDate: '2026-11-01', groupBy: 'day' }],
      ['searchEarnings', { fromDate: '2026-11-01', offset: 10, limit: 10 }],
    ]);
  });

  it('shows when pending money will be available', async () => {
    await show({
      searchEarnings: () => ({ data: [{ ...row, availableAt: '2999-12-21T09:00:00.000Z' }], total: 1 }),
    });
    expect(screen.getByText(/^21 December/).parentElement).toHaveTextContent(/^From 21 December/);
  });

  it('reloads the same period when new income arrives', async () => {
    const { store, calls } = await show({});
    act(() => void store.dispatch(balanceChanged({ walletDelta: 5 })));
    await act(settle);
    expect(calls).toHaveLength(4);
    expect(calls[3]?.input.query).toEqual({ fromDate: '2026-11-01', offset: 10, limit: 10 });
    expect(screen.getByRole('region', { name: 'Balances' })).toHaveTextContent('$17.50');
  });

  it('shows an empty state with a next step', async () => {
    await show({ searchEarnings: () => ({ data: [], total: 0 }) });
    expect(screen.getByText('No earnings in this period')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Write a post' })).toHaveAttribute('href', '/creator/my-post/create');
  });

  it('shows an error and retries', async () => {
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

  it('shows no sums of another period while one loads, nor after a failure', async () => {
    let answer: (() => void) | undefined;
    const { store } = await show({
      getEarningStats: ({ query }) => {
        if (query?.['fromDate'] === '2026-11-01') return stats;
        return new Promise((_resolve, reject) => (answer = () => reject(new ApiError(500, undefined))));
      },
    });
    const request = (query: EarningQuery) =>
      act(async () => {
        store.dispatch(earnings.requested(query));
        await settle();
      });
    await request({ fromDate: '2026-11-01', offset: 0 });
    expect(screen.getByText('$16.00')).toBeInTheDocument();
    await request({ fromDate: '2026-09-01', offset: 0 });
    expect(screen.queryByText('$16.00')).not.toBeInTheDocument();
    expect(screen.queryByRole('row', { name: /Ada Fenn/ })).not.toBeInTheDocument();
    answer?.();
    await act(settle);
    expect(screen.getByText('The earnings did not load')).toBeInTheDocument();
    expect(screen.queryByText('$16.00')).not.toBeInTheDocument();
  });

  it('shows no rows of another page after a failure', async () => {
    const { store } = await show({
      searchEarnings: ({ query }) => {
        if (query?.['offset'] === 20) throw new ApiError(500, undefined);
        return { data: [row], total: 21 };
      },
    });
    await act(async () => {
      store.dispatch(earnings.requested({ fromDate: '2026-11-01', offset: 20 }));
      await settle();
    });
    expect(screen.getByText('The earnings did not load')).toBeInTheDocument();
    expect(screen.queryByRole('row', { name: /Ada Fenn/ })).not.toBeInTheDocument();
    expect(screen.queryByText('$16.00')).not.toBeInTheDocument();
  });

  it('exports every sale of the period, exact to the cent', async () => {
    const sales = [row, { ...row, _id: 'e2', type: 'feed', itemName: 'Kiln', grossPrice: 9.99, netPrice: 7.99 }];
    const { calls } = await show({
      searchEarnings: ({ query }) => ({ data: query?.['limit'] === 200 ? sales : [row], total: 2 }),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Download CSV' }));
    await act(settle);
    expect(calls.at(-1)?.input.query).toMatchObject({ fromDate: '2026-11-01', offset: 0, limit: 200 });
    const [name, text] = vi.mocked(saveTextFile).mock.lastCall ?? [];
    expect(name).toBe('earnings_2026-11-01.csv');
    expect(text?.split('\r\n').slice(1, 3)).toEqual([
      '2026-11-20T08:00:00.000Z,Tip,Ada Fenn,Available,2020-01-01T00:00:00.000Z,10.00,2.00,8.00,0a11ce01',
      '2026-11-20T08:00:00.000Z,Post: Kiln,Ada Fenn,Available,2020-01-01T00:00:00.000Z,9.99,2.00,7.99,0a11ce01',
    ]);
  });
});
