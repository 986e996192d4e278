import { CircleAlert } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { Icon, type Glyph } from './icon';
import styles from './note.module.css';

interface NoteProps {
  icon: Glyph;
  tone?: 'plain' | 'accent' | 'success' | 'warn' | 'danger';
  className?: string;
  children: ReactNode;
}

export function Note({ icon, tone = 'plain', className, children }: NoteProps) {
  const loud = tone === 'danger' || tone === 'warn';
  return (
    <div className={cx(styles.note, styles[tone], className)} role={loud ? 'alert' : undefined}>
      <Icon of={icon} size={16} />
      <div className="grow">{children}</div>
    </div>
  );
}

interface ProblemProps {
  /** The page where the user can fix the problem. */
  place?: { label: string; href: string } | undefined;
  children: string | null | undefined;
}

export const Problem = ({ place, children }: ProblemProps) =>
  children ? (
    <Note icon={CircleAlert} tone="danger">
      {children}
      {place && (
        <>
          {' '}
          <Link className="link" href={place.href}>
            {place.label}
          </Link>
        </>
      )}
    </Note>
  ) : null;
