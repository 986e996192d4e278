import type { ReactNode } from 'react';

/** Nothing but the page: log in, register, and what a mail's link opens. */
export function BlankLayout({ children }: { children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  );
}
