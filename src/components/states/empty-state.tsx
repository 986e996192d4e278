import type { ReactNode } from 'react';
import { Picture } from '../media/picture';
import type { Glyph } from '../basic/icon';
import { LockBadge } from '../basic/lock-badge';
import styles from './empty-state.module.css';

interface EmptyStateProps {
  title: string;
  text?: ReactNode;
  people?: { name: string; src: string }[];
  icon?: Glyph;
  action?: ReactNode;
  /** Use `h1` if the page has no other content. */
  heading?: 'h1' | 'h2';
}

export function EmptyState(props: EmptyStateProps) {
  const { title, text, people = [], icon, action, heading: Heading = 'h2' } = props;
  return (
    <div className={styles.empty}>
      {icon ? <LockBadge icon={icon} tone="accent" /> : <Faces people={people} />}
      <Heading>{title}</Heading>
      {text && <p>{text}</p>}
      {action}
    </div>
  );
}

function Faces({ people }: { people: { name: string; src: string }[] }) {
  return (
    <div className={styles.art} aria-hidden="true">
      {[0, 1, 2].map((index) => (
        <span key={index}>
          {people[index] && (
            <Picture fallback={null} src={people[index].src} alt="" width={58} height={72} loading="lazy" />
          )}
        </span>
      ))}
    </div>
  );
}
