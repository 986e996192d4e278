import { Count } from '../basic/count';
import type { Glyph } from '../basic/icon';
import { IconButton } from '../basic/icon-button';
import styles from './bar-link.module.css';

interface BarLinkProps {
  icon: Glyph;
  label: string;
  href: string;
  /** Things waiting there. */
  count?: number;
  /** What they are: `unread`. */
  countLabel?: string;
  isCurrent?: boolean;
}

/** A place in a bar by its icon, with how much waits there. */
export function BarLink({ icon, label, href, count = 0, countLabel = 'new', isCurrent }: BarLinkProps) {
  return (
    <span className={styles.link}>
      <IconButton
        icon={icon}
        label={count > 0 ? `${label}, ${count} ${countLabel}` : label}
        href={href}
        aria-current={isCurrent ? 'page' : undefined}
      />
      <span aria-hidden="true">
        <Count value={count} className={styles.count} />
      </span>
    </span>
  );
}
