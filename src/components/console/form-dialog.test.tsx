import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form, Input } from 'antd';
import Link from 'next/link';
import { useState } from 'react';
import { renderWithStore } from '../../../tests/harness/render-with-store';
import { FormDialog } from './form-dialog';

function Page({ isBusy = false }: { isBusy?: boolean }) {
  const [isOpen, setIsOpen] = useState(true);
  return (
    <>
      <main id="main" />
      <Link href="/admin/people">People</Link>
      <FormDialog
        open={isOpen}
        title="New announcement"
        okText="Show it"
        isBusy={isBusy}
        onFinish={() => undefined}
        onClose={() => setIsOpen(false)}
      >
        <Form.Item name="text" label="Text">
          <Input.TextArea />
        </Form.Item>
      </FormDialog>
    </>
  );
}

const findDialog = () => screen.findByRole('dialog', { name: 'New announcement' });
const findQuestion = () => screen.findByRole('dialog', { name: 'Discard what you wrote?' });
const expectClosed = () =>
  waitFor(() => expect(screen.queryByRole('dialog', { name: 'New announcement' })).not.toBeInTheDocument());

const closings: [string, (dialog: HTMLElement) => Promise<unknown>][] = [
  ['Esc', () => userEvent.keyboard('{Escape}')],
  ['a press beside it', () => userEvent.click(document.querySelector('.ant-modal-wrap')!)],
  ['Cancel', (dialog) => userEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))],
];

it.each(closings)('asks before %s loses what was typed, and keeps it if the user stays', async (_what, close) => {
  renderWithStore(<Page />);
  const dialog = await findDialog();
  await userEvent.type(screen.getByLabelText('Text'), 'We move on Friday.');
  await close(dialog);
  await findQuestion();
  await userEvent.click(screen.getByRole('button', { name: 'Keep writing' }));
  expect(screen.getByLabelText('Text')).toHaveValue('We move on Friday.');
  await close(dialog);
  await findQuestion();
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  await expectClosed();
});

it.each(closings)('closes on %s without asking if nothing was changed', async (_what, close) => {
  renderWithStore(<Page />);
  await close(await findDialog());
  await expectClosed();
});

it('Esc answers the question, and does not ask it again', async () => {
  renderWithStore(<Page />);
  await findDialog();
  await userEvent.type(screen.getByLabelText('Text'), 'We move on Friday.');
  await userEvent.keyboard('{Escape}');
  const keep = within(await findQuestion()).getByRole('button', { name: 'Keep writing' });
  act(() => keep.focus());
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Keep writing' })).not.toBeInTheDocument());
  expect(screen.getByLabelText('Text')).toHaveValue('We move on Friday.');
});

it('asks before a link leaves the page', async () => {
  const { router } = renderWithStore(<Page />);
  await findDialog();
  await userEvent.type(screen.getByLabelText('Text'), 'We move on Friday.');
  fireEvent.click(screen.getByText('People'));
  await findQuestion();
  expect(router.push).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
  expect(router.push.mock.lastCall).toEqual(['/admin/people']);
});

it('takes no text that the end of the act would lose', async () => {
  renderWithStore(<Page isBusy />);
  await findDialog();
  expect(screen.getByLabelText('Text')).toBeDisabled();
});
