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

export default function DateTimePopup({ label, value, onChange }: DateTimePickerProps) {
  const { id, ...aria } = useFieldControl({});
  // antd drops a choice that is not final when it receives a new object.
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
        // Called for each pick and each typed day; an event on blur would come too late for a press on "Schedule".
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
        // A choice counts even without "OK": otherwise the post would be published immediately.
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

/** A button inside antd's list item, so that keyboards can reach it; its click bubbles up to the item. */
function TimeCell({ value }: { value: number }) {
  return (
    <button type="button" className={cx('ant-picker-time-panel-cell-inner', styles.time)}>
      {String(value).padStart(2, '0')}
    </button>
  );
}

const listNumbersBelow = (end: number) => Array.from({ length: Math.max(0, end) }, (_, index) => index);

function getPastTimes(day: Dayjs | null) {
  const now = dayjs();
  if (!day?.isSame(now, 'day')) return {};
  return {
    disabledHours: () => listNumbersBelow(now.minute() >= 55 ? now.hour() + 1 : now.hour()),
    disabledMinutes: (hour: number) => (hour === now.hour() ? listNumbersBelow(now.minute() + 1) : []),
  };
}
