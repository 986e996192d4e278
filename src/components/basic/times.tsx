import { formatDay, formatFull, formatRelative } from '@/lib/dates';
import { useZone, useNow, zoneAt } from '../hooks/use-now';
import Link from 'next/link';
import { cx } from '@/lib/cx';
import { toDateOrNull } from '@/lib/known';
import styles from './times.module.css';

interface DayProps {
  value: string | null | undefined;
  /** True for what ends with a day of UTC, such as paid access: emails and papers name that day, too. */
  isUtc?: boolean;
}

/** On the server and in the first render, in UTC; then in the viewer's time zone. */
export function Day({ value, isUtc }: DayProps) {
  const zone = useZone();
  return (
    <time dateTime={value ?? undefined} className="nowrap">
      {formatDay(value, { timeZone: isUtc ? 'UTC' : zone })}
    </time>
  );
}

export function ExactTime({ value }: { value: string | null | undefined }) {
  return <time dateTime={value ?? undefined}>{formatFull(value, { timeZone: useZone() })}</time>;
}

interface TimeAgoProps {
  /** ISO text or milliseconds. */
  value: string | number | null | undefined;
  href?: string;
  /** `2 min`, `Wed`, `12 Nov`: for narrow lists. */
  short?: boolean;
  inSentence?: boolean;
  className?: string;
}

export function TimeAgo({ value, href, short, inSentence, className }: TimeAgoProps) {
  const now = useNow();
  const options = { now: now ?? undefined, timeZone: zoneAt(now) };
  const text = formatRelative(value, { ...options, short });
  const full = formatFull(value, options);
  const time = (
    <time dateTime={toDateOrNull(value)?.toISOString()} title={href ? undefined : full} suppressHydrationWarning>
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

export function DayDivider({ label, unread }: { label: string; unread?: boolean }) {
  return <p className={cx('xs muted', styles.day, unread && styles.unread)}>{label}</p>;
}
