import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fakeView } from '../../../tests/harness/fake-intersection-observer';
import { useStrip } from './use-strip';

const watched = fakeView();

function Strip({ items }: { items: string[] }) {
  const strip = useStrip<HTMLDivElement>();
  return (
    <div ref={strip} data-testid="strip">
      {items.map((item) => (
        <button key={item} type="button">
          {item}
        </button>
      ))}
    </div>
  );
}

const see = (name: string, isSeen: boolean) =>
  watched.findLast(({ target }) => target === screen.getByRole('button', { name }))!.see(isSeen);

describe('strip', () => {
  it('marks an edge beyond which there are more items', () => {
    const { rerender } = render(<Strip items={['Posts', 'Videos', 'About']} />);
    const strip = screen.getByTestId('strip');
    see('About', false);
    expect(strip).toHaveAttribute('data-more-after');
    expect(strip).not.toHaveAttribute('data-more-before');
    see('About', true);
    see('Posts', false);
    expect(strip).not.toHaveAttribute('data-more-after');
    expect(strip).toHaveAttribute('data-more-before');
    rerender(<Strip items={['Posts', 'Videos', 'About', 'Shop']} />);
    see('Shop', false);
    expect(strip).toHaveAttribute('data-more-after');
  });

  it('moves the focus with arrow keys, and stops at its ends', async () => {
    render(<Strip items={['Posts', 'Videos']} />);
    await userEvent.tab();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('button', { name: 'Videos' })).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('button', { name: 'Videos' })).toHaveFocus();
    await userEvent.keyboard('{ArrowLeft}');
    expect(screen.getByRole('button', { name: 'Posts' })).toHaveFocus();
  });
});
