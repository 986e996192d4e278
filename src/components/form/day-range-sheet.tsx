import { CalendarDays } from 'lucide-react';
import { useState } from 'react';
import { formatShortDay, toLocalTime } from '@/lib/calendar';
import { Button } from '../basic/button';
import { PickerSheet, type DayRange, type DayRangePickerProps } from './picker-button';
import { MonthGrid } from './month-grid';
import { useNow } from '../hooks/use-now';
import styles from './pickers.module.css';

export default function DayRangeSheet(props: DayRangePickerProps) {
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

function Choice({ value, onChange, onDone }: DayRangePickerProps & { onDone: () => void }) {
  const [days, setDays] = useState<readonly string[]>(value ?? []);
  const today = toLocalTime(useNow() ?? 0).slice(0, 10);
  const pick = (day: string) => setDays(days.length === 1 ? [...days, day].toSorted() : [day]);
  const [from, to] = days;
  return (
    <>
      <MonthGrid chosen={days} today={today} max={today} onPick={pick} />
      <div className="row row--end">
        {value && (
          <Button
            variant="ghost"
            onClick={() => {
              onChange(null);
              onDone();
            }}
          >
            Clear
          </Button>
        )}
        <Button
          variant="primary"
          disabled={!from || !to}
          onClick={() => {
            if (from && to) onChange([from, to]);
            onDone();
          }}
        >
          {from && to ? `Show ${getText([from, to])}` : `Choose the ${from ? 'last' : 'first'} day`}
        </Button>
      </div>
    </>
  );
}

const getText = ([from, to]: DayRange): string => `${formatShortDay(from)} to ${formatShortDay(to)}`;
