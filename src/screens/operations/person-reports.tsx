import Link from 'next/link';
import { Flex, Tag } from 'antd';
import { ConsoleTable, type ConsoleColumn } from '@/components/console/console-table';
import { consolePaths } from '@/config/console-paths';
import type { Person } from '@/features/operations/person/person-feature';
import { reportStatusWords } from '@/features/operations/person/person-words';
import { toTargetName } from './reports/report-parts';
import { PersonLink } from './person-link';
import { TableTime } from './table-time';

type Report = Person['reportsBy']['data'][number];

const getColumns = (otherTitle: string): ConsoleColumn<Report>[] => [
  {
    key: 'title',
    title: 'Report',
    render: ({ _id, title }) => (
      <Link className="link" href={consolePaths.report(_id)}>
        {title}
      </Link>
    ),
  },
  { key: 'description', title: 'Details', render: ({ description }) => description || 'None' },
  { key: 'target', title: 'About', render: ({ target }) => toTargetName(target) },
  {
    key: 'other',
    title: otherTitle,
    render: ({ other }) => <PersonLink person={other} />,
  },
  { key: 'status', title: 'Status', render: ({ status }) => <Tag>{reportStatusWords[status]}</Tag> },
  { key: 'at', title: 'When', render: ({ createdAt }) => <TableTime at={createdAt} /> },
];

const aboutColumns = getColumns('Reported by');
const byColumns = getColumns('Creator');

export const PersonReports = ({ person: { reportsAbout, reportsBy } }: { person: Person }) => (
  <Flex vertical gap="large">
    <Reports title="About them" columns={aboutColumns} empty="Nobody reported them or their work." {...reportsAbout} />
    <Reports title="By them" columns={byColumns} empty="They reported nothing." {...reportsBy} />
  </Flex>
);

interface ReportsProps {
  title: string;
  columns: ConsoleColumn<Report>[];
  empty: string;
  data: Report[];
  total: number;
}

const Reports = ({ title, columns, empty, data, total }: ReportsProps) => (
  <section>
    <h2>
      {title} ({total})
    </h2>
    {total > data.length && <p className="muted">The newest {data.length}.</p>}
    <ConsoleTable
      label={`Reports ${title.toLowerCase()}`}
      columns={columns}
      rows={data}
      total={data.length}
      page={1}
      pageSize={Math.max(data.length, 1)}
      onPage={() => undefined}
      isLoading={false}
      onRetry={() => undefined}
      empty={empty}
    />
  </section>
);
