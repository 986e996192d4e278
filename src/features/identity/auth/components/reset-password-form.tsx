import { CircleCheck } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Note } from '@/components/basic/note';
import { PasswordInput } from '@/components/form/password-input';
import { paths } from '@/config/paths';
import { formError, formSummary } from '@/lib/form-error';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { passwordReset, selectForm } from '../auth-slice';
import { passwordHint } from '../../../../components/form/password-input';
import styles from './auth-forms.module.css';

/** Sets a new password. @param token from the mail's link. */
export function ResetPasswordForm({ token }: { token: string }) {
  const dispatch = useAppDispatch();
  const { status, error } = useAppSelector(selectForm('reset'));
  const [password, setPassword] = useState('');
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    dispatch(passwordReset({ token, password }));
  };
  if (status === 'done') {
    return (
      <>
        <Note icon={CircleCheck} tone="success">
          Your password was changed. All other devices were logged out.
        </Note>
        <Button variant="primary" size="lg" block href={paths.auth.login}>
          Log in
        </Button>
      </>
    );
  }
  return (
    <form className={styles.form} method="post" onSubmit={handleSubmit}>
      <Field label="New password" hint={passwordHint} error={formError(error, 'password') ?? formSummary(error)}>
        <PasswordInput
          name="password"
          autoComplete="new-password"
          required
          minLength={6}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" size="lg" block busy={status === 'pending'} busyLabel="Saving">
        Save new password
      </Button>
    </form>
  );
}
