import type { ReactNode } from 'react';
import { PageColumn } from './app-shell';

interface PageBodyProps {
  /** The frame for signed-in accounts has no `main` element; public pages already have one. */
  signedIn: boolean;
  width?: 'column' | 'wide';
  children: ReactNode;
}

/** For pages that both guests and accounts see. */
export function PageBody({ signedIn, width = 'wide', children }: PageBodyProps) {
  if (signedIn) return <PageColumn width={width}>{children}</PageColumn>;
  return <div className="page">{children}</div>;
}
