import { fireEvent, screen, waitFor } from '@testing-library/react';
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
