import Link from 'next/link';
import type { ReactNode } from 'react';
import { TimeAgo } from '../basic/times';
import type { DataColumn } from './data-table';
import styles from './title-cell.module.css';

interface TitleCellProps {
  title: string;
  href?: string | undefined;
  /** A creator's name. */
  who?: string;
  at: string;
}

/** What a row is about; on phones with what columns of their own say on wide screens. */
export const TitleCell = ({ title, href, who, at }: TitleCellProps) => (
  <>
    {href ? (
      <Link className="link" href={href}>
        {title}
      </Link>
    ) : (
      title
    )}
    <Under>
      {who && `${who} · `}
      <TimeAgo value={at} />
    </Under>
  </>
);

/** Below a cell, on phones only. */
export const Under = ({ children }: { children: ReactNode }) => <span className={styles.under}>{children}</span>;

export const whenColumn: DataColumn<{ createdAt: string }> = {
  key: 'date',
  header: 'When',
  nowrap: true,
  wideOnly: true,
  renderCell: (row) => <TimeAgo value={row.createdAt} />,
};
