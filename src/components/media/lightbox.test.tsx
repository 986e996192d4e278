import { act, render, screen } from '@testing-library/react';
import PictureLightbox from './lightbox';

const picture = { src: '/art/one.webp', alt: 'Poppies', width: 640, height: 480 };

describe('the lightbox', () => {
  it.each([
    ['one picture that everybody may see', 1, false],
    ['several that everybody may see', 3, false],
    ['one that is protected', 1, true],
    ['several that are protected', 3, true],
  ])('opens %s', async (_name, count, protect) => {
    const pictures = Array.from({ length: count }, (_, index) => ({ ...picture, alt: `Poppies ${index}` }));
    render(<PictureLightbox open pictures={pictures} index={0} onClose={() => undefined} protect={protect} />);
    await act(async () => undefined);
    expect(screen.getByRole('dialog')).toBeInTheDocument();
    expect(screen.getByAltText('Poppies 0')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Next' }) !== null).toBe(count > 1);
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });
});
