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

const FieldContext = createContext<FieldLink | null>(null);

interface ControlProps {
  id?: string | undefined;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: AriaAttributes['aria-invalid'];
}

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
  /** Replaced by an error, if there is one. */
  hint?: ReactNode;
  /** An error found by the form takes precedence. */
  error?: ReactNode;
  optional?: boolean;
  hideLabel?: boolean;
  /** Shown beside the label, but after the control in the tab order: a link "Forgot it?". */
  aside?: ReactNode;
  id?: string;
  className?: string;
  /** A single control that calls `useFieldControl`. */
  children: ReactNode;
}

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
