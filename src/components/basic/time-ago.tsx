import Link from 'next/link';
import { cx } from '@/lib/cx';
import { formatFull, formatRelative } from '@/lib/dates';
import { knownDate } from '@/lib/known';
import { useNow, zoneAt } from '../hooks/use-now';
import styles from './time-ago.module.css';

interface TimeAgoProps {
  /** ISO text or milliseconds. */
  value: string | number | null | undefined;
  /** Makes the time a link, such as the one to the post; then focus shows the full date too. */
  href?: string;
  /** `2 min`, `Wed`, `12 Nov`: for narrow lists. */
  short?: boolean;
  /** Words stand before it: it begins small. */
  inSentence?: boolean;
  className?: string;
}

/**
 * A recent time in words, with the full date on hover and focus. Server and first render agree on UTC; the reader's
 * own zone comes right after.
 */
export function TimeAgo({ value, href, short, inSentence, className }: TimeAgoProps) {
  const now = useNow();
  const options = { now: now ?? undefined, timeZone: zoneAt(now) };
  const text = formatRelative(value, { ...options, short });
  const full = formatFull(value, options);
  const time = (
    <time dateTime={knownDate(value)?.toISOString()} title={href ? undefined : full} suppressHydrationWarning>
      {inSentence ? text : text.charAt(0).toUpperCase() + text.slice(1)}
    </time>
  );
  if (!href) return <span className={className}>{time}</span>;
  return (
    <Link href={href} className={cx(styles.link, className)} data-full={full} suppressHydrationWarning>
      {time}
    </Link>
  );
}
