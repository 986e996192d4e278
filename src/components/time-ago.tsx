import Link from 'next/link';
import { useSyncExternalStore } from 'react';
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

const MINUTE_MS = 60_000;

/** Full minutes since 1970: what "5 minutes ago" depends on. */
const currentMinute = () => Math.floor(Date.now() / MINUTE_MS);
const onServer = () => null;

function watchMinutes(onChange: () => void): () => void {
  const timer = setInterval(onChange, MINUTE_MS);
  return () => clearInterval(timer);
}

/**
 * A recent time in words, with the full date on hover and focus. Server and first render agree on UTC; the reader's
 * own zone comes right after.
 */
export function TimeAgo({ value, href, className }: TimeAgoProps) {
  const minute = useSyncExternalStore(watchMinutes, currentMinute, onServer);
  const options = minute === null ? { timeZone: 'UTC' } : { now: minute * MINUTE_MS };
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
