import { fireEvent, render, screen } from '@testing-library/react';
import { MediaGrid } from './media-grid';
import { UploadRow } from '../form/upload-row';

describe('a picture that cannot be read', () => {
  it('is a sign with its words, never the broken image of the browser', () => {
    const item = { id: '1', src: '/broken.png', alt: 'Poppies', width: 4, height: 3 };
    const { container } = render(<MediaGrid items={[item]} onOpen={() => undefined} />);
    fireEvent.error(container.querySelector('img')!);
    expect(container.querySelector('img')).toBeNull();
    expect(screen.getByRole('img', { name: 'Poppies' })).toBeInTheDocument();
  });

  it('gives way to the sign of its kind in the tray of files, and is tried again with another address', () => {
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
