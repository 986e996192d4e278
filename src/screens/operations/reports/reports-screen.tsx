import Link from 'next/link';
import { useRouter } from 'next/router';
import { Button } from 'antd';
import { ConsoleFilters, SelectFilter, StatusTabs } from '@/components/console/console-filters';
import { ConsolePage } from '@/components/console/console-page';
import type { ConsoleColumn } from '@/components/console/console-table';
import { consolePaths } from '@/config/console-paths';
import { consoleReports, REPORTS_PER_PAGE } from '@/features/operations/report/report-feature';
import { targetOptions, type Report } from '@/features/operations/report/report-words';
import { shortenToTitle } from '@/lib/shorten';
import { PageTitle } from '../../site/page-title';
import { PersonLink } from '../person-link';
import { AgeTag, ReportStatusTag, toTargetName } from './report-parts';
import { readReportFilter, reportsHref, reportTabs, type ReportFilter } from './reports-query';
import { PagedTable } from '../paged-table';
import { TableTime } from '../table-time';

const columns: ConsoleColumn<Report>[] = [
  {
    key: 'title',
    title: 'Report',
    render: ({ _id, title }) => (
      <Link className="link" href={consolePaths.report(_id)}>
        {title}
      </Link>
    ),
  },
  {
    key: 'target',
    title: 'About',
    render: ({ target, targetTitle, open }) => (
      <>
        {toTargetName(target)}
        {targetTitle !== '' && `: ${shortenToTitle(targetTitle)}`}
        {open > 1 && `, ${open} reports`}
      </>
    ),
  },
  { key: 'subject', title: 'Author or person', render: ({ subject }) => <PersonLink person={subject} /> },
  { key: 'reporter', title: 'Reported by', render: ({ reporter }) => <PersonLink person={reporter} /> },
  { key: 'status', title: 'Status', render: (row) => <ReportStatusTag {...row} /> },
  {
    key: 'age',
    title: 'Reported',
    render: ({ status, openedAt }) => (status === 'open' ? <AgeTag since={openedAt} /> : <TableTime at={openedAt} />),
  },
];

/** Reports of fans and creators. */
export function ReportsScreen() {
  const router = useRouter();
  const filter = readReportFilter(router.query);
  const open = (part: Partial<ReportFilter>, page?: number) =>
    void router.push(reportsHref({ ...filter, ...part }, page), undefined, { scroll: false });
  const isFiltered = filter.target !== null || filter.person !== '';
  return (
    <>
      <PageTitle title="Reports" />
      <ConsolePage
        title="Reports"
        note="One decision answers all reports about the same thing. Try to decide within a day."
      >
        <StatusTabs value={filter.status} options={reportTabs} onChange={(next) => open({ status: next })} />
        <ConsoleFilters>
          <SelectFilter
            label="About"
            value={filter.target}
            options={targetOptions}
            onChange={(target) => open({ target })}
          />
          {filter.person !== '' && <Button onClick={() => open({ person: '' })}>Show everyone’s</Button>}
        </ConsoleFilters>
        <PagedTable
          list={consoleReports}
          label="Reports"
          columns={columns}
          pageSize={REPORTS_PER_PAGE}
          onPage={(page) => open({}, page)}
          empty={
            isFiltered
              ? 'Nothing fits these filters.'
              : (reportTabs.find(({ value }) => value === filter.status)?.empty ?? '')
          }
        />
      </ConsolePage>
    </>
  );
}
