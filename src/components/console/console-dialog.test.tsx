import { render, screen, within } from '@testing-library/react';
import { ToastHost } from '../layout/toast-host';
import { ConsoleDialog } from './console-dialog';

const page = (isOpen: boolean) => (
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
    <ToastHost toasts={[{ id: 'one', text: 'Note saved' }]} onAction={() => undefined} onClose={() => undefined} />
  </>
);

it('a dialog has notices above its buttons while it is open, and the page has them again after it', async () => {
  const { rerender } = render(page(true));
  const dialog = await screen.findByRole('dialog');
  const notice = await within(dialog).findByText('Note saved');
  const button = within(dialog).getByRole('button', { name: 'Close account' });
  expect(notice.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  rerender(page(false));
  const after = await screen.findByText('Note saved');
  expect(after.closest('[role="dialog"]')).toBeNull();
});
