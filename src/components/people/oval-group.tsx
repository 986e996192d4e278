import type { CSSProperties } from 'react';
import { Picture } from '../media/picture';
import { cx } from '@/lib/cx';
import { Badge } from '../basic/badge';
import styles from './oval-group.module.css';

interface OvalGroupProps {
  /** At most six; the second is the large one in the middle. */
  ovals: { src: string; live?: boolean }[];
  eager?: boolean;
  className?: string;
}

/** Left, top and width in percent of the box, and the delay of the animation in milliseconds. */
const places = [
  [2, 3, 24, 180],
  [19, 17, 44, 0],
  [56, 44, 36, 120],
  [67, 4, 24, 240],
  [1, 58, 27, 300],
  [27, 73, 26, 380],
];

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
              // On phones, the page looks complete only once the large one has loaded.
              fetchPriority={eager && index === 1 ? 'high' : undefined}
            />
            {oval.live && <Badge tone="live">Live</Badge>}
          </figure>
        );
      })}
    </div>
  );
}
