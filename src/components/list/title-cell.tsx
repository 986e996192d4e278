import Link from 'next/link';
import type { ReactNode } from 'react';
import { TimeAgo } from '../basic/times';
import type { DataColumn } from './data-table';
import styles from './title-cell.module.css';

interface TitleCellProps {
  title: string;
  href?: string | undefined;
  who?: string;
  at: string;
}

/** On phones, it also shows the values of the hidden columns. */
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

export const Under = ({ children }: { children: ReactNode }) => <span className={styles.under}>{children}</span>;

export const whenColumn: DataColumn<{ createdAt: string }> = {
  key: 'date',
  header: 'When',
  nowrap: true,
  wideOnly: true,
  renderCell: (row) => <TimeAgo value={row.createdAt} />,
};
