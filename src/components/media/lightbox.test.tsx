import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import PictureLightbox from './lightbox';
import { PhotoSet } from './photo-set';

const picture = { src: '/art/one.webp', alt: 'Poppies', width: 640, height: 480 };

describe('lightbox', () => {
  it.each([
    ['one public picture', 1, false],
    ['several public pictures', 3, false],
    ['one protected picture', 1, true],
    ['several protected pictures', 3, true],
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

  it('closes on a phone’s back gesture', async () => {
    const watchers: EventTarget[] = [];
    class FakeCloseWatcher extends EventTarget {
      constructor() {
        super();
        watchers.push(this);
      }
      destroy = () => undefined;
    }
    Object.assign(window, { CloseWatcher: FakeCloseWatcher });
    const onClose = vi.fn();
    render(<PictureLightbox open pictures={[picture]} index={0} onView={() => undefined} onClose={onClose} />);
    await act(async () => undefined);
    watchers[0]?.dispatchEvent(new Event('close'));
    Reflect.deleteProperty(window, 'CloseWatcher');
    expect(onClose).toHaveBeenCalledTimes(1);
  });

  it('stays at the current picture when the page around it re-renders', async () => {
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

  it('on closing, focuses the picture viewed last and restores the scroll position', async () => {
    const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    Object.defineProperty(window, 'scrollY', { value: 900, configurable: true, writable: true });
    const names = ['one', 'two', 'three'];
    render(<PhotoSet pictures={names.map((alt) => ({ ...picture, id: alt, alt, full: `/art/${alt}` }))} />);
    await userEvent.click(screen.getByRole('button', { name: /Open 1 of 3/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
    await waitFor(() => expect(document.querySelector('.yarl__slide_current img')).toHaveAttribute('alt', 'two'));
    // Moving the focus back makes the browser scroll.
    Object.assign(window, { scrollY: 400 });
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: /Open 2 of 3/ })).toHaveFocus());
    expect(scrollTo).toHaveBeenCalledWith(expect.objectContaining({ top: 900 }));
    scrollTo.mockRestore();
    Object.assign(window, { scrollY: 0 });
  });

  it('on closing, focuses the last button if the picture has no button of its own', async () => {
    const pictures = Array.from({ length: 6 }, (_, index) => ({
      ...picture,
      id: `p${index}`,
      alt: '',
      full: `/art/${index}`,
    }));
    render(<PhotoSet pictures={pictures} />);
    await userEvent.click(screen.getByRole('button', { name: /Open 3 of 6/ }));
    await userEvent.click(await screen.findByRole('button', { name: 'Next' }));
    await waitFor(() =>
      expect(document.querySelector('.yarl__slide_current img')).toHaveAttribute('alt', 'Photo 4 of 6'),
    );
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.getByRole('button', { name: /Open 3 of 6/ })).toHaveFocus());
  });

  it('names a picture without a description by its position, and has no button to show a description', async () => {
    const pictures = [0, 1].map((index) => ({ ...picture, id: `p${index}`, alt: '', full: `/art/${index}` }));
    render(<PhotoSet pictures={pictures} />);
    const names = screen.getAllByRole('button').map((button) => button.textContent?.trim());
    expect(names).toEqual(['Open 1 of 2', 'Open 2 of 2']);
    await userEvent.click(screen.getByRole('button', { name: 'Open 1 of 2' }));
    expect(await screen.findByAltText('Photo 1 of 2')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Describe this picture' })).not.toBeInTheDocument();
  });
});
