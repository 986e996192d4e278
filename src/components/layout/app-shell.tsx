import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { PartBoundary } from '../states/part-boundary';
import styles from './app-shell.module.css';

interface AppShellProps {
  side?: ReactNode;
  phoneBar?: ReactNode;
  bottomNav?: ReactNode;
  /** Whether the page is a show, which is dark in both themes. */
  isStage?: boolean;
  children: ReactNode;
}

export function AppShell({ side, phoneBar, bottomNav, isStage, children }: AppShellProps) {
  return (
    <div className={cx(styles.shell, isStage && styles.stage)} data-theme={isStage ? 'dark' : undefined}>
      <PartBoundary part="navigation">{side}</PartBoundary>
      <div className={styles.content}>
        <PartBoundary part="phone bar">{phoneBar}</PartBoundary>
        {children}
      </div>
      <PartBoundary part="bottom navigation">{bottomNav}</PartBoundary>
    </div>
  );
}

interface PageColumnProps {
  /** `column` is 640 px, for reading; `settings` goes beside its navigation; `wide` is 1000 px, for tables and forms. */
  width?: 'column' | 'settings' | 'wide';
  /** Shown only in windows of at least 1240 px. */
  aside?: ReactNode;
  children: ReactNode;
}

export function PageColumn({ width = 'column', aside, children }: PageColumnProps) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className={cx(styles.main, width !== 'column' && styles[width], Boolean(aside) && styles.hasAside)}
    >
      <div className={styles.column}>{children}</div>
      {aside && (
        <aside className={styles.aside}>
          <PartBoundary part="aside">{aside}</PartBoundary>
        </aside>
      )}
    </main>
  );
}
