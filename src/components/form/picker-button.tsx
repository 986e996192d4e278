import { useState, type ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { useFieldControl } from './field';
import { Icon, type Glyph } from '../basic/icon';
import { Sheet } from '../layout/sheet';
import inputStyles from './input.module.css';
import styles from './pickers.module.css';

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

interface PickerSheetProps {
  icon: Glyph;
  /** What is chosen here; names the sheet and, with `words`, the button. */
  label: string;
  /** What is chosen now. */
  words: string;
  subtitle: string;
  className?: string;
  renderChoice: (close: () => void) => ReactNode;
}

/** A button that looks like a field, and the sheet it opens to choose in. */
export function PickerSheet({ icon, label, words, subtitle, className, renderChoice }: PickerSheetProps) {
  const { id, ...aria } = useFieldControl({});
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);
  return (
    <>
      <button
        type="button"
        id={id}
        aria-describedby={aria['aria-describedby']}
        aria-haspopup="dialog"
        aria-label={`${label}: ${words}`}
        className={cx(inputStyles.input, styles.button, className)}
        data-invalid={aria['aria-invalid'] || undefined}
        onClick={() => setIsOpen(true)}
      >
        <span className="truncate grow">{words}</span>
        <Icon of={icon} size={16} />
      </button>
      <Sheet open={isOpen} onClose={close} title={label} subtitle={subtitle}>
        {renderChoice(close)}
      </Sheet>
    </>
  );
}
