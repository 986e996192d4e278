import { render } from '@testing-library/react';
import { CropSheet } from './crop-sheet';

const cropper = vi.fn();
vi.mock('react-easy-crop', () => ({ __esModule: true, default: (props: object) => (cropper(props), null) }));

it('the crop sheet shows an oval for an avatar, and a rectangle for a cover', () => {
  URL.createObjectURL = () => 'blob:picture';
  URL.revokeObjectURL = () => undefined;
  const getShape = (section: 'avatar' | 'cover') => {
    const file = new File(['x'], 'me.png', { type: 'image/png' });
    render(<CropSheet file={file} section={section} onClose={() => undefined} onDone={() => undefined} />);
    return (cropper.mock.lastCall as [object])[0];
  };
  expect(getShape('avatar')).toMatchObject({ cropShape: 'round', aspect: 4 / 5 });
  expect(getShape('cover')).toMatchObject({ cropShape: 'rect', aspect: 5 / 2 });
});
