import type { ReactNode } from 'react';
import { Badge } from '@/components/basic/badge';
import { DataTable, type DataColumn } from '@/components/list/data-table';
import { ListStates } from '@/components/list/list-states';
import { Pager } from '@/components/list/pager';
import type { createPagedList } from '@/store/paged-list';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { ROWS_PER_PAGE } from '../payment-feature';
import type { StateWords } from '../payment-words';

export interface PageProps {
  page: number;
  getHref: (page: number) => string;
}

interface PageTableProps<Row extends { _id: string }, Query extends { offset?: number | string }> extends PageProps {
  of: ReturnType<typeof createPagedList<Row, Query>>;
  what: string;
  caption: string;
  columns: DataColumn<Row>[];
  empty: ReactNode;
}

export function PageTable<Row extends { _id: string }, Query extends { offset?: number | string }>({
  of,
  what,
  caption,
  columns,
  page,
  getHref,
  empty,
}: PageTableProps<Row, Query>) {
  const dispatch = useAppDispatch();
  const list = useAppSelector(of.select);
  return (
    <ListStates
      list={list}
      failedTitle={`${what} did not load`}
      onRetry={() => dispatch(of.requested(list.query))}
      skeleton="line"
      skeletonCount={8}
      empty={empty}
    >
      <DataTable caption={caption} columns={columns} rows={list.rows} rowKey={(row) => row._id} />
      <Pager label={what} page={page} pages={Math.ceil(list.total / ROWS_PER_PAGE)} getHref={getHref} />
    </ListStates>
  );
}

export function stateColumn<Row>(getState: (row: Row) => StateWords): DataColumn<Row> {
  const renderCell = (row: Row) => {
    const { text, tone } = getState(row);
    return <Badge tone={tone}>{text}</Badge>;
  };
  return { key: 'state', header: 'Status', nowrap: true, wideOnly: true, renderCell };
}
