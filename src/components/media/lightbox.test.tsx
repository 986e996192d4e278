import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import PictureLightbox from './lightbox';
import { PhotoSet } from './photo-set';

const picture = { src: '/art/one.webp', alt: 'Poppies', width: 640, height: 480 };

describe('the lightbox', () => {
  it.each([
    ['one picture that everybody may see', 1, false],
    ['several that everybody may see', 3, false],
    ['one that is protected', 1, true],
    ['several that are protected', 3, true],
  ])('opens %s', async (_name, count, protect) => {
    const pictures = Array.from({ length: count }, (_, index) => ({ ...picture, alt: `Poppies ${index}` }));
    render(
      <PictureLightbox
        open
        pictures={pictures}
        index={0}
        onView={() => undefined}
        onClose={() => undefined}
        protect={protect}
      />,
    );
    await act(async () => undefined);
    expect(screen.getByRole('dialog')).toBeInTheDocument();
    expect(screen.getByAltText('Poppies 0')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Next' }) !== null).toBe(count > 1);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('stays at the picture on screen when what is around it is drawn anew', async () => {
    const set = (version: string) => (
      <PhotoSet
        pictures={['one', 'two', 'three'].map((alt) => ({ ...picture, id: alt, alt, full: `/art/${alt}?${version}` }))}
      />
    );
    const { rerender } = render(set('first'));
    await userEvent.click(screen.getByRole('button', { name: /Open 1 of 3/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
    const shown = () => document.querySelector('.yarl__slide_current img');
    await waitFor(() => expect(shown()).toHaveAttribute('alt', 'two'));
    rerender(set('second'));
    await act(async () => undefined);
    expect(shown()).toHaveAttribute('alt', 'two');
    expect(shown()).toHaveAttribute('src', '/art/two?second');
  });
});
