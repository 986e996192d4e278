import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MonthGrid } from './month-grid';

const day = (name: string) => screen.getByRole('button', { name });

function show(part: Partial<Parameters<typeof MonthGrid>[0]> = {}) {
  const onPick = vi.fn();
  render(<MonthGrid chosen={['2026-11-22']} today="2026-11-21" min="2026-11-21" onPick={onPick} {...part} />);
  return { onPick, user: userEvent.setup() };
}

describe('MonthGrid', () => {
  it('shows the chosen month, marks the chosen day and today, and disables days out of range', async () => {
    const { onPick, user } = show();
    expect(screen.getByRole('table', { name: 'November 2026' })).toBeVisible();
    expect(day('Sunday 22 November 2026')).toHaveAttribute('aria-pressed', 'true');
    expect(day('Saturday 21 November 2026')).toHaveAttribute('aria-current', 'date');
    expect(day('Friday 20 November 2026')).toBeDisabled();
    expect(screen.getByRole('button', { name: 'Previous month' })).toBeDisabled();
    await user.click(day('Monday 30 November 2026'));
    expect(onPick).toHaveBeenCalledWith('2026-11-30');
  });

  it('is a single tab stop, in which arrows, Home, End and Page Down move, even to other months', async () => {
    const { onPick, user } = show();
    await user.click(day('Sunday 22 November 2026'));
    onPick.mockClear();
    await user.keyboard('{ArrowRight}{ArrowDown}');
    expect(day('Monday 30 November 2026')).toHaveFocus();
    await user.keyboard('{ArrowRight}');
    expect(day('Tuesday 1 December 2026')).toHaveFocus();
    await user.keyboard('{Home}');
    expect(day('Monday 30 November 2026')).toHaveFocus();
    await user.keyboard('{End}{PageDown}');
    expect(day('Wednesday 6 January 2027')).toHaveFocus();
    await user.keyboard('{Enter}');
    expect(onPick).toHaveBeenCalledWith('2027-01-06');
    expect(screen.getAllByRole('button').filter((button) => button.tabIndex === 0 && button.textContent)).toHaveLength(
      1,
    );
  });

  it('does not move beyond its range', async () => {
    const { user } = show({ chosen: ['2026-11-21'], max: '2026-11-23' });
    await user.click(day('Saturday 21 November 2026'));
    await user.keyboard('{ArrowUp}');
    expect(day('Saturday 21 November 2026')).toHaveFocus();
    await user.keyboard('{PageDown}');
    expect(day('Monday 23 November 2026')).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Next month' })).toBeDisabled();
  });

  it('moves to the next and the previous month', async () => {
    const { user } = show();
    await user.click(screen.getByRole('button', { name: 'Next month' }));
    expect(screen.getByRole('table', { name: 'December 2026' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Previous month' }));
    expect(screen.getByRole('table', { name: 'November 2026' })).toBeVisible();
  });
});
