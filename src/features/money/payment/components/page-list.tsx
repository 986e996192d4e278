import type { ReactNode } from 'react';
import { ListStates } from '@/components/list/list-states';
import { Pager } from '@/components/list/pager';
import type { PagedList } from '@/store/paged-list';
import { rowsPerPage } from '../payment-feature';

interface PageListProps {
  /** What is listed, as in `Your payments did not load`. */
  what: string;
  list: PagedList<unknown, unknown>;
  page: number;
  hrefOf: (page: number) => string;
  onRetry: () => void;
  /** Instead of an empty table. */
  empty: ReactNode;
  children: ReactNode;
}

/** The four states around a table, and its pages. */
export function PageList({ what, list, page, hrefOf, children, ...states }: PageListProps) {
  return (
    <ListStates list={list} failedTitle={`${what} did not load`} skeleton="line" skeletonCount={8} {...states}>
      {children}
      <Pager label={what} page={page} pages={Math.ceil(list.total / rowsPerPage)} hrefOf={hrefOf} />
    </ListStates>
  );
}
