import dynamic from 'next/dynamic';
import { LazySheet } from '@/components/states/part-failed';
import { useRef, useState } from 'react';
import { MediaGrid } from '@/components/media/media-grid';
import { playableUrl } from '@/lib/media-file';
import type { Message } from '../message-types';
import styles from './message-media.module.css';

const Lightbox = dynamic(() => import('@/components/media/lightbox'), { ssr: false, loading: LazySheet });

interface MessagePhotosProps {
  files: Message['files'];
  /** Just paid for. */
  reveal: boolean;
  /** Somebody else's: not to be carried off by accident. */
  protect: boolean;
}

/** The pictures of a message; pressing one opens all of them large. */
export function MessagePhotos({ files, reveal, protect }: MessagePhotosProps) {
  // The place stays when it closes, so that it can leave gently and give the focus back.
  const [at, setAt] = useState<number | null>(null);
  const [isOpen, setIsOpen] = useState(false);
  const opener = useRef<Element | null>(null);
  const pictures = files.map((file, index) => ({
    id: file._id,
    src: file.thumbnails?.[0] ?? playableUrl(file) ?? '',
    full: playableUrl(file) ?? file.thumbnails?.[0] ?? '',
    alt: file.alt || `Photo ${index + 1} of ${files.length}`,
    width: file.width ?? 640,
    height: file.height ?? 480,
  }));
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
    <div className={styles.photos}>
      <MediaGrid items={pictures} onOpen={open} reveal={reveal} protect={protect} />
      {at !== null && (
        <Lightbox
          open={isOpen}
          pictures={pictures.map(({ full, alt, width, height }) => ({ src: full, alt, width, height }))}
          index={at}
          onClose={close}
          protect={protect}
        />
      )}
    </div>
  );
}
