import Link from 'next/link';
import { useEffect, useState } from 'react';
import { cx } from '@/lib/cx';
import { formatFull, formatRelative } from '@/lib/dates';
import styles from './time-ago.module.css';

interface TimeAgoProps {
  /** ISO text or milliseconds. */
  value: string | number;
  /** Makes the time a link, such as the one to the post; then focus shows the full date too. */
  href?: string;
  className?: string;
}

/** Milliseconds between refreshes of "5 minutes ago". */
const REFRESH_MS = 60_000;

/**
 * A recent time in words, with the full date on hover and focus. Server and first render agree on UTC; the reader's
 * own zone comes right after.
 */
export function TimeAgo({ value, href, className }: TimeAgoProps) {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
  const options = now === null ? { timeZone: 'UTC' } : { now };
  const full = formatFull(value, options);
  const time = (
    <time dateTime={new Date(value).toISOString()} title={href ? undefined : full} suppressHydrationWarning>
      {formatRelative(value, options)}
    </time>
  );
  if (!href) return <span className={className}>{time}</span>;
  return (
    <Link href={href} className={cx(styles.link, className)} data-full={full} suppressHydrationWarning>
      {time}
    </Link>
  );
}
