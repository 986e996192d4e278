import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Menu } from './menu';

function renderMenu() {
  const onReport = vi.fn();
  const user = userEvent.setup();
  render(
    <>
      <Menu
        label="More actions"
        items={[
          { label: 'Share', onSelect: vi.fn() },
          { label: 'Mute', disabled: true },
          { label: 'Hide', onSelect: vi.fn() },
          { label: 'Report', tone: 'danger', onSelect: onReport },
        ]}
      />
      <p>Elsewhere</p>
    </>,
  );
  return { user, onReport, button: screen.getByRole('button', { name: 'More actions' }) };
}

const item = (name: string) => screen.getByRole('menuitem', { name });

describe('Menu', () => {
  it('is announced as expanded when open, and focuses the first item', async () => {
    const { user, button } = renderMenu();
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await user.click(button);
    expect(button).toHaveAttribute('aria-expanded', 'true');
    expect(item('Share')).toHaveFocus();
  });

  it('moves the focus with arrows, Home, End and letters, and skips disabled items', async () => {
    const { user, button } = renderMenu();
    button.focus();
    await user.keyboard('{ArrowDown}');
    expect(item('Share')).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(item('Hide')).toHaveFocus();
    await user.keyboard('{End}');
    expect(item('Report')).toHaveFocus();
    await user.keyboard('{ArrowDown}');
    expect(item('Share')).toHaveFocus();
    await user.keyboard('{ArrowUp}');
    expect(item('Report')).toHaveFocus();
    await user.keyboard('h');
    expect(item('Hide')).toHaveFocus();
    await user.keyboard('{Home}');
    expect(item('Share')).toHaveFocus();
  });

  it('runs the chosen action, closes and returns the focus', async () => {
    const { user, button, onReport } = renderMenu();
    await user.click(button);
    await user.keyboard('r{Enter}');
    expect(onReport).toHaveBeenCalledTimes(1);
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    expect(button).toHaveFocus();
  });

  it('closes on Esc and on a press outside', async () => {
    const { user, button } = renderMenu();
    await user.click(button);
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
    await user.click(button);
    await user.click(screen.getByText('Elsewhere'));
    expect(screen.queryByRole('menu')).not.toBeInTheDocument();
  });
});
