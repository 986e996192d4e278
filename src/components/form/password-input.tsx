import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentPropsWithRef } from 'react';
import { Icon } from '../basic/icon';
import { Field } from './field';
import { Input } from './input';
import styles from './password-input.module.css';

/** A password with a button that shows it. Set `autoComplete` to `current-password` or `new-password`. */
export function PasswordInput(props: Omit<ComponentPropsWithRef<'input'>, 'type'>) {
  const [shown, setShown] = useState(false);
  return (
    <Input
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      trail={
        <button
          type="button"
          className={styles.eye}
          aria-label="Show password"
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon of={shown ? EyeOff : Eye} />
        </button>
      }
    />
  );
}

interface NewPasswordFieldProps extends Pick<ComponentPropsWithRef<'input'>, 'value' | 'onChange'> {
  label: string;
  error?: string | undefined;
}

/** A password to be: says what a good one is. */
export const NewPasswordField = ({ label, error, ...rest }: NewPasswordFieldProps) => (
  <Field label={label} hint="At least 6 characters. Several words in a row work best." error={error}>
    <PasswordInput name="password" autoComplete="new-password" required minLength={6} {...rest} />
  </Field>
);
