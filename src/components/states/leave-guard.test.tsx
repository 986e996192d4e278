import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import Link from 'next/link';
import { renderWithStore } from '../../../tests/harness/render-with-store';
import { LeaveGuard } from './leave-guard';

const press = (name: string) => fireEvent.click(screen.getByRole('link', { name }));

it('asks where a link leads to another page or another part of this one, and not where it stays', async () => {
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

it('left by Back leaves nothing behind: the next Back leads to the page before', async () => {
  let may: (state: { as: string }) => boolean = () => true;
  const router = { beforePopState: (ask: typeof may) => void (may = ask), back: () => window.history.back() };
  const shown: string[] = [];
  const show = ({ state }: PopStateEvent) =>
    void (may(state as { as: string }) && shown.push(window.location.pathname));
  for (const as of ['/first', '/second', '/form']) window.history.pushState({ as }, '', as);
  window.addEventListener('popstate', show);
  render(
    <RouterContext.Provider value={router as never}>
      <LeaveGuard when="leaving" />
    </RouterContext.Provider>,
  );
  window.history.back();
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(shown).toEqual(['/second']));
  window.history.back();
  await waitFor(() => expect(shown).toEqual(['/second', '/first']));
  window.removeEventListener('popstate', show);
});
