import { Eye, EyeOff } from 'lucide-react';
import { useState, type ComponentPropsWithRef } from 'react';
import { cx } from '@/lib/cx';
import { Icon } from '../basic/icon';
import { Field } from './field';
import { Input } from './input';
import styles from './password-input.module.css';

/** Requires `autoComplete`: `current-password` or `new-password`. */
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
  minLength: number;
  strength?: { label: string; problem: string | null } | null;
  note?: string | undefined;
}

export function NewPasswordField({ label, error, minLength, strength, note, ...rest }: NewPasswordFieldProps) {
  const rule = `At least ${minLength} characters. Several words in a row work best.`;
  return (
    <div className="stack stack--sm">
      <Field label={label} hint={note ? `${rule} ${note}` : rule} error={error}>
        <PasswordInput name="password" autoComplete="new-password" required minLength={minLength} {...rest} />
      </Field>
      <p className={cx('xs', strength ? 'ink-2' : 'sr')} role="status">
        {strength && (
          <>
            Strength: <b>{strength.label}</b>. {strength.problem !== error && strength.problem}
          </>
        )}
      </p>
    </div>
  );
}
