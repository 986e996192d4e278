import type { ComponentPropsWithRef } from 'react';
import { Field } from './field';
import { Input } from './input';

type InputProps = ComponentPropsWithRef<'input'>;

/** What others read of a person: a name. */
export const NameInput = (props: InputProps) => (
  <Input name="name" autoComplete="name" required maxLength={100} {...props} />
);

/** Who a creator is; what visitors filter by. */
export const genders = [
  { value: 'female', label: 'Woman' },
  { value: 'male', label: 'Man' },
  { value: 'transgender', label: 'Transgender' },
  { value: 'couple', label: 'Couple' },
] as const;

/** The choice that stores nothing, of every form that asks for a gender. */
export const noGender = 'Rather not say';

interface UsernameFieldProps extends Pick<InputProps, 'value' | 'onChange'> {
  error?: string | undefined;
  /** The typed name is known to be nobody’s. */
  isFree?: boolean;
}

/** Nothing is corrected or capitalised on the way. */
export const UsernameField = ({ error, isFree, ...rest }: UsernameFieldProps) => (
  <Field
    label="Username"
    hint={isFree ? 'This username is available.' : 'Letters, digits, dots and dashes.'}
    error={error}
  >
    <Input
      {...{ name: 'username', autoComplete: 'username', autoCapitalize: 'none', spellCheck: false }}
      {...{ required: true, minLength: 3, maxLength: 30 }}
      {...rest}
    />
  </Field>
);

export const EmailInput = (props: InputProps) => (
  <Input name="email" type="email" autoComplete="email" required {...props} />
);

/** A code from an app, a text or a mail: phones offer the one that just came. */
export const CodeInput = (props: InputProps) => (
  <Input name="code" autoComplete="one-time-code" inputMode="numeric" required maxLength={8} {...props} />
);
