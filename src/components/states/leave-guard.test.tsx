import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { renderWithStore } from '../../../tests/harness/render-with-store';
import { Sheet } from '../layout/sheet';
import { LeaveGuard } from './leave-guard';
import { leavePage } from './leave-questions';
import { useLeaveQuestions } from './use-leave-questions';

function App({ children }: { children: ReactNode }) {
  useLeaveQuestions();
  return children;
}

const press = (name: string) => fireEvent.click(screen.getByRole('link', { name }));

it('the guard asks before a link leaves the page or its section, but not for links within it', async () => {
  window.history.replaceState(null, '', '/account?section=page');
  const { router } = renderWithStore(
    <>
      <LeaveGuard when="leaving" />
      <Link href="/account?section=page#prices">Prices</Link>
      <Link href="/account?section=welcome">Welcome</Link>
      <Link href="/home">Home</Link>
    </>,
  );
  press('Prices');
  expect(screen.queryByRole('dialog')).toBeNull();
  press('Home');
  expect(screen.getByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  press('Welcome');
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
  expect(router.push.mock.lastCall).toEqual(['/account?section=welcome']);
});

it('after Back was confirmed, no extra history entry remains', async () => {
  let may: (state: { as: string }) => boolean = () => true;
  const router = {
    beforePopState: (ask: typeof may) => void (may = ask),
    back: () => window.history.back(),
    events: { on: () => undefined, off: () => undefined },
  };
  const shown: string[] = [];
  const show = ({ state }: PopStateEvent) =>
    void (may(state as { as: string }) && shown.push(window.location.pathname));
  for (const as of ['/first', '/second', '/form']) window.history.pushState({ as }, '', as);
  window.addEventListener('popstate', show);
  const app = (page: ReactNode) => (
    <RouterContext.Provider value={router as never}>
      <App>{page}</App>
    </RouterContext.Provider>
  );
  const { rerender } = render(app(<LeaveGuard when="leaving" />));
  window.history.back();
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(shown).toEqual(['/second']));
  rerender(app(null));
  window.history.back();
  await waitFor(() => expect(shown).toEqual(['/second', '/first']));
  window.removeEventListener('popstate', show);
});

it('unsaved text in a sheet is asked about first, then that of the page', () => {
  const { router } = renderWithStore(
    <>
      <LeaveGuard when="leaving" title="The page" />
      <Sheet open onClose={() => undefined} title="The sheet">
        <input aria-label="Card number" />
        <Link href="/home">Home</Link>
      </Sheet>
    </>,
  );
  press('Home');
  expect(screen.getByRole('dialog', { name: 'The page' })).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Stay' }));
  fireEvent.focus(screen.getByLabelText('Card number'));
  fireEvent.change(screen.getByLabelText('Card number'), { target: { value: '4242' } });
  press('Home');
  expect(screen.getByRole('dialog', { name: 'Discard what you wrote?' })).toBeVisible();
  fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(router.push).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
  expect(router.push.mock.lastCall).toEqual(['/home']);
});

it('the guard asks before an action other than a link leaves the page', () => {
  const logOut = vi.fn();
  renderWithStore(<LeaveGuard when="leaving" />);
  act(() => leavePage(logOut));
  expect(logOut).not.toHaveBeenCalled();
  fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
  expect(logOut).toHaveBeenCalledTimes(1);
});
