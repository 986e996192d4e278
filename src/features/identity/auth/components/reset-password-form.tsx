import { CircleCheck } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { NewPasswordField } from '@/components/form/password-input';
import { paths } from '@/config/paths';
import { formError, formSummary } from '@/lib/form-error';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { passwordReset, selectForm } from '../auth-slice';
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
      <NewPasswordField
        label="New password"
        error={formError(error, 'password') ?? formSummary(error)}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <Button type="submit" variant="primary" size="lg" block busy={status === 'pending'} busyLabel="Saving">
        Save new password
      </Button>
    </form>
  );
}
