import { MailCheck } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { EmailInput } from '@/components/form/person-inputs';
import { Note } from '@/components/basic/note';
import { getFieldError, getFormSummary } from '@/lib/form-error';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { formOpened, resetMailRequested, selectForm } from '../auth-slice';

export function ForgotPasswordForm() {
  const dispatch = useAppDispatch();
  const { status, error } = useAppSelector(selectForm('forgot'));
  useLayoutEffect(() => void dispatch(formOpened('forgot')), [dispatch]);
  const [email, setEmail] = useState('');
  return (
    <Form onSubmit={() => dispatch(resetMailRequested({ email: email.trim() }))}>
      <Field label="Email" error={getFieldError(error, 'email') ?? getFormSummary(error)}>
        <EmailInput value={email} onChange={(event) => setEmail(event.target.value)} />
      </Field>
      {status === 'done' && (
        <Note icon={MailCheck} tone="success">
          If this email has an account, we wrote to it. A link for a new password works once, for one hour.
        </Note>
      )}
      <Button type="submit" variant="primary" size="lg" block busy={status === 'pending'} busyLabel="Sending">
        {status === 'done' ? 'Send it again' : 'Send the link'}
      </Button>
    </Form>
  );
}
