import dynamic from 'next/dynamic';
import { LazySheet } from '@/components/states/part-failed';
import { useRef, useState } from 'react';
import { MediaGrid } from '@/components/media/media-grid';
import { picturesOf, type ItemBase } from '../item-view';

const Lightbox = dynamic(() => import('@/components/media/lightbox'), { ssr: false, loading: LazySheet });

interface ItemPhotosProps {
  item: ItemBase;
  eager?: boolean;
  reveal?: boolean;
  protect?: boolean;
}

/** The pictures of an open item; pressing one opens all of them large. */
export function ItemPhotos({ item, eager, reveal, protect }: ItemPhotosProps) {
  // The place stays when it closes, so that it can leave gently and give the focus back.
  const [at, setAt] = useState<number | null>(null);
  const [isOpen, setIsOpen] = useState(false);
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
  const pictures = picturesOf(item);
  return (
    <>
      <MediaGrid items={pictures} onOpen={open} eager={eager} reveal={reveal} protect={protect} />
      {at !== null && (
        <Lightbox
          open={isOpen}
          pictures={pictures.map(({ full, alt, width, height }) => ({ src: full, alt, width, height }))}
          index={at}
          onClose={close}
          protect={protect}
        />
      )}
    </>
  );
}
