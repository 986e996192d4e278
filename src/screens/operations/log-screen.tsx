import { useRouter } from 'next/router';
import { Tag } from 'antd';
import { ConsoleFilters, DaysFilter, SelectFilter } from '@/components/console/console-filters';
import { ConsolePage } from '@/components/console/console-page';
import type { ConsoleColumn } from '@/components/console/console-table';
import { LOG_LINES_PER_PAGE, logCheck, logLines, type LogLine } from '@/features/operations/log/log-feature';
import { actOptions, actWords, describeDetails } from '@/features/operations/log/log-words';
import { formatFull, VIEWER_TIME_ZONE } from '@/lib/dates';
import { formatCount } from '@/lib/format-count';
import { useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';
import { ExportButton } from './export-button';
import { logHref, readLogFilter, type LogFilter } from './log-query';
import { PagedTable } from './paged-table';

const columns: ConsoleColumn<LogLine>[] = [
  { key: 'at', title: 'When', render: ({ at }) => formatFull(at, { timeZone: VIEWER_TIME_ZONE }) },
  {
    key: 'operator',
    title: 'Operator',
    render: ({ operatorName, role, via }) => (
      <>
        {operatorName || 'Deleted account'} <Tag>{via === 'command' ? `${role}, by command` : role}</Tag>
      </>
    ),
  },
  {
    key: 'act',
    title: 'Act',
    render: ({ act, subjectName, subjectId }) => `${actWords[act]} ${subjectName || subjectId}`,
  },
  { key: 'details', title: 'Details', render: ({ details }) => describeDetails(details) },
  { key: 'hash', title: 'Line', render: ({ _id, hash }) => <code title={hash}>{`${_id} · ${hash.slice(0, 8)}`}</code> },
];

/** Every act of an operator, read-only for all of them. */
export function LogScreen() {
  const router = useRouter();
  const filter = readLogFilter(router.query);
  const { query, total } = useAppSelector(logLines.select);
  const open = (next: LogFilter, page?: number) => void router.push(logHref(next, page), undefined, { scroll: false });
  return (
    <>
      <PageTitle title="Log" />
      <ConsolePage
        title="Log"
        note="What operators did. Lines can be added, but never changed."
        actions={
          <>
            <ChainTag />
            <ExportButton call="exportOperatorLog" list={{ query, total }} />
          </>
        }
      >
        <LogFilters filter={filter} onChange={(part) => open({ ...filter, ...part })} />
        <PagedTable
          list={logLines}
          label="Acts of operators"
          columns={columns}
          pageSize={LOG_LINES_PER_PAGE}
          onPage={(page) => open(filter, page)}
          empty="No act fits these filters."
        />
      </ConsolePage>
    </>
  );
}

function ChainTag() {
  const { data: check } = useAppSelector(logCheck.select);
  if (!check) return null;
  if (check.problems.length > 0) return <Tag color="error">The log was tampered with: {check.problems.join('; ')}</Tag>;
  return <Tag color="success">Chain unbroken, {formatCount(check.lines)} lines</Tag>;
}

function LogFilters({ filter, onChange }: { filter: LogFilter; onChange: (part: Partial<LogFilter>) => void }) {
  return (
    <ConsoleFilters>
      <SelectFilter
        label="Act"
        value={filter.act}
        options={actOptions}
        isSearchable
        onChange={(act) => onChange({ act })}
      />
      <DaysFilter from={filter.from} to={filter.to} onChange={onChange} />
    </ConsoleFilters>
  );
}
