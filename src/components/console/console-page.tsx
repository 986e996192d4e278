import type { ReactNode } from 'react';
import { AntdProvider } from '../layout/antd-provider';
import { PageHead } from '../layout/page-head';
import styles from './console-page.module.css';

interface ConsolePageProps {
  title: ReactNode;
  note?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** Heading and content of one console page; below it, antd's components have the colours of the site. */
export function ConsolePage({ title, note, actions, children }: ConsolePageProps) {
  return (
    <AntdProvider isStyledAtRuntime>
      <div className={styles.page}>
        <PageHead title={title} note={note} actions={actions} />
        {children}
      </div>
    </AntdProvider>
  );
}
