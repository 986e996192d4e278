import { formatFull } from '@/lib/dates';
import { useZone } from '../hooks/use-now';

/** A moment to the minute, as receipts name it. Server and first render agree on UTC; the reader's own zone comes right after. */
export function ExactTime({ value }: { value: string | null | undefined }) {
  return <time dateTime={value ?? undefined}>{formatFull(value, { timeZone: useZone() })}</time>;
}
