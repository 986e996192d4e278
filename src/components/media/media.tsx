import Link from 'next/link';
import type { MouseEvent, ReactNode } from 'react';
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
  /** Width by height of the box; the picture's own between 4:5 and 16:9 when left out. */
  ratio?: number;
  href?: string;
  /** Opens it large. */
  onOpen?: () => void;
  /** Above the fold. */
  eager?: boolean;
  /** Just unlocked: it grows out of the seal, once. */
  reveal?: boolean;
  /** No menu and no dragging: only for media the server marks as protected. */
  protect?: boolean;
  /** Laid over the corners: Badges. */
  topLeft?: ReactNode;
  bottomRight?: ReactNode;
  className?: string;
  /** Laid over the middle: a play mark. */
  children?: ReactNode;
}

/** A picture in a box of known shape, so that nothing moves when it arrives. */
export function Media(props: MediaProps) {
  const { src, alt, width, height, ratio, href, onOpen, eager, reveal, protect, className } = props;
  const box = {
    className: cx(styles.media, reveal && 'aperture', className),
    style: { aspectRatio: ratio ?? Math.min(16 / 9, Math.max(4 / 5, width / height)) },
    onContextMenu: protect ? (event: MouseEvent) => event.preventDefault() : undefined,
  };
  const content = (
    <>
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
      {props.topLeft && <span className={styles.topLeft}>{props.topLeft}</span>}
      {props.bottomRight && <span className={styles.bottomRight}>{props.bottomRight}</span>}
      {props.children}
    </>
  );
  if (href) {
    return (
      <Link {...box} href={href} aria-label={alt ? undefined : 'Open'}>
        {content}
      </Link>
    );
  }
  if (onOpen) {
    return (
      <button type="button" {...box} onClick={onOpen}>
        <span className="sr">Open picture{alt && ': '}</span>
        {content}
      </button>
    );
  }
  return <div {...box}>{content}</div>;
}
