import { render, screen } from '@testing-library/react';
import { fakeView } from '../../../tests/harness/fake-intersection-observer';
import { ListStates } from './list-states';

const show = (onMore?: () => void) => (
  <ListStates
    list={{ rows: ['a'], status: 'ready', error: null, isEnd: false }}
    failedTitle="Your conversations did not load"
    onRetry={() => undefined}
    skeleton="person"
    skeletonCount={3}
    empty="Nobody yet"
    onMore={onMore}
  >
    {['a'].map((row) => (
      <button key={row} type="button">
        {row}
      </button>
    ))}
  </ListStates>
);

it('a list keeps its rows and their focus when its end appears and disappears', () => {
  const { rerender } = render(show());
  const row = screen.getByRole('button', { name: 'a' });
  row.focus();
  rerender(show(() => undefined));
  rerender(show());
  expect(row).toBeInTheDocument();
  expect(row).toHaveFocus();
});

describe('end of a list', () => {
  const watched = fakeView();

  it('requests more even if a busy page reports late that the end came near', () => {
    const more = vi.fn();
    render(show(more));
    watched[0]?.see(false);
    expect(more).not.toHaveBeenCalled();
    watched[0]?.see(false, true);
    expect(more).toHaveBeenCalledTimes(1);
  });

  it('requests nothing if the end is no longer near', () => {
    const more = vi.fn();
    render(show(more));
    watched[0]?.see(true, false);
    expect(more).not.toHaveBeenCalled();
  });
});
