import { Alert, Button, Card, Checkbox, Descriptions, Empty, Pagination, type TableProps } from 'antd';
import { useEffect, useEffectEvent, type Key, type ReactNode } from 'react';
import { useNarrow } from '../hooks/use-narrow';
import styles from './console-table.module.css';
import { PlainTable } from './plain-table';

export interface ConsoleColumn<Row> {
  key: string;
  title: string;
  render: (row: Row) => ReactNode;
  isNumber?: boolean;
}

export interface ConsoleTableProps<Row> {
  /** Names the table to screen readers. */
  label: string;
  columns: ConsoleColumn<Row>[];
  rows: Row[];
  total: number;
  /** 1-based. */
  page: number;
  pageSize: number;
  onPage: (page: number) => void;
  isLoading: boolean;
  failure?: string;
  onRetry: () => void;
  /** Shown instead of rows, if there are none. */
  empty: string;
  selection?: { keys: Key[]; onChange: (keys: Key[]) => void; isSelectable?: (row: Row) => boolean };
}

/** A page of rows from the server: a table, or on phones a list of cards. */
export function ConsoleTable<Row extends { _id: string }>(props: ConsoleTableProps<Row>) {
  const { label, rows, total, page, pageSize, onPage, isLoading, failure, onRetry, empty } = props;
  const isNarrow = useNarrow();
  const lastPage = Math.max(1, Math.ceil(total / pageSize));
  // The last row of the last page is gone, for example decided: without rows, the table would say that none is left.
  const isPastEnd = failure === undefined && !isLoading && rows.length === 0 && page > lastPage;
  const openLastPage = useEffectEvent(() => onPage(lastPage));
  useEffect(() => {
    if (isPastEnd) openLastPage();
  }, [isPastEnd]);
  if (failure !== undefined)
    return <Alert type="error" showIcon title={failure} action={<Button onClick={onRetry}>Try again</Button>} />;
  const pagination = {
    current: page,
    pageSize,
    total,
    onChange: onPage,
    showSizeChanger: false,
    hideOnSinglePage: true,
  };
  if (isNarrow) {
    return (
      <div className={styles.cards} role="region" aria-label={label} aria-busy={isLoading}>
        {rows.length === 0 && !isLoading && <Empty description={empty} />}
        {rows.map((row) => (
          <RowCard key={row._id} row={row} columns={props.columns} selection={props.selection} />
        ))}
        <Pagination {...pagination} simple />
      </div>
    );
  }
  return (
    <div className={styles.wide}>
      <PlainTable<Row>
        aria-label={label}
        rowKey="_id"
        size="middle"
        dataSource={rows}
        columns={props.columns.map(({ key, title, render, isNumber }) => ({
          key,
          title,
          render: (_value, row) => render(row),
          ...(isNumber && { align: 'right' as const, className: 'num' }),
        }))}
        rowSelection={toRowSelection(props.selection)}
        loading={isLoading}
        pagination={pagination}
        locale={{ emptyText: <Empty description={empty} /> }}
      />
    </div>
  );
}

function toRowSelection<Row>(selection: ConsoleTableProps<Row>['selection']): TableProps<Row>['rowSelection'] {
  if (!selection) return undefined;
  const { keys, onChange, isSelectable } = selection;
  return {
    selectedRowKeys: keys,
    // Rows of other pages stay selected.
    preserveSelectedRowKeys: true,
    onChange: (next) => onChange(next),
    getCheckboxProps: (row) => ({ disabled: isSelectable?.(row) === false }),
  };
}

interface RowCardProps<Row> extends Pick<ConsoleTableProps<Row>, 'columns' | 'selection'> {
  row: Row;
}

function RowCard<Row extends { _id: string }>({ row, columns, selection }: RowCardProps<Row>) {
  const [first, ...others] = columns;
  const acts = others.filter(({ title }) => title === '');
  return (
    <Card
      size="small"
      title={first?.render(row)}
      extra={selection && <RowCheck row={row} selection={selection} />}
      actions={acts.map(({ render }) => render(row))}
    >
      <Descriptions
        column={1}
        size="small"
        // antd's colon has a space before it.
        colon={false}
        items={others
          .map(({ key, title, render }) => ({ key, title, content: title === '' ? null : render(row) }))
          .filter(({ content }) => content !== null && content !== '')
          // In one element: antd would lay out its parts as columns.
          .map(({ key, title, content }) => ({
            key,
            label: `${title}:`,
            children: <div className={styles.cell}>{content}</div>,
          }))}
      />
    </Card>
  );
}

interface RowCheckProps<Row> {
  row: Row;
  selection: NonNullable<ConsoleTableProps<Row>['selection']>;
}

function RowCheck<Row extends { _id: string }>({
  row,
  selection: { keys, onChange, isSelectable },
}: RowCheckProps<Row>) {
  return (
    <Checkbox
      aria-label="Select"
      disabled={isSelectable?.(row) === false}
      checked={keys.includes(row._id)}
      onChange={({ target }) => onChange(target.checked ? [...keys, row._id] : keys.filter((key) => key !== row._id))}
    />
  );
}
