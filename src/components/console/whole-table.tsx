import { ConsoleTable, type ConsoleColumn } from './console-table';

interface WholeTableProps<Row> {
  label: string;
  columns: ConsoleColumn<Row>[];
  rows: Row[];
  status: 'idle' | 'pending' | 'ready' | 'failed';
  error: { message: string } | null;
  onRetry: () => void;
  empty: string;
}

/** A console table of a list that comes in one piece. */
export function WholeTable<Row extends { _id: string }>({ rows, status, error, ...props }: WholeTableProps<Row>) {
  return (
    <ConsoleTable<Row>
      {...props}
      rows={rows}
      total={rows.length}
      page={1}
      pageSize={Math.max(rows.length, 1)}
      onPage={() => undefined}
      isLoading={status === 'pending'}
      failure={status === 'failed' ? (error?.message ?? 'This could not be loaded.') : undefined}
    />
  );
}
