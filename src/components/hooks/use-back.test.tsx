import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import { useState } from 'react';
import { Sheet } from '../layout/sheet';
import { LeaveGuard } from '../states/leave-guard';

/** What the page's router may do with the entry that Back led to; it shows those that it may. */
let may: () => boolean = () => true;
const shown: string[] = [];
const showEntry = () => void (may() && shown.push(window.location.pathname));

beforeEach(() => {
  shown.length = 0;
  for (const path of ['/feed', '/post']) window.history.pushState({ as: path }, '', path);
  window.addEventListener('popstate', showEntry);
});
afterEach(() => window.removeEventListener('popstate', showEntry));

const router = { beforePopState: (ask: () => boolean) => void (may = ask), back: () => window.history.back() };

function Page({ isForm = false }: { isForm?: boolean }) {
  const [open, setOpen] = useState<string[]>([]);
  const sheetOf = (title: string) => (
    <Sheet open={open.includes(title)} onClose={() => setOpen(open.filter((one) => one !== title))} title={title}>
      <button type="button" onClick={() => setOpen([...open, 'Add card'])}>
        Add card
      </button>
    </Sheet>
  );
  return (
    <RouterContext.Provider value={router as never}>
      {isForm && <LeaveGuard when="leaving" />}
      <button type="button" onClick={() => setOpen(['Tip'])}>
        Tip
      </button>
      {sheetOf('Tip')}
      {sheetOf('Add card')}
    </RouterContext.Provider>
  );
}

const press = (name: string) => fireEvent.click(screen.getAllByRole('button', { name })[0] as HTMLElement);
const dialogs = () => screen.queryAllByRole('dialog').map((dialog) => dialog.querySelector('h2')?.textContent);

it('Back closes what lies over the page, the newest first, and then leaves', async () => {
  render(<Page />);
  press('Tip');
  press('Add card');
  window.history.back();
  await waitFor(() => expect(dialogs()).toEqual(['Tip']));
  window.history.back();
  await waitFor(() => expect(dialogs()).toEqual([]));
  expect(window.location.pathname).toBe('/post');
  expect(window.history.state).toEqual({ as: '/post' });
  window.history.back();
  await waitFor(() => expect(shown).toEqual(['/feed']));
});

it('Back takes back the question whether a form is left, and asks again', async () => {
  render(<Page isForm />);
  window.history.back();
  await waitFor(() => expect(dialogs()).toEqual(['Leave without saving?']));
  window.history.back();
  await waitFor(() => expect(dialogs()).toEqual([]));
  window.history.back();
  fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
  await waitFor(() => expect(shown).toEqual(['/feed']));
});
