import { useId, type ComponentPropsWithRef, type ReactNode } from 'react';
import { cx } from '@/lib/cx';
import styles from './check.module.css';
import { useFormProblem } from './form-problems';

interface CheckProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  label: ReactNode;
  /** The radios of a group share a `name`. For a box with more text, use ChoiceCard. */
  type?: 'checkbox' | 'radio';
}

export function Check({ label, type = 'checkbox', className, ...rest }: CheckProps) {
  const ownId = useId();
  const id = rest.id ?? ownId;
  const problem = useFormProblem(id);
  return (
    <label className={cx(styles.check, className)}>
      <input
        {...rest}
        id={id}
        type={type}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-note` : rest['aria-describedby']}
      />
      <span>
        {label}
        {problem && (
          <span className={styles.problem} id={`${id}-note`} role="alert">
            {problem}
          </span>
        )}
      </span>
    </label>
  );
}
