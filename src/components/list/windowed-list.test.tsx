import { render, screen } from '@testing-library/react';
import { fakeView } from '../../../tests/harness/fake-view';
import { isServersPage } from '../hooks/servers-page';
import { WindowedList } from './windowed-list';

jest.mock('../hooks/servers-page', () => ({ isServersPage: jest.fn(() => false) }));

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
    jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(2400);
  });

  it('keeps only what is near the screen, and the length of the page', () => {
    show();
    expect(screen.getAllByRole('button')).toHaveLength(18);
    watchers[2]?.see(false);
    expect(screen.getAllByRole('button')).toHaveLength(12);
    expect(watchers[2]?.target).toHaveStyle({ height: '2400px' });
    watchers[2]?.see(true);
    expect(screen.getAllByRole('button')).toHaveLength(18);
  });

  it('keeps the group that holds the focus', () => {
    show();
    screen.getByRole('button', { name: 'post 7' }).focus();
    watchers[1]?.see(false);
    expect(screen.getByRole('button', { name: 'post 7' })).toHaveFocus();
  });

  it('is as long as before when one comes back to it', () => {
    const { unmount } = show();
    watchers[1]?.see(true);
    watchers[1]?.see(false);
    unmount();
    show();
    expect(screen.queryByRole('button', { name: 'post 7' })).not.toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'post 0' })).toBeInTheDocument();
  });

  it.each([0, 1, 3, 4, 9, 10])('draws each of %i items once', (count) => {
    render(<WindowedList name={`${count}`} items={items.slice(0, count)} render={(item) => <p>{item}</p>} />);
    expect(screen.queryAllByText(/^post/).map((item) => item.textContent)).toEqual(items.slice(0, count));
  });

  it('keeps the second group of a new page until it was near the screen once', () => {
    render(<WindowedList name="short" items={items.slice(0, 4)} render={(item) => <p key={item}>{item}</p>} />);
    watchers[1]?.see(false);
    expect(screen.getByText('post 3')).toBeInTheDocument();
    watchers[1]?.see(true);
    watchers[1]?.see(false);
    expect(screen.queryByText('post 3')).not.toBeInTheDocument();
  });

  it('begins with the first group where the page is the server’s; the second follows by itself, the third when it comes near', () => {
    jest.mocked(isServersPage).mockReturnValue(true);
    render(<WindowedList name="profile" items={items} render={(item) => <p key={item}>{item}</p>} />);
    expect(screen.getAllByText(/^post/)).toHaveLength(3);
    watchers[1]?.see(false);
    watchers[2]?.see(false);
    expect(screen.getAllByText(/^post/)).toHaveLength(9);
    watchers[1]?.see(false);
    expect(screen.getAllByText(/^post/)).toHaveLength(3);
    watchers[2]?.see(true);
    expect(screen.getAllByText(/^post/)).toHaveLength(9);
  });

  it('draws one that is out of reach again before it was drawn, and does not take its empty box for its height', () => {
    jest.mocked(isServersPage).mockReturnValue(true);
    render(<WindowedList name="busy" items={items} render={(item) => <p key={item}>{item}</p>} />);
    watchers[2]?.see(false);
    expect(watchers[2]?.target).toHaveStyle({ height: '0px' });
    watchers[2]?.see(false, true);
    expect(screen.getByText('post 12')).toBeInTheDocument();
    watchers[2]?.see(true, false);
    expect(screen.queryByText('post 12')).not.toBeInTheDocument();
    expect(watchers[2]?.target).toHaveStyle({ height: '2400px' });
  });
});
