import type { ReactNode } from 'react';
import { PageColumn } from './app-shell';

interface PageBodyProps {
  /** Inside the signed-in frame, which has no `main` of its own; public pages have one already. */
  signedIn: boolean;
  /** Column of signed-in pages; public ones are as wide as the site. */
  width?: 'column' | 'wide';
  children: ReactNode;
}

/** The body of a page that strangers and signed-in people both see, in the frame that each of them has. */
export function PageBody({ signedIn, width = 'wide', children }: PageBodyProps) {
  if (signedIn) return <PageColumn width={width}>{children}</PageColumn>;
  return <div className="page">{children}</div>;
}
