import { useRouter } from 'next/router';
import { ConsoleFilters, DaysFilter, SearchFilter, StatusTabs } from '@/components/console/console-filters';
import type { ConsoleColumn } from '@/components/console/console-table';
import type { ListAddress, ListFilter } from './console-query';
import { PagedTable, type List } from './paged-table';

interface FilteredListProps<Row extends { _id: string }, Query extends { offset?: number }, Status extends string> {
  /** Names the table to screen readers, and the search. */
  label: string;
  placeholder: string;
  address: ListAddress<Status>;
  list: List<Row, Query>;
  pageSize: number;
  columns: ConsoleColumn<Row>[];
  /** Shown behind the labels of the tabs. */
  counts?: Partial<Record<Status | 'all', number>>;
  /** Instead of the tab's own text, if it has no rows. */
  empty?: string;
}

/** A list of the console whose tab, search, days and page are in the address. */
export function FilteredList<Row extends { _id: string }, Query extends { offset?: number }, Status extends string>({
  label,
  placeholder,
  address,
  list,
  pageSize,
  columns,
  counts,
  empty,
}: FilteredListProps<Row, Query, Status>) {
  const router = useRouter();
  const filter = address.read(router.query);
  const open = (part: Partial<ListFilter<Status>>, page?: number) =>
    void router.push(address.href({ ...filter, ...part }, page), undefined, { scroll: false });
  const tab = address.tabs.find(({ value }) => value === filter.status);
  const isFiltered = filter.q !== '' || filter.from !== '';
  return (
    <>
      <StatusTabs
        value={filter.status}
        options={address.tabs.map(({ value, label: text }) => ({ value, label: text, count: counts?.[value] }))}
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
      <PagedTable
        list={list}
        label={label}
        columns={columns}
        pageSize={pageSize}
        onPage={(page) => open({}, page)}
        empty={isFiltered ? 'Nothing fits these filters.' : (empty ?? tab?.empty ?? '')}
      />
    </>
  );
}
