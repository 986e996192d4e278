import { cx } from '@/lib/cx';
import { useFieldControl } from './field-context';
import { Icon, type Glyph } from '../basic/icon';
import inputStyles from './input.module.css';
import styles from './pickers.module.css';

interface PickerButtonProps {
  icon: Glyph;
  /** What is chosen here; with `words` it names the button. */
  label: string;
  /** What is chosen now. */
  words: string;
  onClick: () => void;
  className?: string;
}

/** A button that looks like a field and opens a picker. */
export function PickerButton({ icon, label, words, onClick, className }: PickerButtonProps) {
  const { id, ...aria } = useFieldControl({});
  return (
    <button
      type="button"
      id={id}
      aria-describedby={aria['aria-describedby']}
      aria-haspopup="dialog"
      aria-label={`${label}: ${words}`}
      className={cx(inputStyles.input, styles.button, className)}
      data-invalid={aria['aria-invalid'] || undefined}
      onClick={onClick}
    >
      <span className="truncate grow">{words}</span>
      <Icon of={icon} size={16} />
    </button>
  );
}
