import { useRouter } from 'next/router';
import { ConsoleTable, type ConsoleTableProps } from '@/components/console/console-table';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import type { createPagedList } from '@/store/paged-list';
import { readPage } from '../site/page-query';

export type List<Row extends { _id: string }, Query extends { offset?: number }> = Pick<
  ReturnType<typeof createPagedList<Row, Query>>,
  'select' | 'requested'
>;

interface PagedTableProps<Row extends { _id: string }, Query extends { offset?: number }> extends Pick<
  ConsoleTableProps<Row>,
  'label' | 'columns' | 'pageSize' | 'onPage' | 'empty' | 'selection'
> {
  list: List<Row, Query>;
}

/** The page of a list that the address names, with its failure and "Try again". */
export function PagedTable<Row extends { _id: string }, Query extends { offset?: number }>({
  list,
  ...table
}: PagedTableProps<Row, Query>) {
  const { query: address } = useRouter();
  const dispatch = useAppDispatch();
  const { rows, total, status, error, query } = useAppSelector(list.select);
  return (
    <ConsoleTable
      {...table}
      rows={rows}
      total={total}
      page={readPage(address)}
      isLoading={status === 'pending'}
      failure={status === 'failed' ? error?.message : undefined}
      onRetry={() => dispatch(list.requested(query))}
    />
  );
}
