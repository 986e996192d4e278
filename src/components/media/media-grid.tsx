import { Play } from 'lucide-react';
import { cx } from '@/lib/cx';
import { formatDuration } from '@/lib/format-duration';
import { Badge } from '../basic/badge';
import type { PictureDetail } from '@/lib/media-file';
import { Picture } from './picture';
import { PlayMark } from './play-mark';
import styles from './media-grid.module.css';

export interface GridPicture extends PictureDetail {
  id: string;
  src: string;
  /** The creator's description; if empty, the picture is named by its position. */
  alt: string;
  /** Size of the file in pixels. */
  width: number;
  height: number;
  video?: { seconds?: number };
}

interface MediaGridProps {
  items: GridPicture[];
  onOpen: (index: number) => void;
  eager?: boolean;
  /** True right after unlocking: plays an animation once. */
  reveal?: boolean;
  /** Disables menu and dragging: only for media that the server marks as protected. */
  protect?: boolean;
}

export function MediaGrid({ items, ...rest }: MediaGridProps) {
  const [first, ...others] = items;
  if (!first) return null;
  return others.length === 0 ? <Single item={first} {...rest} /> : <Several items={items} {...rest} />;
}

function Several({ items, onOpen, eager, reveal, protect }: MediaGridProps) {
  const four = items.length === 4;
  const shown = items.slice(0, four ? 4 : 3);
  const rest = items.length - shown.length;
  return (
    <div className={cx(styles.set, items.length === 2 && styles.two, four && styles.four, reveal && 'aperture')}>
      {shown.map((item, index) => (
        <button
          key={item.id}
          type="button"
          className={styles.cell}
          onClick={() => onOpen(index)}
          onContextMenu={protect ? (event) => event.preventDefault() : undefined}
        >
          <span className="sr">{`Open ${index + 1} of ${items.length}${item.alt && `: ${item.alt}`} `}</span>
          <Picture
            src={item.src}
            alt=""
            width={item.width}
            height={item.height}
            sources={item.sources}
            thumbHash={item.thumbHash}
            sizes={index === 0 && !four ? '(max-width: 700px) 66vw, 440px' : '(max-width: 700px) 50vw, 320px'}
            loading={eager ? 'eager' : 'lazy'}
            decoding="async"
            draggable={protect ? false : undefined}
          />
          {rest > 0 && index === shown.length - 1 ? <span className={styles.more}>+{rest}</span> : <Film item={item} />}
        </button>
      ))}
    </div>
  );
}

function Film({ item }: { item: GridPicture }) {
  if (!item.video) return null;
  return (
    <>
      <PlayMark icon={Play} />
      {item.video.seconds !== undefined && (
        <Badge tone="media" className={styles.length}>
          {formatDuration(item.video.seconds)}
        </Badge>
      )}
    </>
  );
}

type SingleProps = Omit<MediaGridProps, 'items'> & { item: GridPicture };

/** Its box has the picture's ratio, so that loading does not shift the layout. */
function Single({ item, onOpen, eager, reveal, protect }: SingleProps) {
  const { src, alt, width, height, sources, thumbHash } = item;
  return (
    <button
      type="button"
      className={cx(styles.media, reveal && 'aperture')}
      style={{ aspectRatio: Math.min(16 / 9, Math.max(4 / 5, width / height)) }}
      onContextMenu={protect ? (event) => event.preventDefault() : undefined}
      onClick={() => onOpen(0)}
    >
      <span className="sr">{alt ? 'Open picture: ' : 'Open picture'}</span>
      <Picture
        src={src}
        alt={alt}
        width={width}
        height={height}
        sources={sources}
        thumbHash={thumbHash}
        sizes="(max-width: 700px) 100vw, 640px"
        loading={eager ? 'eager' : 'lazy'}
        fetchPriority={eager ? 'high' : undefined}
        decoding="async"
        draggable={protect ? false : undefined}
      />
      <Film item={item} />
    </button>
  );
}
