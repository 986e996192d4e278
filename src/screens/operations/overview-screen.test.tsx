import { act, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { moneyOverview, overviewFeature, type MoneyOverview } from '@/features/operations/overview/overview-feature';
import { todoFeature } from '@/features/operations/todo/todo-feature';
import { renderWithStore, settle } from '../../../tests/harness/render-with-store';
import { loadOverview } from './overview-query';
import { OverviewScreen } from './overview-screen';

// The real provider needs the design tokens of the page.
vi.mock('@/components/layout/antd-provider', () => ({
  AntdProvider: ({ children }: { children: ReactNode }) => children,
}));

const money: MoneyOverview = {
  moneyIn: 50,
  payments: 1,
  refunded: 0,
  paidOut: 0,
  payouts: 0,
  sales: { creators: 80, commission: 20, tax: 0 },
  held: { available: 80, pending: 0, requested: 0 },
  fanWallets: 0,
  fans: 0,
};

it('says what the site earned in the chosen month', async () => {
  const { store, calls, router } = renderWithStore(<OverviewScreen />, {
    features: [overviewFeature, todoFeature],
    user: { roles: ['user', 'admin', 'accountant'] },
    answers: {
      getSiteOverview: () => ({ signUps: [], failures: [], contactProblem: null }),
      getMoneyOverview: () => money,
    },
  });
  fireEvent.click(screen.getByLabelText('This month'));
  expect(router.push).toHaveBeenCalledWith('/admin?period=month', undefined, { scroll: false });
  await act(async () => {
    for (const action of loadOverview({ query: { period: 'month' }, state: store.getState() })) store.dispatch(action);
    await settle();
  });
  expect(calls).toContainEqual({ name: 'getMoneyOverview', input: { query: { period: 'month' } } });
  expect(screen.getByText('The site earned').nextElementSibling).toHaveTextContent('$20.00');
  expect(screen.getByText('The site, 20%').nextElementSibling).toHaveTextContent('$20.00');
  // While another period loads, its title must not stand over these figures.
  act(() => void store.dispatch(moneyOverview.requested('last-month')));
  expect(screen.queryByText('$20.00')).toBeNull();
  await act(settle);
});
