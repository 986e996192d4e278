import { formatDay } from '@/lib/dates';
import { useZone } from '../hooks/use-now';

/** A day such as `21 December`. Server and first render agree on UTC; the reader's own zone comes right after. */
export function Day({ value }: { value: string | null | undefined }) {
  return (
    <time dateTime={value ?? undefined} className="nowrap">
      {formatDay(value, { timeZone: useZone() })}
    </time>
  );
}
