import { CircleAlert } from 'lucide-react';
import {
  createContext,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  type AriaAttributes,
  type ReactNode,
} from 'react';
import { cx } from '@/lib/cx';
import { Icon } from '../basic/icon';
import styles from './field.module.css';
import { useFormProblem } from './form-problems';

interface FieldLink {
  id: string;
  describedBy: string | undefined;
  invalid: boolean;
}

/** How a Field tells the control inside it its ids and whether it is wrong. */
const FieldContext = createContext<FieldLink | null>(null);

interface ControlProps {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: AriaAttributes['aria-invalid'];
}

/** The attributes of a control: what the caller gave wins, the surrounding Field fills in the rest. */
export function useFieldControl(own: ControlProps) {
  const field = useContext(FieldContext);
  return {
    id: own.id ?? field?.id,
    'aria-describedby': own['aria-describedby'] ?? field?.describedBy,
    'aria-invalid': own['aria-invalid'] ?? (field?.invalid || undefined),
  };
}

interface FieldProps {
  label: ReactNode;
  /** One line below; an error takes its place. */
  hint?: ReactNode;
  /** What is wrong and how to fix it, in words. What the form finds by itself comes first. */
  error?: ReactNode;
  /** Adds "optional" to the label. */
  optional?: boolean;
  /** Keeps the label for readers only. */
  hideLabel?: boolean;
  /** Beside the label, such as a link "Forgot it?"; after the control for Tab. */
  aside?: ReactNode;
  /** For the control, when something outside needs to know it. */
  id?: string;
  className?: string;
  /** One Input, TextArea, PasswordInput, MoneyInput or Select; it finds its ids by itself. */
  children: ReactNode;
}

/** Label above, hint below, error instead of the hint; all linked to the control inside. */
export function Field({ label, hint, error: given, optional, hideLabel, aside, id, className, children }: FieldProps) {
  const ownId = useId();
  const controlId = id ?? ownId;
  const problem = useFormProblem(controlId);
  const error = problem ?? given;
  const note = Boolean(error ?? hint);
  const isWrong = Boolean(error);
  const context = useMemo(
    () => ({ id: controlId, describedBy: note ? `${controlId}-note` : undefined, invalid: isWrong }),
    [controlId, note, isWrong],
  );
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The first one that is wrong is shown to whoever pressed the button.
    const element = box.current;
    const first = (element?.closest('form') ?? element)?.querySelector('[data-wrong]');
    if (isWrong && first === element) element?.scrollIntoView({ block: 'nearest' });
  }, [isWrong]);
  return (
    <div ref={box} className={cx(styles.field, className)} data-wrong={isWrong || undefined}>
      <div className={cx(styles.top, hideLabel && 'sr')}>
        <label className={styles.label} htmlFor={controlId}>
          {label}
          {optional && <span className={styles.optional}> optional</span>}
        </label>
      </div>
      <FieldContext value={context}>{children}</FieldContext>
      {aside && <div className={styles.aside}>{aside}</div>}
      {error ? (
        <p className={styles.error} id={`${controlId}-note`} role="alert">
          <Icon of={CircleAlert} size={16} />
          <span>{error}</span>
        </p>
      ) : (
        hint && (
          <p className="xs muted" id={`${controlId}-note`}>
            {hint}
          </p>
        )
      )}
    </div>
  );
}
