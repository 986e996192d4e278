import { formatFull } from '@/lib/dates';
import { useNow } from './use-now';

/** A moment to the minute, as receipts name it. Server and first render agree on UTC; the reader's own zone comes right after. */
export function ExactTime({ value }: { value: string | null | undefined }) {
  const now = useNow();
  return <time dateTime={value ?? undefined}>{formatFull(value, now === null ? { timeZone: 'UTC' } : {})}</time>;
}
