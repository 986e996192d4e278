import { CircleCheck } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { Button } from '@/components/basic/button';
import { Form } from '@/components/form/form';
import { Note } from '@/components/basic/note';
import { NewPasswordField } from '@/components/form/password-input';
import { paths } from '@/config/paths';
import { getFieldError, getFormSummary } from '@/lib/form-error';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { useNewPassword } from '@/store/new-password';
import { formOpened, passwordReset, selectForm } from '../auth-slice';
import { selectIsLoggedIn } from '../session-slice';

export function ResetPasswordForm({ token }: { token: string }) {
  const dispatch = useAppDispatch();
  const { status, error } = useAppSelector(selectForm('reset'));
  useLayoutEffect(() => void dispatch(formOpened('reset')), [dispatch]);
  const [password, setPassword] = useState('');
  const newPassword = useNewPassword(password);
  const isLoggedIn = useAppSelector(selectIsLoggedIn);
  if (status === 'done') {
    // The redirect has begun; a notice on the next page confirms the change.
    if (isLoggedIn) return null;
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
    <Form onSubmit={() => dispatch(passwordReset({ token, password }))}>
      <NewPasswordField
        label="New password"
        error={getFieldError(error, 'password') ?? getFormSummary(error)}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
        {...newPassword}
      />
      <Button type="submit" variant="primary" size="lg" block busy={status === 'pending'} busyLabel="Saving">
        Save new password
      </Button>
    </Form>
  );
}
