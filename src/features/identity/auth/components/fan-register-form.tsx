import { useLayoutEffect, useState } from 'react';
import { defaultMinimumAge } from '@contract/base/limits';
import { Button } from '@/components/basic/button';
import { Check } from '@/components/form/check';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { EmailInput, NameInput, UsernameField } from '@/components/form/person-inputs';
import { Problem } from '@/components/basic/note';
import { NewPasswordField } from '@/components/form/password-input';
import { selectSettings } from '@/features/site/settings/settings-slice';
import { getFieldError, getFormSummary } from '@/lib/form-error';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { useNewPassword } from '@/store/new-password';
import { fanRegistered, formOpened, selectForm } from '../auth-slice';
import { selectIsUsernameFree, selectUsernameProblem, usernameTyped } from '../username-slice';
import { TermsNote } from './terms-note';

export function FanRegisterForm({ returnTo }: { returnTo?: string }) {
  const dispatch = useAppDispatch();
  const { status, error } = useAppSelector(selectForm('fan'));
  useLayoutEffect(() => void dispatch(formOpened('fan')), [dispatch]);
  const [fields, setFields] = useState({ name: '', username: '', email: '', password: '' });
  const { minimumAge = defaultMinimumAge } = useAppSelector(selectSettings);
  const [isOfAge, setIsOfAge] = useState(false);
  const set = (name: keyof typeof fields) => (event: { target: { value: string } }) =>
    setFields((now) => ({ ...now, [name]: event.target.value }));
  const setUsername = (event: { target: { value: string } }) => {
    set('username')(event);
    dispatch(usernameTyped({ username: event.target.value }));
  };
  const usernameProblem = useAppSelector(selectUsernameProblem(fields.username));
  const isUsernameFree = useAppSelector(selectIsUsernameFree(fields.username));
  const newPassword = useNewPassword(fields.password, [fields.name, fields.username, fields.email]);
  const handleSubmit = () =>
    dispatch(
      fanRegistered({
        ...fields,
        username: fields.username.toLowerCase().trim(),
        email: fields.email.trim(),
        isOfAge: minimumAge === 0 || isOfAge,
        returnTo,
      }),
    );
  return (
    <Form onSubmit={handleSubmit}>
      <Field label="Your name" hint="Creators you message will see it." error={getFieldError(error, 'name')}>
        <NameInput value={fields.name} onChange={set('name')} />
      </Field>
      <UsernameField
        error={getFieldError(error, 'username') ?? usernameProblem}
        isFree={isUsernameFree}
        value={fields.username}
        onChange={setUsername}
      />
      <Field label="Email" error={getFieldError(error, 'email')}>
        <EmailInput value={fields.email} onChange={set('email')} />
      </Field>
      <NewPasswordField
        label="Password"
        error={getFieldError(error, 'password')}
        value={fields.password}
        onChange={set('password')}
        {...newPassword}
      />
      {minimumAge > 0 && (
        <Check
          name="isOfAge"
          required
          label={`I am ${minimumAge} or older`}
          checked={isOfAge}
          onChange={(event) => setIsOfAge(event.target.checked)}
        />
      )}
      <Problem>{getFormSummary(error, Object.keys(fields))}</Problem>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={status === 'pending'}
        busyLabel="Creating your account"
      >
        Create account
      </Button>
      <TermsNote when="By creating an account" />
    </Form>
  );
}
