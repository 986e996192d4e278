import dynamic from 'next/dynamic';
import { Input } from './input';
import { LazyPart, type LazyState } from '../states/part-failed';
import type { DateTimePickerProps } from './picker-button';
import { useNarrow } from '../hooks/use-narrow';

const waiting = <Input disabled placeholder="Day and time" />;
const loading = (state: LazyState) => (state.error ? <LazyPart {...state} /> : waiting);
const DateTimePopup = dynamic(() => import('./date-time-popup'), { ssr: false, loading });
const DateTimeSheet = dynamic(() => import('./date-time-sheet'), { ssr: false, loading });

/** Place it in a Field. */
export function DateTimePicker(props: DateTimePickerProps) {
  const isNarrow = useNarrow();
  if (isNarrow === null) return waiting;
  return isNarrow ? <DateTimeSheet {...props} /> : <DateTimePopup {...props} />;
}
