import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { AntdProvider } from './antd-provider';
import { usesFinger } from './uses-finger';
import styles from './pickers.module.css';

/** First and last day, both included: `['2026-11-01', '2026-11-21']`. */
export type DayRange = [from: string, to: string];

interface DayRangePickerProps {
  /** What the days stand for, for readers: `Period` names the fields "Period from" and "Period to". */
  label: string;
  value: DayRange | null;
  onChange: (value: DayRange | null) => void;
}

/** Two days until today. Load it with `dynamic`. */
export function DayRangePicker({ label, value, onChange }: DayRangePickerProps) {
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
