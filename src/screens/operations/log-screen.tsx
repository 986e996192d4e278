import { useRouter } from 'next/router';
import { Button, Tag, Tooltip } from 'antd';
import { ConsoleFilters, DaysFilter, SelectFilter } from '@/components/console/console-filters';
import { ConsolePage } from '@/components/console/console-page';
import type { ConsoleColumn } from '@/components/console/console-table';
import { LOG_LINES_PER_PAGE, logCheck, logLines, type LogLine } from '@/features/operations/log/log-feature';
import { actOptions } from '@/features/operations/log/log-words';
import { operators } from '@/features/operations/operator/operator-feature';
import { pluralise } from '@/lib/format-count';
import { useAppSelector } from '@/store/hooks';
import { PageTitle } from '../site/page-title';
import { ExportButton } from './export-button';
import { LogAct, renderLogDetails } from './log-act';
import { logHref, readLogFilter, type LogFilter } from './log-query';
import { PagedTable } from './paged-table';
import { TableTime } from './table-time';

const columns: ConsoleColumn<LogLine>[] = [
  { key: 'at', title: 'When', render: ({ at }) => <TableTime at={at} /> },
  {
    key: 'operator',
    title: 'Operator',
    render: ({ operatorName, role, via }) => (
      <>
        {operatorName || 'Deleted account'} <Tag>{via === 'command' ? `${role}, on the command line` : role}</Tag>
      </>
    ),
  },
  { key: 'act', title: 'Act', render: (line) => <LogAct line={line} /> },
  { key: 'details', title: 'Details', render: renderLogDetails },
  { key: 'number', title: 'No.', render: ({ _id, hash }) => <Tooltip title={`Fingerprint ${hash}`}>{_id}</Tooltip> },
];

/** Every act of an operator, read-only for all of them. */
export function LogScreen() {
  const router = useRouter();
  const filter = readLogFilter(router.query);
  const { query, total } = useAppSelector(logLines.select);
  const isFiltered = Object.values(filter).some((value) => value !== null && value !== '');
  const open = (next: LogFilter, page?: number) => void router.push(logHref(next, page), undefined, { scroll: false });
  return (
    <>
      <PageTitle title="Log" />
      <ConsolePage
        title="Log"
        note="What operators did. Each entry holds a fingerprint of the one before, so a changed or missing entry shows."
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
          empty={isFiltered ? 'No act fits these filters.' : 'No operator has done anything yet.'}
        />
      </ConsolePage>
    </>
  );
}

function ChainTag() {
  const { data: check } = useAppSelector(logCheck.select);
  if (!check) return null;
  if (check.problems.length > 0) return <Tag color="error">The log was tampered with: {check.problems.join('; ')}</Tag>;
  return (
    <Tag color="success" style={{ alignSelf: 'center' }}>
      Complete: {pluralise(check.lines, 'entry', 'entries')}, none changed
    </Tag>
  );
}

function LogFilters({ filter, onChange }: { filter: LogFilter; onChange: (part: Partial<LogFilter>) => void }) {
  const { data } = useAppSelector(operators.select);
  const names = (data ?? []).map(({ _id, name, email }) => ({ value: _id, label: name || email || 'No name' }));
  return (
    <ConsoleFilters>
      <SelectFilter
        label="Operator"
        value={filter.operatorId || null}
        options={names}
        onChange={(operatorId) => onChange({ operatorId: operatorId ?? '' })}
      />
      <SelectFilter
        label="Act"
        value={filter.act}
        options={actOptions}
        isSearchable
        onChange={(act) => onChange({ act })}
      />
      <DaysFilter from={filter.from} to={filter.to} onChange={onChange} />
      {(filter.personId !== '' || filter.subjectId !== '') && (
        <Button onClick={() => onChange({ personId: '', subjectId: '' })}>Show all acts</Button>
      )}
    </ConsoleFilters>
  );
}
