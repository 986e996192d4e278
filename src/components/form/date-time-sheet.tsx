import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { addDays, formatLongDay, toLocalTime } from '@/lib/calendar';
import { formatTime, VIEWER_TIME_ZONE, getTimeZoneName } from '@/lib/dates';
import { Button } from '../basic/button';
import { PickerSheet, type DateTimePickerProps } from './picker-button';
import { Field } from './field';
import { Input } from './input';
import { MonthGrid } from './month-grid';
import { useNow } from '../hooks/use-now';
import styles from './pickers.module.css';

export default function DateTimeSheet(props: DateTimePickerProps) {
  const { label, value } = props;
  const words = value
    ? `${formatLongDay(value.slice(0, 10))}, ${formatTime(value, { timeZone: VIEWER_TIME_ZONE })}`
    : 'Day and time';
  return (
    <PickerSheet
      icon={CalendarClock}
      label={label}
      words={words}
      subtitle={`Your time zone: ${getTimeZoneName()}`}
      renderChoice={(close) => <Choice {...props} onDone={close} />}
    />
  );
}

function Choice({ value, onChange, onDone }: DateTimePickerProps & { onDone: () => void }) {
  const now = toLocalTime(useNow() ?? 0);
  const today = now.slice(0, 10);
  const [day, setDay] = useState(value ? value.slice(0, 10) : addDays(today, 1));
  const [time, setTime] = useState(value ? value.slice(11) : '18:00');
  const chosen = `${day}T${time}`;
  const isAhead = time !== '' && chosen > now;
  return (
    <>
      <MonthGrid chosen={[day]} today={today} min={today} onPick={setDay} />
      <div className={styles.clock}>
        <Field label="Time" error={isAhead ? undefined : 'Choose a time in the future.'}>
          <Input type="time" required value={time} onChange={(event) => setTime(event.target.value)} />
        </Field>
        <Button
          variant="primary"
          disabled={!isAhead}
          onClick={() => {
            onChange(chosen);
            onDone();
          }}
        >
          Set time
        </Button>
      </div>
    </>
  );
}
