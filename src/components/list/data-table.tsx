import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import styles from './data-table.module.css';

export interface DataColumn<Row> {
  key: string;
  header: string;
  /** Visually hides the header of a column that needs no explanation. */
  quietHeader?: boolean;
  renderCell: (row: Row) => ReactNode;
  numeric?: boolean;
  nowrap?: boolean;
  /** Hidden on phones: for values that the row's own page also shows. */
  wideOnly?: boolean;
}

interface DataTableProps<Row> {
  caption: string;
  columns: DataColumn<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
}

export function DataTable<Row>({ caption, columns, rows, rowKey }: DataTableProps<Row>) {
  const getCellClass = (column: DataColumn<Row>) =>
    cx(column.numeric && styles.numeric, column.nowrap && 'nowrap', column.wideOnly && 'not-phone');
  return (
    <div className={styles.wrap}>
      <table className={styles.table}>
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={getCellClass(column)}>
                {column.quietHeader ? <span className="sr">{column.header}</span> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map((column) => (
                <td key={column.key} className={getCellClass(column)}>
                  {column.renderCell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
