import { useEffect, useState } from 'react';
import { limits } from '@contract/base/limits';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { PasswordInput } from '@/components/form/password-input';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { passwordSaved, selectHasSessions, selectSection } from '../account-slice';
import styles from './account.module.css';

/** A new password; every other session ends with it. */
export function PasswordForm() {
  const dispatch = useAppDispatch();
  const { status, error } = useAppSelector(selectSection('password'));
  // Backends without sessions of their own keep everybody logged in.
  const endsSessions = useAppSelector(selectHasSessions);
  const [password, setPassword] = useState('');
  useEffect(() => {
    if (status === 'saved') setPassword('');
  }, [status]);
  return (
    <Form onSubmit={() => dispatch(passwordSaved({ password }))}>
      <div className={styles.pair}>
        <Field
          label="New password"
          hint={endsSessions ? 'All other devices will be logged out.' : undefined}
          error={error?.message}
        >
          <PasswordInput
            name="password"
            autoComplete="new-password"
            required
            minLength={limits.passwordMin}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </Field>
      </div>
      <div className="row">
        <Button type="submit" busy={status === 'pending'} busyLabel="Saving">
          Change password
        </Button>
      </div>
    </Form>
  );
}
