import type { ReactNode } from 'react';
import { PageColumn } from './app-shell';

interface PageBodyProps {
  /** The signed-in frame has no `main`; public pages already have one. */
  signedIn: boolean;
  width?: 'column' | 'wide';
  children: ReactNode;
}

/** For pages that guests and accounts both see. */
export function PageBody({ signedIn, width = 'wide', children }: PageBodyProps) {
  if (signedIn) return <PageColumn width={width}>{children}</PageColumn>;
  return <div className="page">{children}</div>;
}
