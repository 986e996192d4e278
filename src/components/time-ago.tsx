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
  /** `2 min`, `Wed`, `12 Nov`: for narrow lists. */
  short?: boolean;
  className?: string;
}

const MINUTE_MS = 60_000;

/** The moment all times on the page are counted from; moves on once a minute. */
let moment = 0;
const readMoment = () => (moment ||= Date.now());
const onServer = () => null;

function watchMoment(onChange: () => void): () => void {
  moment = Date.now();
  const timer = setInterval(() => {
    moment = Date.now();
    onChange();
  }, MINUTE_MS);
  return () => clearInterval(timer);
}

/**
 * A recent time in words, with the full date on hover and focus. Server and first render agree on UTC; the reader's
 * own zone comes right after.
 */
export function TimeAgo({ value, href, short, className }: TimeAgoProps) {
  const now = useSyncExternalStore(watchMoment, readMoment, onServer);
  const options = now === null ? { timeZone: 'UTC' } : { now };
  const text = formatRelative(value, { ...options, short });
  const full = formatFull(value, options);
  const time = (
    <time dateTime={new Date(value).toISOString()} title={href ? undefined : full} suppressHydrationWarning>
      {text.charAt(0).toUpperCase() + text.slice(1)}
    </time>
  );
  if (!href) return <span className={className}>{time}</span>;
  return (
    <Link href={href} className={cx(styles.link, className)} data-full={full} suppressHydrationWarning>
      {time}
    </Link>
  );
}
