import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import DateTimePopup from './date-time-popup';
import DateTimeSheet from './date-time-sheet';
import DayRangePopup from './day-range-popup';
import DayRangeSheet from './day-range-sheet';
import type { DayRange } from './picker-button';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T09:00:00'), toFake: ['Date', 'requestAnimationFrame'] });
});
afterEach(() => vi.useRealTimers());

describe('date and time on phones', () => {
  function Form({ onChange }: { onChange: (value: string) => void }) {
    const [value, setValue] = useState('');
    const change = (next: string) => {
      setValue(next);
      onChange(next);
    };
    return <DateTimeSheet label="Day and time" value={value} onChange={change} />;
  }

  it('are chosen in a sheet and shown on its button', async () => {
    const onChange = vi.fn();
    const user = userEvent.setup({ delay: null });
    render(<Form onChange={onChange} />);
    await user.click(screen.getByRole('button', { name: 'Day and time: Day and time' }));
    await user.click(screen.getByRole('button', { name: 'Monday 30 November 2026' }));
    await user.clear(screen.getByLabelText('Time'));
    await user.type(screen.getByLabelText('Time'), '19:30');
    await user.click(screen.getByRole('button', { name: 'Set time' }));
    expect(onChange).toHaveBeenCalledWith('2026-11-30T19:30');
    expect(screen.getByRole('button', { name: 'Day and time: Monday 30 November 2026, 19:30' })).toBeVisible();
  });

  it('must be in the future', async () => {
    const user = userEvent.setup({ delay: null });
    render(<Form onChange={() => undefined} />);
    await user.click(screen.getByRole('button', { name: /^Day and time/ }));
    await user.click(screen.getByRole('button', { name: 'Saturday 21 November 2026' }));
    await user.clear(screen.getByLabelText('Time'));
    await user.type(screen.getByLabelText('Time'), '08:55');
    expect(screen.getByText('Choose a time in the future.')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Set time' })).toBeDisabled();
  });
});

describe('date range on phones', () => {
  it('accepts its two days in any order, and can be cleared', async () => {
    const onChange = vi.fn<(range: DayRange | null) => void>();
    const user = userEvent.setup({ delay: null });
    const { rerender } = render(<DayRangeSheet label="Period" value={null} onChange={onChange} />);
    await user.click(screen.getByRole('button', { name: /^Period/ }));
    await user.click(screen.getByRole('button', { name: 'Friday 20 November 2026' }));
    expect(screen.getByRole('button', { name: 'Choose the last day' })).toBeDisabled();
    await user.click(screen.getByRole('button', { name: 'Monday 2 November 2026' }));
    await user.click(screen.getByRole('button', { name: 'Show 2 Nov 2026 to 20 Nov 2026' }));
    expect(onChange).toHaveBeenLastCalledWith(['2026-11-02', '2026-11-20']);
    rerender(<DayRangeSheet label="Period" value={['2026-11-02', '2026-11-20']} onChange={onChange} />);
    await user.click(screen.getByRole('button', { name: 'Period: 2 Nov 2026 to 20 Nov 2026' }));
    await user.click(screen.getByRole('button', { name: 'Clear' }));
    expect(onChange).toHaveBeenLastCalledWith(null);
    rerender(<DayRangeSheet label="Period" value={['2026-11-20', '2026-11-20']} onChange={onChange} />);
    expect(screen.getByRole('button', { name: 'Period: 20 Nov 2026' })).toBeVisible();
  });
});

describe('empty date range in a popup', () => {
  it('does not trap the Tab key, in either direction', async () => {
    const onChange = vi.fn();
    const user = userEvent.setup({ delay: null });
    render(
      <>
        <button type="button">Before</button>
        <DayRangePopup label="Made" value={null} onChange={onChange} />
        <button type="button">After</button>
      </>,
    );
    await user.click(screen.getByRole('button', { name: 'Before' }));
    for (const place of ['From', 'To']) {
      await user.tab();
      expect(screen.getByPlaceholderText(place)).toHaveFocus();
    }
    await user.tab();
    expect(screen.getByRole('button', { name: 'After' })).toHaveFocus();
    for (const place of ['To', 'From']) {
      await user.tab({ shift: true });
      expect(screen.getByPlaceholderText(place)).toHaveFocus();
    }
    expect(onChange).not.toHaveBeenCalled();
  });
});

describe('date chosen in a popup', () => {
  beforeEach(() => vi.useRealTimers());

  it('is kept when the form re-renders while the popup is open', async () => {
    const onChange = vi.fn();
    const user = userEvent.setup({ delay: null });
    const { rerender } = render(<DateTimePopup label="Day and time" value="2101-11-22T18:00" onChange={onChange} />);
    await user.click(screen.getByLabelText('Day and time'));
    await user.click(await screen.findByTitle('2101-11-27'));
    rerender(<DateTimePopup label="Day and time" value="2101-11-22T18:00" onChange={onChange} />);
    await user.click(document.body);
    await waitFor(() => expect(onChange).toHaveBeenCalledWith('2101-11-27T18:00'));
  });

  it('is reported while typing, since a button can be pressed before the field loses the focus', async () => {
    const onChange = vi.fn();
    const user = userEvent.setup({ delay: null });
    render(<DateTimePopup label="Day and time" value="2101-11-22T18:00" onChange={onChange} />);
    await user.clear(screen.getByLabelText('Day and time'));
    await user.type(screen.getByLabelText('Day and time'), '23 Dec 2101, 10:00');
    expect(onChange).toHaveBeenLastCalledWith('2101-12-23T10:00');
  });

  it('stays the first day of a range when the form re-renders', async () => {
    const onChange = vi.fn();
    const user = userEvent.setup({ delay: null });
    const period: DayRange = ['2021-11-02', '2021-11-03'];
    const { rerender } = render(<DayRangePopup label="Made" value={period} onChange={onChange} />);
    await user.click(screen.getByPlaceholderText('From'));
    await user.click(await screen.findByTitle('2021-11-05'));
    rerender(<DayRangePopup label="Made" value={[...period]} onChange={onChange} />);
    await user.click(screen.getByTitle('2021-11-09'));
    await waitFor(() => expect(onChange).toHaveBeenLastCalledWith(['2021-11-05', '2021-11-09']));
  });
});
