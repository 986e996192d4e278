import { act, fireEvent, screen } from '@testing-library/react';
import { LeaveGuard } from '@/components/states/leave-guard';
import { todoFeature, todos } from '@/features/operations/todo/todo-feature';
import { renderWithStore, settle } from '../../../tests/harness/render-with-store';
import { ConsoleLayout } from './console-layout';

function show(isGuarded = false) {
  const { store, router } = renderWithStore(
    <ConsoleLayout>
      <LeaveGuard when={isGuarded ? 'leaving' : null} />
    </ConsoleLayout>,
    {
      path: '/admin/payouts',
      features: [todoFeature],
      user: { roles: ['user', 'admin', 'owner'] },
      answers: { listTodos: () => [] },
    },
  );
  const openUrl = (pathname: string, query: Record<string, string> = {}) =>
    act(async () => {
      const asPath = [pathname, new URLSearchParams(query)].join('?');
      Object.assign(router, { pathname, asPath, query });
      store.dispatch(todos.requested());
      await settle();
    });
  return { router, openUrl };
}

const getField = () => screen.getByRole('searchbox', { name: 'Search the console' });
const type = (value: string) => fireEvent.change(getField(), { target: { value } });
const submit = () => fireEvent.submit(screen.getByRole('search', { name: 'Search the console' }));

it('the search asks before it leaves a page with changes', () => {
  const { router } = show(true);
  type('noor');
  submit();
  expect(router.push).not.toHaveBeenCalled();
  expect(screen.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
  expect(router.push.mock.lastCall).toEqual(['/admin/search?q=noor']);
});

it('the search keeps its text on another page, and after Enter until its results are left', async () => {
  const { openUrl } = show();
  type('noo');
  await openUrl('/admin/payouts', { page: '2' });
  expect(getField()).toHaveValue('noo');
  submit();
  type('noor');
  await openUrl('/admin/search', { q: 'noo' });
  expect(getField()).toHaveValue('noor');
  await openUrl('/admin/people/[id]', { id: 'p1' });
  expect(getField()).toHaveValue('');
});
