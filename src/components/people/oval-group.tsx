import type { CSSProperties } from 'react';
import { Picture } from '../media/picture';
import { cx } from '@/lib/cx';
import { Badge } from '../basic/badge';
import styles from './oval-group.module.css';

interface OvalGroupProps {
  /** Up to six; the second is the large one in the middle. */
  ovals: { src: string; live?: boolean }[];
  /** The first view of the page: load at once. */
  eager?: boolean;
  className?: string;
}

/** Places of six ovals, in percent of the box: left, top, width; then the delay of their opening in milliseconds. */
const places = [
  [2, 3, 24, 180],
  [19, 17, 44, 0],
  [56, 44, 36, 120],
  [67, 4, 24, 240],
  [1, 58, 27, 300],
  [27, 73, 26, 380],
];

/** Portraits and works that open one after another: the picture of the landing and log-in pages. Decorative. */
export function OvalGroup({ ovals, eager, className }: OvalGroupProps) {
  return (
    <div className={cx(styles.group, className)} aria-hidden="true">
      {places.map(([left, top, width, delay], index) => {
        const oval = ovals[index];
        if (!oval) return null;
        const place = {
          left: `${left}%`,
          top: `${top}%`,
          width: `${width}%`,
          '--delay': `${delay}ms`,
        } as CSSProperties;
        return (
          <figure key={oval.src} className={oval.live ? styles.live : undefined} style={place}>
            <Picture
              src={oval.src}
              alt=""
              width={400}
              height={500}
              loading={eager ? 'eager' : 'lazy'}
              // The large one is what a phone waits for last.
              fetchPriority={eager && index === 1 ? 'high' : undefined}
            />
            {oval.live && <Badge tone="live">Live</Badge>}
          </figure>
        );
      })}
    </div>
  );
}
