import Link from 'next/link';
import { useRouter } from 'next/router';
import { Flex, Tag } from 'antd';
import { ConsoleFilters, SearchFilter, SelectFilter } from '@/components/console/console-filters';
import { ConsolePage } from '@/components/console/console-page';
import type { ConsoleColumn } from '@/components/console/console-table';
import { consolePaths } from '@/config/console-paths';
import { people, PEOPLE_PER_PAGE, type PersonLine } from '@/features/operations/person/person-feature';
import { kindOptions, kindWords, statusOptions, statusWords } from '@/features/operations/person/person-words';
import { formatDay, formatRelative, VIEWER_TIME_ZONE } from '@/lib/dates';
import { useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';
import { ExportButton } from './export-button';
import { peopleHref, readPeopleFilter, type PeopleFilter } from './people-query';
import { PagedTable } from './paged-table';

const zone = { timeZone: VIEWER_TIME_ZONE };

export function StatusTag({ status }: Pick<PersonLine, 'status'>) {
  const colors = { active: 'success', inactive: 'error' } as Partial<Record<PersonLine['status'], string>>;
  return <Tag color={colors[status] ?? 'warning'}>{statusWords[status]}</Tag>;
}

const columns: ConsoleColumn<PersonLine>[] = [
  {
    key: 'name',
    title: 'Name',
    render: ({ _id, name, username }) => (
      <Flex vertical>
        <Link className="link" href={consolePaths.person(_id)}>
          {name || username || 'No name'}
        </Link>
        <span className="sm muted">{username === null ? '' : `@${username}`}</span>
      </Flex>
    ),
  },
  { key: 'email', title: 'Email', render: ({ email }) => email ?? 'None' },
  {
    key: 'kind',
    title: 'Kind',
    render: ({ kind, isApproved }) => (kind === 'performer' && !isApproved ? 'Creator, not approved' : kindWords[kind]),
  },
  { key: 'status', title: 'Status', render: (row) => <StatusTag {...row} /> },
  { key: 'created', title: 'Signed up', render: ({ createdAt }) => formatDay(createdAt, zone) },
  {
    key: 'seen',
    title: 'Last seen',
    render: ({ lastSeenAt }) => (lastSeenAt === null ? 'Never' : formatRelative(lastSeenAt, zone)),
  },
];

/** Fans and creators, found by name, email, username or id. */
export function PeopleScreen() {
  const router = useRouter();
  const filter = readPeopleFilter(router.query);
  const { query, total } = useAppSelector(people.select);
  const open = (next: PeopleFilter, page?: number) =>
    void router.push(peopleHref(next, page), undefined, { scroll: false });
  return (
    <>
      <PageTitle title="People" />
      <ConsolePage
        title="People"
        note="Fans and creators, newest first."
        actions={<ExportButton call="exportPeople" list={{ query, total }} />}
      >
        <PeopleFilters filter={filter} onChange={(part) => open({ ...filter, ...part })} />
        <PagedTable
          list={people}
          label="People"
          columns={columns}
          pageSize={PEOPLE_PER_PAGE}
          onPage={(page) => open(filter, page)}
          empty="No account fits. Try part of a name, an email, a username or an id."
        />
      </ConsolePage>
    </>
  );
}

interface PeopleFiltersProps {
  filter: PeopleFilter;
  onChange: (part: Partial<PeopleFilter>) => void;
}

function PeopleFilters({ filter: { q, kind, status }, onChange }: PeopleFiltersProps) {
  return (
    <ConsoleFilters>
      <SearchFilter
        label="Search people"
        placeholder="Name, email, username or id"
        value={q}
        onSearch={(next) => onChange({ q: next })}
      />
      <SelectFilter label="Kind" value={kind} options={kindOptions} onChange={(next) => onChange({ kind: next })} />
      <SelectFilter
        label="Status"
        value={status}
        options={statusOptions}
        onChange={(next) => onChange({ status: next })}
      />
    </ConsoleFilters>
  );
}
