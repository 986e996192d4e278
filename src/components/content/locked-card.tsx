import {
  FileText,
  Headphones,
  Image as PictureSign,
  Images,
  Package,
  Play,
  Radio,
  type LucideIcon,
} from 'lucide-react';
import { Picture } from '../media/picture';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { Badge } from '../basic/badge';
import { Button } from '../basic/button';
import { LockBadge } from '../basic/lock-badge';
import styles from './locked-card.module.css';

export type LockedKind = 'photo' | 'gallery' | 'video' | 'audio' | 'text' | 'file' | 'live';

const icons: Record<LockedKind, LucideIcon> = {
  photo: PictureSign,
  gallery: Images,
  video: Play,
  audio: Headphones,
  text: FileText,
  file: Package,
  live: Radio,
};

interface LockedCardProps {
  title: string;
  titleHref?: string;
  inside?: ReactNode;
  caption?: ReactNode;
  kind: LockedKind;
  /** Number or duration of the files: `14 photos`, `Video, 18:24`. */
  chips?: string[];
  /** An image that the server has blurred, never the original. */
  preview?: { src: string; width: number; height: number } | null;
  /** Shown over the lower edge of the picture: the teaser's play button. */
  overlay?: ReactNode;
  /** Shown instead of picture and badge: the playing teaser. */
  media?: ReactNode;
  /** The only button. Its label states the price: `Unlock for $6.00`. */
  action: {
    label: string;
    busyLabel?: string;
    busy?: boolean;
    href?: string;
    disabled?: boolean;
    onClick?: () => void;
  };
  terms?: ReactNode;
  /** For message bubbles: smaller, without frame and heading. */
  compact?: boolean;
  eager?: boolean;
  className?: string;
}

export function LockedCard(props: LockedCardProps) {
  const { title, titleHref, inside, caption, kind, chips = [], preview, overlay, media, action, terms } = props;
  const { compact, eager, className } = props;
  const { label, ...press } = action;
  return (
    <section className={cx(styles.locked, compact && styles.compact, className)} aria-label={`Locked: ${title}`}>
      <div className={cx(styles.view, !media && styles.veiled)} style={{ aspectRatio: getRatio(preview, compact) }}>
        {media || (
          <>
            {preview && (
              <Picture
                fallback={null}
                src={preview.src}
                alt=""
                width={preview.width}
                height={preview.height}
                loading={eager ? 'eager' : 'lazy'}
                decoding="async"
              />
            )}
            {chips.length > 0 && (
              <span className={styles.chips}>
                {chips.map((chip) => (
                  <Badge key={chip} tone="media">
                    {chip}
                  </Badge>
                ))}
              </span>
            )}
            <LockBadge icon={icons[kind]} size={compact ? 'sm' : 'md'} over />
            {overlay && <span className={styles.overlay}>{overlay}</span>}
          </>
        )}
      </div>
      <div className={styles.foot}>
        <div>
          {!compact && <h2>{titleHref ? <Link href={titleHref}>{title}</Link> : title}</h2>}
          {inside && (
            <p className={styles.inside}>
              <b>Inside:</b> {inside}
            </p>
          )}
          {caption && <p className={cx('said', styles.caption)}>{caption}</p>}
        </div>
        <div className={styles.act}>
          <Button variant="primary" size={compact ? 'sm' : 'md'} block={compact} {...press}>
            {label}
          </Button>
          {terms && <small className="xs muted">{terms}</small>}
        </div>
      </div>
    </section>
  );
}

/** The ratio of the picture within limits, so that unlocking shifts no layout. */
function getRatio(preview: LockedCardProps['preview'], compact: boolean | undefined): number {
  if (!preview || preview.height <= 0) return compact ? 16 / 10 : 4 / 3;
  return Math.min(16 / 9, Math.max(compact ? 1 : 4 / 5, preview.width / preview.height));
}
