import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useMemo, useState, type KeyboardEvent } from 'react';
import { AntdProvider } from '../layout/antd-provider';
import type { DayRangePickerProps } from './picker-button';
import { isCoarsePointer } from '../hooks/is-coarse-pointer';
import styles from './pickers.module.css';

export default function DayRangePopup({ label, value, onChange }: DayRangePickerProps) {
  const [isBegun, setIsBegun] = useState(false);
  const [first, last] = value ?? [];
  // antd drops a half-made choice when it receives a new object.
  const days = useMemo<[Dayjs, Dayjs] | null>(
    () => (first && last ? [dayjs(first), dayjs(last)] : null),
    [first, last],
  );
  return (
    <AntdProvider>
      {/* On Tab, rc-picker refocuses an empty field, which traps the keyboard: hide that Tab from it. */}
      <div className={styles.passable} onKeyDownCapture={stopTabWhileEmpty}>
        <DatePicker.RangePicker
          aria-label={label}
          className={styles.range}
          classNames={{ popup: { root: styles.popup } }}
          value={days}
          onChange={(next) => onChange(next?.[0] && next[1] ? [formatIsoDay(next[0]), formatIsoDay(next[1])] : null)}
          format={['D MMM YYYY', 'YYYY-MM-DD']}
          placeholder={['From', 'To']}
          // rc-picker also refocuses a field left empty, unless empty ones are allowed: allow that until a day is chosen.
          allowEmpty={[!isBegun, !isBegun]}
          onCalendarChange={(days) => setIsBegun(days.some(Boolean))}
          maxDate={dayjs().endOf('day')}
          inputReadOnly={isCoarsePointer()}
        />
      </div>
    </AntdProvider>
  );
}

const stopTabWhileEmpty = (event: KeyboardEvent) => {
  const { key, target } = event;
  if (key === 'Tab' && target instanceof HTMLInputElement && target.value === '') event.stopPropagation();
};

const formatIsoDay = (day: dayjs.Dayjs) => day.format('YYYY-MM-DD');
