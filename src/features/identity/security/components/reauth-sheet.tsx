import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { CodeInput } from '@/components/form/person-inputs';
import { PasswordInput } from '@/components/form/password-input';
import { Sheet } from '@/components/layout/sheet';
import { Skeleton } from '@/components/basic/skeleton';
import { leaveAccount } from '@/components/states/leave-questions';
import { logoutRequested } from '@/features/identity/auth/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { reauthDismissed } from '@/store/with-reauth';
import { reauthCodeRequested, reauthSubmitted, selectReauth } from '../reauth-slice';

export function ReauthSheet() {
  const dispatch = useAppDispatch();
  const reauth = useAppSelector(selectReauth);
  return (
    <Sheet
      open={reauth?.isOpen === true}
      onClose={() => dispatch(reauthDismissed())}
      title="Confirm it’s you"
      subtitle="We check before anything that someone else must not do in your name. We won’t ask again for ten minutes."
    >
      <ReauthForm />
    </Sheet>
  );
}

function ReauthForm() {
  const dispatch = useAppDispatch();
  const reauth = useAppSelector(selectReauth);
  const [value, setValue] = useState('');
  if (!reauth?.can) {
    if (!reauth?.error) return <Skeleton count={2} />;
    return (
      <FormFoot failure={reauth.error}>
        <Button block onClick={() => dispatch(reauthDismissed())}>
          Close
        </Button>
      </FormFoot>
    );
  }
  const { ways, email } = reauth.can;
  const kind = ways.find((way) => way !== 'login');
  if (kind === undefined) {
    return (
      <div className="stack">
        <p>Log out, log in again as usual, then come back here.</p>
        <Button variant="primary" size="lg" block onClick={() => leaveAccount(() => void dispatch(logoutRequested()))}>
          Log out
        </Button>
      </div>
    );
  }
  if (kind === 'email' && !reauth.isCodeSent) {
    return (
      <div className="stack">
        <p>You have no password here, so we send a code to {email}.</p>
        <FormFoot failure={reauth.error}>
          <Button variant="primary" size="lg" block onClick={() => dispatch(reauthCodeRequested())}>
            Send me a code
          </Button>
        </FormFoot>
      </div>
    );
  }
  const shared = {
    required: true,
    value,
    onChange: (event: { target: { value: string } }) => setValue(event.target.value),
  };
  const handleSubmit = () =>
    dispatch(reauthSubmitted(kind === 'password' ? { password: value } : { verificationCode: value.trim() }));
  return (
    <Form onSubmit={handleSubmit}>
      {kind === 'password' ? (
        <Field label="Current password" error={reauth.error?.message}>
          <PasswordInput name="password" autoComplete="current-password" {...shared} />
        </Field>
      ) : (
        <Field
          label={kind === 'email' ? `Code sent to ${email}` : 'Code from your authenticator app'}
          hint={kind === 'email' ? undefined : 'Or one of your recovery codes.'}
          error={reauth.error?.message}
        >
          <CodeInput maxLength={40} {...shared} />
        </Field>
      )}
      <FormFoot>
        <Button type="submit" variant="primary" size="lg" block busy={reauth.status === 'pending'} busyLabel="Checking">
          Continue
        </Button>
      </FormFoot>
    </Form>
  );
}
