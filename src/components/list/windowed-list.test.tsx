import { render, screen } from '@testing-library/react';
import { fakeView } from '../../../tests/harness/fake-intersection-observer';
import { isHydrating } from '../hooks/hydration';
import { WindowedList } from './windowed-list';

vi.mock('../hooks/hydration', () => ({ isHydrating: vi.fn(() => false) }));

const items = Array.from({ length: 18 }, (_, index) => `post ${index}`);
const show = () =>
  render(
    <WindowedList
      name="home"
      items={items}
      render={(item) => (
        <button key={item} type="button">
          {item}
        </button>
      )}
    />,
  );

describe('WindowedList', () => {
  const watchers = fakeView();
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(2400);
  });

  it('renders only items near the screen and keeps the height of the page', () => {
    show();
    expect(screen.getAllByRole('button')).toHaveLength(18);
    watchers[12]?.see(false);
    watchers[13]?.see(false);
    expect(screen.getAllByRole('button')).toHaveLength(16);
    expect(watchers[12]?.target).toHaveStyle({ height: '2400px' });
    watchers[12]?.see(true);
    expect(screen.getAllByRole('button')).toHaveLength(17);
  });

  it('keeps the item that has the focus', () => {
    show();
    screen.getByRole('button', { name: 'post 7' }).focus();
    for (const watcher of watchers.slice(6, 8)) watcher.see(true);
    for (const watcher of watchers.slice(6, 8)) watcher.see(false);
    expect(screen.getByRole('button', { name: 'post 7' })).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'post 6' })).not.toBeInTheDocument();
  });

  it('keeps the other items in place when items are removed or inserted above', () => {
    const list = (shown: string[]) => (
      <WindowedList name="moving" items={shown} render={(item) => <input aria-label={item} />} />
    );
    const { rerender } = render(list(items));
    const [before, watched] = [screen.getByLabelText('post 9'), watchers.length];
    rerender(list(items.filter((item) => item !== 'post 2' && item !== 'post 3')));
    expect(screen.getByLabelText('post 9')).toBe(before);
    rerender(list(['new 1', 'new 2', ...items.slice(4)]));
    expect(screen.getByLabelText('post 9')).toBe(before);
    expect(watchers.length - watched).toBe(2);
  });

  it('keeps its height after a remount', () => {
    const { unmount } = show();
    watchers[7]?.see(true);
    watchers[7]?.see(false);
    unmount();
    show();
    expect(screen.queryByRole('button', { name: 'post 7' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'post 0' })).toBeInTheDocument();
  });

  it.each([0, 1, 3, 4, 9, 10])('renders each of %i items once', (count) => {
    render(<WindowedList name={`${count}`} items={items.slice(0, count)} render={(item) => <p>{item}</p>} />);
    expect(screen.queryAllByText(/^post/).map((item) => item.textContent)).toEqual(items.slice(0, count));
  });

  it('renders the items after the first screen until they have been near it once', () => {
    render(<WindowedList name="short" items={items.slice(0, 4)} render={(item) => <p key={item}>{item}</p>} />);
    watchers[3]?.see(false);
    expect(screen.getByText('post 3')).toBeInTheDocument();
    watchers[3]?.see(true);
    watchers[3]?.see(false);
    expect(screen.queryByText('post 3')).not.toBeInTheDocument();
  });

  it('renders the first items from the server, the next ones after hydration, the others when they come near', () => {
    vi.mocked(isHydrating).mockReturnValue(true);
    render(<WindowedList name="profile" items={items} render={(item) => <p key={item}>{item}</p>} />);
    expect(screen.getAllByText(/^post/)).toHaveLength(3);
    const second = watchers.slice(3, 9);
    for (const watcher of watchers.slice(3)) watcher.see(false);
    expect(screen.getAllByText(/^post/)).toHaveLength(9);
    for (const watcher of second) watcher.see(false);
    expect(screen.getAllByText(/^post/)).toHaveLength(3);
    watchers[12]?.see(true);
    expect(screen.getAllByText(/^post/)).toHaveLength(4);
  });

  it('renders an item that left the screen before its first render, and ignores the height of its empty box', () => {
    vi.mocked(isHydrating).mockReturnValue(true);
    render(<WindowedList name="busy" items={items} render={(item) => <p key={item}>{item}</p>} />);
    watchers[12]?.see(false);
    expect(watchers[12]?.target).toHaveStyle({ height: '0px' });
    watchers[12]?.see(false, true);
    expect(screen.getByText('post 12')).toBeInTheDocument();
    watchers[12]?.see(true, false);
    expect(screen.queryByText('post 12')).not.toBeInTheDocument();
    expect(watchers[12]?.target).toHaveStyle({ height: '2400px' });
  });
});
