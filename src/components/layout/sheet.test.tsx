import { readFileSync } from 'node:fs';
import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { Button } from '../basic/button';
import { Menu } from './menu';
import { KEPT_FIELD_PROPS, Sheet } from './sheet';
import { defaultModal } from '@/config/modal';

// jsdom does not move the focus into a dialog when it opens.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
    this.querySelector<HTMLElement>('button, input')?.focus();
  };
});

function Checkout({ locked }: { locked?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Subscribe</Button>
      <Sheet open={open} onClose={() => setOpen(false)} title="Subscribe to Noor" locked={locked}>
        <input aria-label="Coupon" />
        <Button variant="primary">Pay $10.20</Button>
      </Sheet>
    </>
  );
}

async function openSheet(locked = false) {
  const user = userEvent.setup();
  render(<Checkout locked={locked} />);
  await user.click(screen.getByRole('button', { name: 'Subscribe' }));
  return user;
}

describe('Sheet', () => {
  it('stays open if a close event arrives after it was reopened', async () => {
    await openSheet();
    const dialog = screen.getByRole<HTMLDialogElement>('dialog');
    fireEvent(dialog, new Event('close'));
    expect(dialog).toBeVisible();
    // If the browser has closed the dialog, the page closes the sheet, too.
    dialog.open = false;
    fireEvent(dialog, new Event('close'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it.each([
    ['with a scroll bar that takes room', 15, true],
    ['without one, or with a hidden one', 0, false],
  ])('on a page %s: keeps its room (%i px): %s', async (_what, room, isKept) => {
    const root = document.documentElement;
    vi.spyOn(root, 'clientWidth', 'get').mockReturnValue(window.innerWidth - room);
    await openSheet();
    expect(root.hasAttribute('data-scrolls')).toBe(isKept);
  });

  it('is a dialog named by its title', async () => {
    await openSheet();
    expect(screen.getByRole('dialog', { name: 'Subscribe to Noor' })).toBeVisible();
  });

  it('keeps the focus inside on Tab and Shift+Tab', async () => {
    const user = await openSheet();
    expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
    await user.tab({ shift: true });
    expect(screen.getByRole('button', { name: 'Pay $10.20' })).toHaveFocus();
    await user.tab();
    expect(screen.getByRole('button', { name: 'Close' })).toHaveFocus();
    await user.tab();
    expect(screen.getByLabelText('Coupon')).toHaveFocus();
  });

  it('closes on Esc and returns the focus', async () => {
    const user = await openSheet();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Subscribe' })).toHaveFocus();
  });

  it('closes on a press on the backdrop, not inside', async () => {
    const user = await openSheet();
    await user.click(screen.getByRole('heading', { name: 'Subscribe to Noor' }));
    const dialog = screen.getByRole('dialog');
    expect(dialog).toBeVisible();
    await user.click(dialog);
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('lets Esc close an open menu inside it first', async () => {
    const user = userEvent.setup();
    const onClose = vi.fn();
    render(
      <Sheet open onClose={onClose} title="Post">
        <Menu label="More actions" items={[{ label: 'Report' }]} />
      </Sheet>,
    );
    await user.click(screen.getByRole('button', { name: 'More actions' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(onClose).not.toHaveBeenCalled();
    await user.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('cannot be closed while locked', async () => {
    const user = await openSheet(true);
    await user.keyboard('{Escape}');
    expect(screen.getByRole('dialog')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Close' })).not.toBeInTheDocument();
  });

  it('stays open when Esc cancels the text that an input method composes', () => {
    const onClose = vi.fn();
    render(
      <Sheet open onClose={onClose} title="Note about Noor">
        <input aria-label="Coupon" />
      </Sheet>,
    );
    const field = screen.getByRole('textbox', { name: 'Coupon' });
    fireEvent.keyDown(field, { key: 'Escape', isComposing: true });
    expect(onClose).not.toHaveBeenCalled();
    fireEvent.keyDown(field, { key: 'Escape' });
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('asks before it discards text, and keeps it if the user stays', async () => {
    const onClose = vi.fn();
    render(
      <Sheet open onClose={onClose} title="Note about Noor">
        <textarea aria-label="Note" defaultValue="Prefers" />
      </Sheet>,
    );
    const note = screen.getByRole('textbox', { name: 'Note' });
    await userEvent.type(note, ' prints');
    await userEvent.keyboard('{Escape}');
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Keep writing' }));
    expect(note).toHaveValue('Prefers prints');
    await userEvent.click(screen.getAllByRole('button', { name: 'Close' })[0]!);
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('asks before a press on the backdrop discards a single line, but not before Esc does', async () => {
    const onClose = vi.fn();
    render(
      <Sheet open onClose={onClose} title="Subscribe to Noor">
        <input aria-label="Card number" />
      </Sheet>,
    );
    await userEvent.type(screen.getByLabelText('Card number'), '4242');
    await userEvent.click(screen.getByRole('dialog', { name: 'Subscribe to Noor' }));
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Keep writing' }));
    expect(screen.getByLabelText('Card number')).toHaveValue('4242');
    await userEvent.click(screen.getByLabelText('Card number'));
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('asks before Esc discards several lines, but not for a field whose text is saved elsewhere', async () => {
    const onClose = vi.fn();
    render(
      <Sheet open onClose={onClose} title="Add an address">
        <input aria-label="Street" />
        <input aria-label="City" />
        <textarea aria-label="Comment" {...KEPT_FIELD_PROPS} />
      </Sheet>,
    );
    await userEvent.type(screen.getByLabelText('Comment'), 'Hello');
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
    await userEvent.type(screen.getByLabelText('Street'), '1 Mill Lane');
    await userEvent.type(screen.getByLabelText('City'), 'Bath');
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
    expect(screen.getByRole('dialog', { name: 'Discard what you wrote?' })).toBeVisible();
  });

  it('closes without asking if the text is unchanged', async () => {
    const onClose = vi.fn();
    render(
      <Sheet open onClose={onClose} title="Note about Noor">
        <textarea aria-label="Note" defaultValue="Prefers" />
      </Sheet>,
    );
    await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), '!{Backspace}');
    await userEvent.keyboard('{Escape}');
    expect(onClose).toHaveBeenCalledTimes(1);
  });
});

it('specification 9: a wide sheet has the width of a modal, which is not repeated in its style sheet', () => {
  expect(defaultModal).toEqual({ width: 920, okText: 'OK', cancelText: 'Cancel' });
  render(
    <Sheet open size="wide" onClose={() => undefined} title="Comments">
      <p>None yet</p>
    </Sheet>,
  );
  const sheet = screen.getByRole('heading', { name: 'Comments' }).closest('[style]');
  expect(sheet).toHaveStyle({ '--w-modal': '920px' });
  const css = readFileSync('src/components/layout/sheet.module.css', 'utf8');
  expect(/\.wide \{([^}]*)\}/.exec(css)?.[1]?.trim()).toBe('width: min(100%, var(--w-modal));');
});
