import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { formatShortDay, toLocalTime } from '@/lib/calendar';
import { Button } from '../basic/button';
import { PickerSheet, type DayRange, type DayRangePickerProps } from './picker-button';
import { MonthGrid } from './month-grid';
import { useNow } from '../hooks/use-now';
import styles from './pickers.module.css';

/** A preset range, such as the last 30 days, chosen with one press. */
export interface DayShortcut {
  label: string;
  getRange: (today: string) => DayRange;
}

interface DayRangeSheetProps extends DayRangePickerProps {
  shortcuts?: readonly DayShortcut[];
}

export default function DayRangeSheet(props: DayRangeSheetProps) {
  const { label, value } = props;
  return (
    <PickerSheet
      icon={CalendarDays}
      label={label}
      words={value ? getText(value) : 'All days'}
      subtitle="Choose the first day, then the last."
      className={styles.range}
      renderChoice={(close) => <Choice {...props} onDone={close} />}
    />
  );
}

function Choice({ value, shortcuts = [], onChange, onDone }: DayRangeSheetProps & { onDone: () => void }) {
  const [days, setDays] = useState<readonly string[]>(value ?? []);
  const today = toLocalTime(useNow() ?? 0).slice(0, 10);
  const pick = (day: string) => setDays(days.length === 1 ? [...days, day].toSorted() : [day]);
  const [from, to] = days;
  const finish = (range: DayRange | null) => {
    onChange(range);
    onDone();
  };
  return (
    <>
      {shortcuts.length > 0 && (
        <div className={styles.shortcuts}>
          {shortcuts.map(({ label, getRange }) => (
            <Button key={label} onClick={() => finish(getRange(today))}>
              {label}
            </Button>
          ))}
        </div>
      )}
      <MonthGrid chosen={days} today={today} max={today} onPick={pick} />
      <div className="row row--end">
        {value && (
          <Button variant="ghost" onClick={() => finish(null)}>
            Clear
          </Button>
        )}
        <Button variant="primary" disabled={!from || !to} onClick={() => from && to && finish([from, to])}>
          {from && to ? `Show ${getText([from, to])}` : `Choose the ${from ? 'last' : 'first'} day`}
        </Button>
      </div>
    </>
  );
}

const getText = ([from, to]: DayRange): string =>
  from === to ? formatShortDay(from) : `${formatShortDay(from)} to ${formatShortDay(to)}`;
