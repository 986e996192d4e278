export interface DateTimePickerProps {
  /** What the time stands for, such as `When to publish`; the name of the control and of its sheet. */
  label: string;
  /** `2026-11-21T18:00` on the reader's own clock; empty for none. */
  value: string;
  onChange: (value: string) => void;
}

/** First and last day, both included: `['2026-11-01', '2026-11-21']`. */
export type DayRange = [from: string, to: string];

export interface DayRangePickerProps {
  /** What the days stand for, for readers: `Period` names the fields "Period from" and "Period to". */
  label: string;
  value: DayRange | null;
  onChange: (value: DayRange | null) => void;
}
