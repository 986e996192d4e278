import { CircleAlert } from 'lucide-react';
import { useId, useMemo, type ReactNode } from 'react';
import { cx } from '@/lib/cx';
import { FieldContext } from './field-context';
import { Icon } from '../basic/icon';
import styles from './field.module.css';

interface FieldProps {
  label: ReactNode;
  /** One line below; an error takes its place. */
  hint?: ReactNode;
  /** What is wrong and how to fix it, in words. */
  error?: ReactNode;
  /** Adds "optional" to the label. */
  optional?: boolean;
  /** Keeps the label for readers only. */
  hideLabel?: boolean;
  /** Beside the label, such as a link "Forgot it?". */
  aside?: ReactNode;
  /** For the control, when something outside needs to know it. */
  id?: string;
  className?: string;
  /** One Input, TextArea, PasswordInput, MoneyInput or Select; it finds its ids by itself. */
  children: ReactNode;
}

/** Label above, hint below, error instead of the hint; all linked to the control inside. */
export function Field({ label, hint, error, optional, hideLabel, aside, id, className, children }: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const note = Boolean(error ?? hint);
  const context = useMemo(
    () => ({ id: controlId, describedBy: note ? `${controlId}-note` : undefined, invalid: Boolean(error) }),
    [controlId, note, error],
  );
  return (
    <div className={cx(styles.field, className)}>
      <div className={cx(styles.top, hideLabel && 'sr')}>
        <label className={styles.label} htmlFor={controlId}>
          {label}
          {optional && <span className={styles.optional}> optional</span>}
        </label>
        {aside}
      </div>
      <FieldContext value={context}>{children}</FieldContext>
      {error ? (
        <p className={styles.error} id={`${controlId}-note`} role="alert">
          <Icon of={CircleAlert} size={16} />
          <span>{error}</span>
        </p>
      ) : (
        hint && (
          <p className={styles.hint} id={`${controlId}-note`}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
