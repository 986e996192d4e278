import { useRouter } from 'next/router';
import { ConsoleFilters, DaysFilter, SearchFilter, StatusTabs } from '@/components/console/console-filters';
import { ConsoleTable, type ConsoleColumn } from '@/components/console/console-table';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import type { createPagedList } from '@/store/paged-list';
import { readPage } from '../site/page-query';
import type { ListAddress, ListFilter } from './console-query';

type List<Row extends { _id: string }, Query extends { offset?: number }> = Pick<
  ReturnType<typeof createPagedList<Row, Query>>,
  'select' | 'requested'
>;

interface FilteredListProps<Row extends { _id: string }, Query extends { offset?: number }, Status extends string> {
  /** Names the table to screen readers, and the search. */
  label: string;
  placeholder: string;
  address: ListAddress<Status>;
  list: List<Row, Query>;
  pageSize: number;
  columns: ConsoleColumn<Row>[];
}

/** A list of the console whose tab, search, days and page are in the address. */
export function FilteredList<Row extends { _id: string }, Query extends { offset?: number }, Status extends string>({
  label,
  placeholder,
  address,
  list,
  pageSize,
  columns,
}: FilteredListProps<Row, Query, Status>) {
  const router = useRouter();
  const dispatch = useAppDispatch();
  const { rows, total, status, error, query } = useAppSelector(list.select);
  const filter = address.read(router.query);
  const open = (part: Partial<ListFilter<Status>>, page?: number) =>
    void router.push(address.href({ ...filter, ...part }, page), undefined, { scroll: false });
  const tab = address.tabs.find(({ value }) => value === filter.status);
  const isFiltered = filter.q !== '' || filter.from !== '';
  return (
    <>
      <StatusTabs
        value={filter.status}
        options={address.tabs.map(({ value, label: text }) => ({ value, label: text }))}
        onChange={(status) => open({ status })}
      />
      <ConsoleFilters>
        <SearchFilter
          label={`Search ${label.toLowerCase()}`}
          placeholder={placeholder}
          value={filter.q}
          onSearch={(q) => open({ q })}
        />
        <DaysFilter from={filter.from} to={filter.to} onChange={open} />
      </ConsoleFilters>
      <ConsoleTable
        label={label}
        columns={columns}
        rows={rows}
        total={total}
        page={readPage(router.query)}
        pageSize={pageSize}
        onPage={(page) => open({}, page)}
        isLoading={status === 'pending'}
        failure={status === 'failed' ? error?.message : undefined}
        onRetry={() => dispatch(list.requested(query))}
        empty={isFiltered ? 'Nothing fits these filters.' : (tab?.empty ?? '')}
      />
    </>
  );
}
