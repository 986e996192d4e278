import dynamic from 'next/dynamic';
import { LazyPart } from '../states/part-failed';
import type { DayRangePickerProps } from './picker-button';
import { useNarrow } from '../hooks/use-narrow';

const DayRangePopup = dynamic(() => import('./day-range-popup'), { ssr: false, loading: LazyPart });
const DayRangeSheet = dynamic(() => import('./day-range-sheet'), { ssr: false, loading: LazyPart });

export function DayRangePicker(props: DayRangePickerProps) {
  const isNarrow = useNarrow();
  if (isNarrow === null) return null;
  return isNarrow ? <DayRangeSheet {...props} /> : <DayRangePopup {...props} />;
}
