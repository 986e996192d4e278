import { useEffect, type ReactNode } from 'react';
import { preparePrimary } from './lazy-layouts';

/** Nothing but the page: log in, register, and what a mail's link opens. */
export function BlankLayout({ children }: { children: ReactNode }) {
  useEffect(preparePrimary, []);
  return (
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  );
}
