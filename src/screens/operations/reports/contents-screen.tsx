import Link from 'next/link';
import { useRouter } from 'next/router';
import { Tag } from 'antd';
import { ConsoleFilters, SearchFilter, SelectFilter, StatusTabs } from '@/components/console/console-filters';
import { ConsolePage } from '@/components/console/console-page';
import type { ConsoleColumn } from '@/components/console/console-table';
import { consolePaths } from '@/config/console-paths';
import { consoleContents, CONTENT_PER_PAGE, type ContentLine } from '@/features/operations/report/content-feature';
import { shortenToTitle } from '@/lib/shorten';
import { PageTitle } from '../../site/page-title';
import { contentStates } from './content-card';
import { contentsHref, contentTabs, kindOptions, readContentFilter, type ContentFilter } from './contents-query';
import { PersonLink } from '../person-link';
import { toTargetName } from './report-parts';
import { PagedTable } from '../paged-table';
import { TableTime } from '../table-time';

const columns: ConsoleColumn<ContentLine>[] = [
  {
    key: 'title',
    title: 'Content',
    render: ({ _id, kind, title, text }) => (
      <Link className="link" href={consolePaths.contentOf(kind, _id)}>
        {title || shortenToTitle(text) || toTargetName(kind)}
      </Link>
    ),
  },
  { key: 'kind', title: 'Kind', render: ({ kind }) => toTargetName(kind) },
  { key: 'creator', title: 'Creator', render: ({ creator }) => <PersonLink person={creator} /> },
  {
    key: 'state',
    title: 'Status',
    render: ({ state }) => <Tag color={contentStates[state].color}>{contentStates[state].text}</Tag>,
  },
  {
    key: 'created',
    title: 'Created',
    render: ({ createdAt }) => <TableTime at={createdAt} />,
  },
];

/** Posts, videos, galleries and products of all creators. */
export function ContentsScreen() {
  const router = useRouter();
  const filter = readContentFilter(router.query);
  const open = (part: Partial<ContentFilter>, page?: number) =>
    void router.push(contentsHref({ ...filter, ...part }, page), undefined, { scroll: false });
  const isFiltered = filter.q !== '' || filter.kind !== null;
  const tab = contentTabs.find(({ value }) => value === filter.status);
  return (
    <>
      <PageTitle title="Content" />
      <ConsolePage title="Content" note="Of all creators, newest first.">
        <StatusTabs value={filter.status} options={contentTabs} onChange={(next) => open({ status: next })} />
        <ConsoleFilters>
          <SearchFilter
            label="Search content"
            placeholder="Title, creator or id"
            value={filter.q}
            onSearch={(q) => open({ q })}
          />
          <SelectFilter label="Kind" value={filter.kind} options={kindOptions} onChange={(kind) => open({ kind })} />
        </ConsoleFilters>
        <PagedTable
          list={consoleContents}
          label="Content"
          columns={columns}
          pageSize={CONTENT_PER_PAGE}
          onPage={(page) => open({}, page)}
          empty={isFiltered ? 'Nothing fits these filters.' : (tab?.empty ?? '')}
        />
      </ConsolePage>
    </>
  );
}
