import { act, render } from '@testing-library/react';
import { useTitleCount } from './use-title-count';

function Counted({ count }: { count: number }) {
  useTitleCount(count);
  return null;
}

/** Lets the MutationObserver run. */
const turn = () => act(() => new Promise((resolve) => setTimeout(resolve, 0)));

describe('the unread count in the title', () => {
  it('stays when a page changes the title, is updated, and disappears at zero', async () => {
    document.title = 'Home, Ovela';
    const { rerender, unmount } = render(<Counted count={3} />);
    expect(document.title).toBe('(3) Home, Ovela');
    document.title = 'Messages, Ovela';
    await turn();
    expect(document.title).toBe('(3) Messages, Ovela');
    document.head.querySelector('title')?.remove();
    document.head.append(Object.assign(document.createElement('title'), { textContent: 'Saved, Ovela' }));
    await turn();
    expect(document.title).toBe('(3) Saved, Ovela');
    rerender(<Counted count={4} />);
    expect(document.title).toBe('(4) Saved, Ovela');
    rerender(<Counted count={0} />);
    expect(document.title).toBe('Saved, Ovela');
    rerender(<Counted count={1} />);
    unmount();
    expect(document.title).toBe('Saved, Ovela');
  });
});
