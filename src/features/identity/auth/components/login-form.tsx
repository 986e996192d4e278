import { ShieldCheck } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Check } from '@/components/form/check';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { Input } from '@/components/form/input';
import { Note } from '@/components/basic/note';
import { PasswordInput } from '@/components/form/password-input';
import { paths } from '@/config/paths';
import { withQuery } from '@/lib/omit-empty';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { loginRequested, selectLogin, selectPendingLogin } from '../session-slice';

export function LoginForm({ returnTo }: { returnTo?: string }) {
  const dispatch = useAppDispatch();
  const { status, error, isChallenged } = useAppSelector(selectLogin);
  const pending = useAppSelector(selectPendingLogin);
  const [username, setUsername] = useState('');
  const [password, setPassword] = useState('');
  const [remember, setRemember] = useState(true);
  const handleSubmit = () =>
    dispatch(loginRequested({ way: 'password', username: username.trim(), password, remember, returnTo }));
  return (
    <Form onSubmit={handleSubmit}>
      <Field label="Email or username">
        <Input
          name="username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          required
          value={username}
          onChange={(event) => setUsername(event.target.value)}
        />
      </Field>
      <Field
        label="Password"
        error={pending ? undefined : error?.message}
        aside={
          <Link className="link sm" href={paths.auth.forgotPassword}>
            Forgot password?
          </Link>
        }
      >
        <PasswordInput
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      {error?.code === 'EMAIL_NOT_VERIFIED' && (
        <p className="sm">
          <Link
            className="link"
            href={withQuery(paths.auth.verification, {
              email: username.includes('@') ? username : null,
              again: '1',
              returnTo,
            })}
          >
            Didn’t get the verification email?
          </Link>
        </p>
      )}
      {error?.code === 'ACCOUNT_INACTIVE' && (
        <p className="sm">
          <Link className="link" href={paths.contact}>
            Write to us
          </Link>
        </p>
      )}
      {error?.code === 'RESET_REQUIRED' && (
        <p className="sm">
          <Link className="link" href={paths.auth.forgotPassword}>
            Email me a link
          </Link>
        </p>
      )}
      {isChallenged && (
        <Note icon={ShieldCheck}>
          Someone has been trying passwords for this account, so we’re checking that you’re human. It takes a few
          seconds.
        </Note>
      )}
      <Check
        label="Keep me logged in on this device"
        checked={remember}
        onChange={(event) => setRemember(event.target.checked)}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={status === 'pending'}
        busyLabel={isChallenged ? 'Checking' : 'Logging in'}
      >
        Log in
      </Button>
    </Form>
  );
}
