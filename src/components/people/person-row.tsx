import Link from 'next/link';
import type { ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { Avatar } from './avatar';
import { Verified } from '../basic/verified';
import styles from './person-row.module.css';

interface PersonRowProps {
  name: string;
  href?: string;
  avatar?: string | null;
  meta?: ReactNode;
  verified?: boolean;
  online?: boolean;
  live?: boolean;
  size?: 'sm' | 'md' | 'lg';
  action?: ReactNode;
  className?: string;
}

export function PersonRow(props: PersonRowProps) {
  const { name, href, avatar, meta, verified, online, live, size, action, className } = props;
  const label = (
    <>
      <span className="truncate">{name}</span>
      {verified && <Verified />}
    </>
  );
  return (
    <div className={cx('row', styles.person, className)}>
      <Avatar name={name} src={avatar} online={online} live={live} size={size} />
      <div className="grow">
        {href ? (
          <Link className={styles.name} href={href}>
            {label}
          </Link>
        ) : (
          <span className={styles.name}>{label}</span>
        )}
        {meta && <div className={cx('truncate', styles.meta)}>{meta}</div>}
      </div>
      {action}
    </div>
  );
}
