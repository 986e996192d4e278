import { formatDay, formatFull, formatTime, VIEWER_TIME_ZONE } from '@/lib/dates';

const zone = { timeZone: VIEWER_TIME_ZONE };

/** A moment in a table: `30 Nov, 02:15`, on one line. */
export const TableTime = ({ at }: { at: string | null }) =>
  at !== null && (
    <time className="nowrap" dateTime={at} title={formatFull(at, zone)}>
      {formatDay(at, { ...zone, month: 'short' })}, {formatTime(at, zone)}
    </time>
  );
