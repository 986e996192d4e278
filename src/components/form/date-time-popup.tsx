import { DatePicker } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { CalendarClock } from 'lucide-react';
import { useMemo } from 'react';
import { cx } from '@/lib/cx';
import { AntdProvider } from '../layout/antd-provider';
import { useFieldControl } from './field';
import { Icon } from '../basic/icon';
import type { DateTimePickerProps } from './picker-button';
import { isCoarsePointer } from '../hooks/is-coarse-pointer';
import styles from './pickers.module.css';

/** {@link DateTimePicker} where there is room for antd's popup. */
export default function DateTimePopup({ label, value, onChange }: DateTimePickerProps) {
  const { id, ...aria } = useFieldControl({});
  // Another object is another value to antd, which then drops what was picked but not yet handed over.
  const day = useMemo(() => (value ? dayjs(value) : null), [value]);
  return (
    <AntdProvider>
      <DatePicker
        {...aria}
        id={id}
        aria-label={label}
        className={styles.picker}
        classNames={{ popup: { root: styles.popup } }}
        value={day}
        // Told with each pick and each day that is typed: leaving the field tells too late for a press on "Schedule".
        onCalendarChange={(next) => {
          if (dayjs.isDayjs(next)) onChange(next.format('YYYY-MM-DDTHH:mm'));
        }}
        format={['D MMM YYYY, HH:mm', 'YYYY-MM-DD HH:mm']}
        placeholder="Day and time"
        allowClear={false}
        showTime={{
          format: 'HH:mm',
          minuteStep: 5,
          hideDisabledOptions: true,
          defaultOpenValue: dayjs().add(1, 'hour').startOf('hour'),
        }}
        cellRender={(cell, { type, originNode }) => (type === 'time' ? <TimeCell value={Number(cell)} /> : originNode)}
        showNow={false}
        // What was picked counts even if the popup is left without "OK": else the post would go out at once.
        needConfirm={false}
        minDate={dayjs().startOf('day')}
        disabledTime={getPastTimes}
        status={aria['aria-invalid'] ? 'error' : ''}
        suffixIcon={<Icon of={CalendarClock} size={16} />}
        inputReadOnly={isCoarsePointer()}
      />
    </AntdProvider>
  );
}

/** An hour or minute that the keyboard reaches as well; the press goes up to antd's own list item. */
function TimeCell({ value }: { value: number }) {
  return (
    <button type="button" className={cx('ant-picker-time-panel-cell-inner', styles.time)}>
      {String(value).padStart(2, '0')}
    </button>
  );
}

const listNumbersBelow = (end: number) => Array.from({ length: Math.max(0, end) }, (_, index) => index);

/** The hours and minutes of that day that have passed. */
function getPastTimes(day: Dayjs | null) {
  const now = dayjs();
  if (!day?.isSame(now, 'day')) return {};
  return {
    disabledHours: () => listNumbersBelow(now.minute() >= 55 ? now.hour() + 1 : now.hour()),
    disabledMinutes: (hour: number) => (hour === now.hour() ? listNumbersBelow(now.minute() + 1) : []),
  };
}
