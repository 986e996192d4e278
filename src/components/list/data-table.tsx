import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import styles from './data-table.module.css';

export interface DataColumn<Row> {
  key: string;
  header: string;
  /** Its header is for readers only: what stands below says enough. */
  quietHeader?: boolean;
  /** The first column's cell should be a link when there is somewhere to go. */
  renderCell: (row: Row) => ReactNode;
  /** Right-aligned, figures of one width. */
  numeric?: boolean;
  /** Never in two lines: dates, short codes. */
  nowrap?: boolean;
  /** Not on phones: for what can be seen on the row's own page too. */
  wideOnly?: boolean;
}

interface DataTableProps<Row> {
  /** Says what is listed, for readers. */
  caption: string;
  columns: DataColumn<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
}

/** A table of hairlines: figures right, no stripes, no boxes. Scrolls inside itself when it must. */
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
