import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import type { PictureDetail } from '@/lib/media-file';
import { Picture } from './picture';
import styles from './media.module.css';

interface MediaProps extends PictureDetail {
  src: string;
  /** What is to see; empty only when the words beside it say it. */
  alt: string;
  /** Of the file, in pixels. */
  width: number;
  height: number;
  /** Opens it large. */
  onOpen: () => void;
  /** Above the fold. */
  eager?: boolean;
  /** Just unlocked: it grows out of the seal, once. */
  reveal?: boolean;
  /** No menu and no dragging: only for media the server marks as protected. */
  protect?: boolean;
  /** Laid over the middle: a play mark. */
  children?: ReactNode;
}

/** A picture in a box of known shape, so that nothing moves when it arrives. */
export function Media(props: MediaProps) {
  const { src, alt, width, height, onOpen, eager, reveal, protect } = props;
  return (
    <button
      type="button"
      className={cx(styles.media, reveal && 'aperture')}
      style={{ aspectRatio: Math.min(16 / 9, Math.max(4 / 5, width / height)) }}
      onContextMenu={protect ? (event) => event.preventDefault() : undefined}
      onClick={onOpen}
    >
      <span className="sr">Open picture{alt && ': '}</span>
      <Picture
        src={src}
        alt={alt}
        width={width}
        height={height}
        sources={props.sources}
        thumbHash={props.thumbHash}
        sizes="(max-width: 700px) 100vw, 640px"
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        draggable={protect ? false : undefined}
      />
      {props.children}
    </button>
  );
}
