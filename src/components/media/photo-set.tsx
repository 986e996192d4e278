import dynamic from 'next/dynamic';
import { LazySheet } from '../states/part-failed';
import { useMemo, useRef, useState } from 'react';
import { MediaGrid, type GridPicture } from './media-grid';

const Lightbox = dynamic(() => import('./lightbox'), { ssr: false, loading: LazySheet });

interface PhotoSetProps {
  /** `full` is the address of the large one. */
  pictures: (GridPicture & { full: string })[];
  eager?: boolean;
  reveal?: boolean;
  protect?: boolean;
}

/** Pictures together; pressing one opens all of them large. */
export function PhotoSet({ pictures, eager, reveal, protect }: PhotoSetProps) {
  // The place on screen. It stays when it closes, so that it can leave gently and give the focus back.
  const [at, setAt] = useState<number | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const large = useMemo(() => pictures.map(({ full, ...picture }) => ({ ...picture, src: full })), [pictures]);
  const opener = useRef<Element | null>(null);
  const open = (index: number) => {
    opener.current = document.activeElement;
    setAt(index);
    setIsOpen(true);
  };
  const close = () => {
    setIsOpen(false);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  return (
    <>
      <MediaGrid items={pictures} onOpen={open} eager={eager} reveal={reveal} protect={protect} />
      {at !== null && (
        <Lightbox open={isOpen} pictures={large} index={at} onView={setAt} onClose={close} protect={protect} />
      )}
    </>
  );
}
