import { useState, type ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { useFieldControl } from './field';
import { Icon, type Glyph } from '../basic/icon';
import { Sheet } from '../layout/sheet';
import inputStyles from './input.module.css';
import styles from './pickers.module.css';

export interface DateTimePickerProps {
  /** Names the control and its sheet: `When to publish`. */
  label: string;
  /** `2026-11-21T18:00` in the viewer's zone; empty for none. */
  value: string;
  onChange: (value: string) => void;
}

/** First and last day, both inclusive: `['2026-11-01', '2026-11-21']`. */
export type DayRange = [from: string, to: string];

export interface DayRangePickerProps {
  /** For example, `Period` names the fields "Period from" and "Period to". */
  label: string;
  value: DayRange | null;
  onChange: (value: DayRange | null) => void;
}

interface PickerSheetProps {
  icon: Glyph;
  /** Names the sheet and, together with `words`, the button. */
  label: string;
  words: string;
  subtitle: string;
  className?: string;
  renderChoice: (close: () => void) => ReactNode;
}

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
