import dynamic from 'next/dynamic';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { LazySheet } from '../states/part-failed';
import type { GridPicture } from './media-grid';

const Lightbox = dynamic(() => import('./lightbox'), { ssr: false, loading: LazySheet });

/** `full` is the URL of the large version. */
export type ViewerPicture = Pick<GridPicture, 'alt' | 'width' | 'height' | 'sources'> & { full: string };

export interface PictureLink {
  label: string;
  href: string;
}

interface PictureViewerOptions {
  pictures: readonly ViewerPicture[];
  findOpener: (index: number) => HTMLElement | null | undefined;
  protect?: boolean;
  getLink?: (index: number) => PictureLink | null;
}

/** On closing, restores the scroll position and focuses the picture viewed last. */
export function usePictureViewer({ pictures, findOpener, protect, getLink }: PictureViewerOptions): {
  open: (index: number) => void;
  viewer: ReactNode;
} {
  // Index of the picture in view. Kept when the viewer closes, for the exit transition.
  const [at, setAt] = useState<number | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const scrolled = useRef(0);
  const large = useMemo(() => pictures.map(({ full, ...picture }) => ({ ...picture, src: full })), [pictures]);
  const open = (index: number) => {
    scrolled.current = window.scrollY;
    setAt(index);
    setIsOpen(true);
  };
  const close = () => {
    setIsOpen(false);
    // Moving the focus back may have scrolled the page.
    if (window.scrollY !== scrolled.current) window.scrollTo({ top: scrolled.current, behavior: 'instant' });
    const opener = at === null ? null : findOpener(at);
    opener?.focus({ preventScroll: true });
    if (opener && !isInView(opener)) opener.scrollIntoView({ block: 'center', behavior: 'instant' });
  };
  const viewer = at !== null && (
    <Lightbox
      open={isOpen}
      pictures={large}
      index={at}
      onView={setAt}
      onClose={close}
      protect={protect}
      link={getLink?.(at) ?? undefined}
    />
  );
  return { open, viewer };
}

function isInView(element: HTMLElement): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom >= 0 && top <= window.innerHeight;
}
