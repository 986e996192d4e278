import { CalendarClock } from 'lucide-react';
import { Badge } from '@/components/basic/badge';
import { useNow, zoneAt } from '@/components/hooks/use-now';
import { formatDay, formatFull, formatTime } from '@/lib/dates';

/** When a post goes out, on the reader's own clock; that it is about to, once its time has come. */
export function ScheduledFor({ value }: { value: string }) {
  const now = useNow();
  const options = { now: now ?? undefined, timeZone: zoneAt(now) };
  const isDue = now !== null && new Date(value).getTime() <= now;
  return (
    <Badge tone={isDue ? 'warn' : 'accent'} icon={CalendarClock}>
      <time dateTime={value} title={formatFull(value, options)} suppressHydrationWarning>
        {isDue ? (
          'Going out now'
        ) : (
          <>
            {/* The icon says it to eyes; short enough for one line on phones. */}
            <span className="sr">Scheduled for </span>
            {`${formatDay(value, options)}, ${formatTime(value, options)}`}
          </>
        )}
      </time>
    </Badge>
  );
}
