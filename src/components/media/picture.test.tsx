import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { MediaGrid } from './media-grid';
import { Picture } from './picture';
import { UploadRow } from '../form/upload-row';

describe('an image that fails', () => {
  it('is replaced by an icon that has its description', () => {
    const item = { id: '1', src: '/broken.png', alt: 'Poppies', width: 4, height: 3 };
    const { container } = render(<MediaGrid items={[item]} onOpen={() => undefined} />);
    fireEvent.error(container.querySelector('img')!);
    expect(container.querySelector('img')).toBeNull();
    expect(screen.getByRole('img', { name: 'Poppies' })).toBeInTheDocument();
  });

  it('is replaced even if it failed before hydration, which fires no event', () => {
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(true);
    vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(0);
    const { container } = render(<Picture src="/refused.webp" alt="Poppies" />);
    expect(container.querySelector('img')).toBeNull();
    expect(screen.getByRole('img', { name: 'Poppies' })).toBeInTheDocument();
  });

  it('disappears if it is only decorative', () => {
    const { container } = render(<Picture src="/refused.webp" alt="" fallback={null} />);
    fireEvent.error(container.querySelector('img')!);
    expect(container).toBeEmptyDOMElement();
  });

  it('is replaced by an icon of its kind in an upload row, until its URL changes', () => {
    const row = (thumb: string) => (
      <ul>
        <UploadRow name="a.heic" kind="photo" thumb={thumb} state="failed" onRemove={() => undefined} />
      </ul>
    );
    const { container, rerender } = render(row('blob:broken'));
    fireEvent.error(container.querySelector('img')!);
    expect(container.querySelector('img')).toBeNull();
    rerender(row('/made-by-the-server.webp'));
    expect(container.querySelector('img')).toHaveAttribute('src', '/made-by-the-server.webp');
  });
});

describe('an image in several widths', () => {
  const sources = [
    { url: '/small.webp', width: 320, mimeType: 'image/webp' },
    { url: '/large.webp', width: 1920, mimeType: 'image/webp' },
    { url: '/plain.jpg', width: 1080, mimeType: 'image/jpeg' },
  ];
  const show = (props: Partial<ComponentProps<typeof Picture>> = {}) =>
    render(<Picture src="/large.webp" alt="Poppies" sizes="50vw" sources={sources} {...props} />);

  it('offers a srcset, and falls back to JPEG if WebP fails', () => {
    show();
    const img = screen.getByRole('img', { name: 'Poppies' });
    expect(img).toHaveAttribute('srcset', '/small.webp 320w, /large.webp 1920w');
    fireEvent.error(img);
    expect(img).toHaveAttribute('src', '/plain.jpg');
    expect(img).not.toHaveAttribute('srcset');
    fireEvent.error(img);
    expect(screen.getByRole('img', { name: 'Poppies' })).not.toHaveAttribute('src');
  });

  it('has no srcset without sources', () => {
    show({ sources: undefined });
    expect(screen.getByRole('img', { name: 'Poppies' })).not.toHaveAttribute('srcset');
  });

  it('shows a blurred placeholder while loading', async () => {
    // jsdom loads no images but reports each as complete.
    vi.spyOn(HTMLImageElement.prototype, 'complete', 'get').mockReturnValue(false);
    show({ thumbHash: '1QcSHQRnh493V4dIh4eXh1h4kJUI' });
    const img = screen.getByRole('img', { name: 'Poppies' });
    await waitFor(() => expect(img.style.backgroundImage).toContain('data:image/png'));
    fireEvent.load(img);
    expect(img.style.backgroundImage).toBe('');
  });
});
