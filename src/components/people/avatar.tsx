import { User } from 'lucide-react';
import { useState } from 'react';
import { cx } from '@/lib/cx';
import { getSizes } from '@/lib/media-file';
import { Badge } from '../basic/badge';
import styles from './avatar.module.css';

/** Width in pixels; the height is 5/4 of it. */
const widths = { xs: 28, sm: 36, md: 44, lg: 64, xl: 96, xxl: 148 };

interface AvatarProps {
  /** Without a picture, the first letter is shown; without a name, a figure. */
  name: string;
  src?: string | null;
  size?: keyof typeof widths;
  online?: boolean;
  live?: boolean;
  /** With `live`: also shows the word "live" under the oval. */
  tag?: boolean;
  rim?: boolean;
  eager?: boolean;
  className?: string;
}

/** An upright 4:5 oval, never a circle. */
export function Avatar({ name, src, size = 'md', online, live, tag, rim, eager, className }: AvatarProps) {
  const [missing, setMissing] = useState<string | null>(null);
  const width = widths[size];
  const shown = src && src !== missing ? src : null;
  const initial = getInitial(name);
  return (
    <span className={cx(styles.avatar, styles[size], rim && styles.rim, live && styles.live, className)}>
      {shown ? (
        <img
          // An image that failed before hydration fires no error event.
          ref={(img) => {
            if (img?.complete && img.naturalWidth === 0 && img.src.length > 0) setMissing(shown);
          }}
          srcSet={getSizes(shown)}
          sizes={`${width}px`}
          src={shown}
          alt=""
          width={width}
          height={(width * 5) / 4}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setMissing(shown)}
        />
      ) : (
        <span className={styles.initial}>
          {initial ? <span aria-hidden="true">{initial}</span> : <User aria-hidden="true" />}
        </span>
      )}
      {online && !live && (
        <span className={styles.online}>
          <span className="sr">Online</span>
        </span>
      )}
      {live &&
        (tag ? (
          <span className={styles.tag}>
            <Badge tone="live">Live</Badge>
          </span>
        ) : (
          <span className="sr">Live</span>
        ))}
    </span>
  );
}

const getInitial = (name: string): string => (Array.from(name.trim().replace(/^@/, ''))[0] ?? '').toUpperCase();
