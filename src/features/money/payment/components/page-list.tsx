import type { ReactNode } from 'react';
import { ErrorState } from '@/components/states/error-state';
import { Pager } from '@/components/list/pager';
import { Skeleton } from '@/components/basic/skeleton';
import { rowsPerPage, type PageOf } from '../payment-slice';

interface PageListProps<Row> {
  /** What is listed, as in `Your payments did not load`. */
  what: string;
  list: PageOf<Row>;
  page: number;
  hrefOf: (page: number) => string;
  onRetry: () => void;
  /** Instead of an empty table. */
  empty: ReactNode;
  children: ReactNode;
}

/** The four states around a table, and its pages. */
export function PageList<Row>({ what, list, page, hrefOf, onRetry, empty, children }: PageListProps<Row>) {
  const { rows, total, status, error } = list;
  if (status === 'failed') return <ErrorState title={`${what} did not load`} text={error?.message} onRetry={onRetry} />;
  if (status !== 'ready' && rows.length === 0) return <Skeleton count={8} />;
  if (rows.length === 0) return empty;
  return (
    <>
      {children}
      <Pager label={what} page={page} pages={Math.ceil(total / rowsPerPage)} hrefOf={hrefOf} />
    </>
  );
}
