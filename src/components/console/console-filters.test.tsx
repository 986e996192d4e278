import { act, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DaysFilter, SearchFilter } from './console-filters';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-03-01T09:00:00'), shouldAdvanceTime: true });
});
afterEach(() => vi.useRealTimers());

/** @param width of the screen, in CSS pixels */
function show(width: number) {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) =>
      ({ matches: isWithin(query, width), media: query, addEventListener() {}, removeEventListener() {} }) as never,
  );
  const onChange = vi.fn();
  render(<DaysFilter from="" to="" onChange={onChange} />);
  return { onChange, user: userEvent.setup({ delay: null }) };
}

const isWithin = (query: string, width: number) => width <= Number(/max-width: (\d+)px/.exec(query)?.[1] ?? 0);

const ranges = [
  ['Today', { from: '2026-03-01', to: '2026-03-01' }],
  ['Yesterday', { from: '2026-02-28', to: '2026-02-28' }],
  ['Last 7 days', { from: '2026-02-23', to: '2026-03-01' }],
  ['Last 30 days', { from: '2026-01-31', to: '2026-03-01' }],
] as const;

it.each(ranges)('filters by “%s” with one press on phones and tablets', async (label, days) => {
  const { onChange, user } = show(768);
  await user.click(screen.getByRole('button', { name: 'Days: All days' }));
  await user.click(screen.getByRole('button', { name: label }));
  expect(onChange.mock.calls).toEqual([[days]]);
  expect(screen.queryByRole('table')).not.toBeInTheDocument();
});

it.each(ranges)('filters by “%s” with one press elsewhere', async (label, days) => {
  const { onChange, user } = show(1000);
  await user.click(screen.getByPlaceholderText('Start date'));
  await user.click(await screen.findByText(label));
  expect(onChange.mock.calls).toEqual([[days]]);
});

it('a search keeps its focus and what is typed while its page loads, and follows other changes of the address', () => {
  const onSearch = vi.fn();
  const build = (value: string) => (
    <SearchFilter label="Search people" placeholder="Name" value={value} onSearch={onSearch} />
  );
  const { rerender } = render(build(''));
  const field = screen.getByLabelText('Search people');
  act(() => field.focus());
  fireEvent.change(field, { target: { value: 'noor ' } });
  fireEvent.keyDown(field, { key: 'Enter' });
  expect(onSearch.mock.calls).toEqual([['noor']]);
  fireEvent.change(field, { target: { value: 'noor hal' } });
  rerender(build('noor'));
  expect(field).toHaveFocus();
  expect(field).toHaveValue('noor hal');
  rerender(build(''));
  expect(field).toHaveValue('');
});
