import { useRef } from 'react';
import { MediaGrid, type GridPicture } from './media-grid';
import { usePictureViewer, type PictureLink } from './use-picture-viewer';

interface PhotoSetProps {
  /** `full` is the URL of the large version. */
  pictures: (GridPicture & { full: string })[];
  eager?: boolean;
  reveal?: boolean;
  protect?: boolean;
  /** In the viewer, beside its close button. */
  getLink?: (index: number) => PictureLink | null;
}

export function PhotoSet({ pictures, eager, reveal, protect, getLink }: PhotoSetProps) {
  const set = useRef<HTMLDivElement>(null);
  // The grid shows at most four pictures; the last button ("+5") opens the rest, so the focus returns to it.
  const findOpener = (index: number) => {
    const buttons = [...(set.current?.querySelectorAll('button') ?? [])];
    return buttons[Math.min(index, buttons.length - 1)];
  };
  const { open, viewer } = usePictureViewer({ pictures, findOpener, protect, getLink });
  return (
    <div ref={set}>
      <MediaGrid items={pictures} onOpen={open} eager={eager} reveal={reveal} protect={protect} />
      {viewer}
    </div>
  );
}
