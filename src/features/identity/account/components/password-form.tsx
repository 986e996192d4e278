import { useEffect, useRef, useState } from 'react';
import { Button } from '@/components/basic/button';
import { Form } from '@/components/form/form';
import { NewPasswordField } from '@/components/form/password-input';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { useNewPassword } from '@/store/new-password';
import { passwordSaved, selectHasSessions } from '../account-slice';
import { useSection } from '../use-section';
import styles from './account.module.css';

export function PasswordForm() {
  const dispatch = useAppDispatch();
  const { status, error } = useSection('password');
  // Backends without a list of sessions keep other devices logged in.
  const endsSessions = useAppSelector(selectHasSessions);
  const [password, setPassword] = useState('');
  const sent = useRef('');
  const user = useAppSelector(selectCurrentUser);
  const newPassword = useNewPassword(password, [user?.name ?? '', user?.username ?? '', user?.email ?? '']);
  useEffect(() => {
    // Another one can have been typed while this one was saved.
    if (status === 'saved') setPassword((now) => (now === sent.current ? '' : now));
  }, [status]);
  const save = () => {
    sent.current = password;
    dispatch(passwordSaved({ password }));
  };
  return (
    <Form onSubmit={save}>
      <div className={styles.pair}>
        <NewPasswordField
          label="New password"
          note={endsSessions ? 'All other devices will be logged out.' : undefined}
          error={error?.message}
          value={password}
          onChange={(event) => setPassword(event.target.value)}
          {...newPassword}
        />
      </div>
      <div className="row">
        <Button type="submit" busy={status === 'pending'} busyLabel="Saving">
          Change password
        </Button>
      </div>
    </Form>
  );
}
