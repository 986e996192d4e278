import dynamic from 'next/dynamic';
import { useNarrow } from './use-narrow';

/** First and last day, both included: `['2026-11-01', '2026-11-21']`. */
export type DayRange = [from: string, to: string];

export interface DayRangePickerProps {
  /** What the days stand for, for readers: `Period` names the fields "Period from" and "Period to". */
  label: string;
  value: DayRange | null;
  onChange: (value: DayRange | null) => void;
}

const DayRangePopup = dynamic(() => import('./day-range-popup').then((module) => module.DayRangePopup), { ssr: false });
const DayRangeSheet = dynamic(() => import('./day-range-sheet').then((module) => module.DayRangeSheet), { ssr: false });

/** Two days until today: a popup where there is room, a sheet on phones. */
export function DayRangePicker(props: DayRangePickerProps) {
  const isNarrow = useNarrow();
  if (isNarrow === null) return null;
  return isNarrow ? <DayRangeSheet {...props} /> : <DayRangePopup {...props} />;
}
