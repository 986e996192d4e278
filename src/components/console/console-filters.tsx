import { DatePicker, Input, Select, Space, Tabs } from 'antd';
import dayjs from 'dayjs';
import type { ReactNode } from 'react';
import { addDays } from '@/lib/calendar';
import DayRangeSheet, { type DayShortcut } from '../form/day-range-sheet';
import { useMedia, useNarrow } from '../hooks/use-narrow';
import { useSearchText } from '../hooks/use-search-text';
import styles from './console-filters.module.css';

/** One row of filters, or on phones one column. */
export const ConsoleFilters = ({ children }: { children: ReactNode }) => (
  <div className={styles.filters} role="search">
    {children}
  </div>
);

interface StatusTabsProps<Value extends string> {
  value: Value;
  /** A count stands behind the label. */
  options: readonly { value: Value; label: string; count?: number }[];
  onChange: (value: Value) => void;
}

/** Tabs, or on phones a select: tabs that do not fit would hide behind a menu. */
export function StatusTabs<Value extends string>({ value, options, onChange }: StatusTabsProps<Value>) {
  const isNarrow = useNarrow();
  const items = options.map(({ value: key, label, count }) => ({ key, label: count ? `${label} (${count})` : label }));
  if (isNarrow) {
    const choices = items.map(({ key, label }) => ({ value: key, label }));
    return <Select<Value> aria-label="Status" value={value} onChange={onChange} options={choices} />;
  }
  const choose = (key: string) => {
    const chosen = options.find((option) => option.value === key);
    if (chosen) onChange(chosen.value);
  };
  return <Tabs activeKey={value} onChange={choose} items={items} />;
}

interface SearchFilterProps {
  label: string;
  placeholder: string;
  /** From the address. */
  value: string;
  onSearch: (text: string) => void;
}

export function SearchFilter({ label, placeholder, value, onSearch }: SearchFilterProps) {
  const { text, setText, search } = useSearchText(value, onSearch);
  return (
    <Input.Search
      aria-label={label}
      placeholder={placeholder}
      value={text}
      onChange={({ target }) => setText(target.value)}
      maxLength={200}
      allowClear
      enterButton
      style={{ maxWidth: 420 }}
      onSearch={search}
    />
  );
}

interface SelectFilterProps<Value extends string> {
  label: string;
  value: Value | null;
  options: readonly { value: Value; label: string }[];
  /** For long lists. */
  isSearchable?: boolean;
  onChange: (value: Value | null) => void;
}

export function SelectFilter<Value extends string>({
  label,
  value,
  options,
  isSearchable = false,
  onChange,
}: SelectFilterProps<Value>) {
  return (
    <Space>
      <span>{label}</span>
      <Select<Value>
        aria-label={label}
        allowClear
        showSearch={isSearchable && { optionFilterProp: 'label' }}
        placeholder="All"
        popupMatchSelectWidth={false}
        style={{ minWidth: 160 }}
        value={value}
        onChange={(next: Value | undefined) => onChange(next ?? null)}
        options={[...options]}
      />
    </Space>
  );
}

interface DaysFilterProps {
  /** Days such as `2026-11-21`; both empty without a filter. */
  from: string;
  to: string;
  onChange: (days: { from: string; to: string }) => void;
}

/** Two months side by side, or where those would not fit, as on phones and beside the menu on tablets, one month in a sheet. */
export function DaysFilter({ from, to, onChange }: DaysFilterProps) {
  const isForSheet = useMedia('(max-width: 999px)');
  if (isForSheet) {
    return (
      <DayRangeSheet
        label="Days"
        value={from === '' ? null : [from, to]}
        shortcuts={dayShortcuts}
        onChange={(days) => onChange({ from: days?.[0] ?? '', to: days?.[1] ?? '' })}
      />
    );
  }
  return (
    <DatePicker.RangePicker
      aria-label="Days"
      presets={dayShortcuts.map(({ label, getRange }) => ({
        label,
        value: () => {
          const [first, last] = getRange(dayjs().format('YYYY-MM-DD'));
          return [dayjs(first), dayjs(last)];
        },
      }))}
      value={from === '' ? null : [dayjs(from), dayjs(to)]}
      onChange={(_dates, texts) => onChange({ from: texts?.[0] ?? '', to: texts?.[1] ?? '' })}
    />
  );
}

const dayShortcuts: readonly DayShortcut[] = [
  { label: 'Today', getRange: (today) => [today, today] },
  { label: 'Yesterday', getRange: (today) => [addDays(today, -1), addDays(today, -1)] },
  { label: 'Last 7 days', getRange: (today) => [addDays(today, -6), today] },
  { label: 'Last 30 days', getRange: (today) => [addDays(today, -29), today] },
];
