import { act, screen } from '@testing-library/react';
import { todoFeature, todos } from '@/features/operations/todo/todo-feature';
import { renderWithStore, settle } from '../../../../tests/harness/render-with-store';
import { TodoCard } from './todo-card';

it('keeps payouts that are approved, until they are paid', async () => {
  const oldestAt = '2026-11-20T10:00:00.000Z';
  const { store } = renderWithStore(<TodoCard />, {
    features: [todoFeature],
    user: { roles: ['user', 'admin', 'accountant'] },
    answers: { listTodos: () => [{ kind: 'unpaidPayout', count: 2, oldestAt }] },
  });
  await act(async () => {
    store.dispatch(todos.requested());
    await settle();
  });
  expect(screen.getByText('Payouts to pay').closest('a')).toHaveAttribute('href', '/admin/payouts?status=approved');
});
