import { render, screen, within } from '@testing-library/react';
import { useState } from 'react';
import { ToastHost } from '../layout/toast-host';
import { ConsoleDialog } from './console-dialog';

const texts = { before: 'ada has a role now', during: 'Note saved' };

function Page({ isOpen, shown }: { isOpen: boolean; shown: (keyof typeof texts)[] }) {
  const [closed, setClosed] = useState<string[]>([]);
  const toasts = shown.filter((id) => !closed.includes(id)).map((id) => ({ id, text: texts[id] }));
  return (
    <>
      <main id="main" />
      <ConsoleDialog
        open={isOpen}
        title="Close the account?"
        okText="Close account"
        isBusy={false}
        onOk={() => undefined}
        onClose={() => undefined}
      >
        They are logged out.
      </ConsoleDialog>
      <ToastHost toasts={toasts} onAction={() => undefined} onClose={(id) => setClosed((before) => [...before, id])} />
    </>
  );
}

it('a dialog closes the notices of an earlier act', async () => {
  const { rerender } = render(<Page isOpen={false} shown={['before']} />);
  expect(screen.getByText(texts.before)).toBeInTheDocument();
  rerender(<Page isOpen shown={['before']} />);
  await screen.findByRole('dialog');
  expect(screen.queryByText(texts.before)).not.toBeInTheDocument();
});

it('a dialog has later notices above its buttons while it is open, and the page has them again after it', async () => {
  const { rerender } = render(<Page isOpen shown={[]} />);
  const dialog = await screen.findByRole('dialog');
  rerender(<Page isOpen shown={['during']} />);
  const notice = await within(dialog).findByText(texts.during);
  const button = within(dialog).getByRole('button', { name: 'Close account' });
  expect(notice.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  rerender(<Page isOpen={false} shown={['during']} />);
  const after = await screen.findByText(texts.during);
  expect(after.closest('[role="dialog"]')).toBeNull();
});
