import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { AntdProvider } from '../layout/antd-provider';
import type { DayRangePickerProps } from './picker-button';
import { usesFinger } from '../hooks/uses-finger';
import styles from './pickers.module.css';

/** {@link DayRangePicker} where there is room for antd's popup. */
export function DayRangePopup({ label, value, onChange }: DayRangePickerProps) {
  return (
    <AntdProvider>
      <DatePicker.RangePicker
        aria-label={label}
        className={styles.range}
        classNames={{ popup: { root: styles.popup } }}
        value={value && [dayjs(value[0]), dayjs(value[1])]}
        onChange={(next) => onChange(next?.[0] && next[1] ? [dayText(next[0]), dayText(next[1])] : null)}
        format={['D MMM YYYY', 'YYYY-MM-DD']}
        placeholder={['From', 'To']}
        maxDate={dayjs().endOf('day')}
        inputReadOnly={usesFinger()}
      />
    </AntdProvider>
  );
}

const dayText = (day: dayjs.Dayjs) => day.format('YYYY-MM-DD');
