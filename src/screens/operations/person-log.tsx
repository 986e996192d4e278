import Link from 'next/link';
import { Flex } from 'antd';
import { ConsoleTable, type ConsoleColumn } from '@/components/console/console-table';
import { LOG_LINES_PER_PAGE, logLines, type LogLine } from '@/features/operations/log/log-feature';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { LogAct, renderLogDetails } from './log-act';
import { logHref } from './log-query';
import { TableTime } from './table-time';

const columns: ConsoleColumn<LogLine>[] = [
  { key: 'at', title: 'When', render: ({ at }) => <TableTime at={at} /> },
  { key: 'operator', title: 'Operator', render: ({ operatorName }) => operatorName || 'Deleted account' },
  { key: 'act', title: 'Act', render: (line) => <LogAct line={line} /> },
  { key: 'details', title: 'Details', render: renderLogDetails },
];

/** The log's newest entries about the account and what is theirs. */
export function PersonLog({ id }: { id: string }) {
  const dispatch = useAppDispatch();
  const { rows, total, status, error, query } = useAppSelector(logLines.select);
  const href = logHref({ act: null, operatorId: '', personId: id, subjectId: '', from: '', to: '' });
  return (
    <Flex vertical gap="middle">
      <ConsoleTable
        label="Log of this account"
        columns={columns}
        rows={rows}
        total={rows.length}
        page={1}
        pageSize={LOG_LINES_PER_PAGE}
        onPage={() => undefined}
        isLoading={status === 'pending'}
        failure={status === 'failed' ? error?.message : undefined}
        onRetry={() => dispatch(logLines.requested(query))}
        empty="No operator has done anything with this account."
      />
      {total > rows.length && (
        <Link className="link" href={href}>
          All {total} entries
        </Link>
      )}
    </Flex>
  );
}
