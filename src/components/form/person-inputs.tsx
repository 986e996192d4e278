import type { ComponentPropsWithRef } from 'react';
import { Field } from './field';
import { Input } from './input';

type InputProps = ComponentPropsWithRef<'input'>;

export const NameInput = (props: InputProps) => (
  <Input name="name" autoComplete="name" required maxLength={100} {...props} />
);

/** Genders by which viewers filter creators. */
export const genders = [
  { value: 'female', label: 'Woman' },
  { value: 'male', label: 'Man' },
  { value: 'transgender', label: 'Transgender' },
  { value: 'couple', label: 'Couple' },
] as const;

export const noGender = 'Rather not say';

interface UsernameFieldProps extends Pick<InputProps, 'value' | 'onChange'> {
  error?: string | undefined;
  isFree?: boolean;
}

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

/** Phones suggest the code from the text message that just arrived. */
export const CodeInput = (props: InputProps) => (
  <Input name="code" autoComplete="one-time-code" inputMode="numeric" required maxLength={8} {...props} />
);
