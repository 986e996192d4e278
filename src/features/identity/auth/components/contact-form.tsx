import { CircleCheck } from 'lucide-react';
import { useLayoutEffect, useState } from 'react';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { EmailInput, NameInput } from '@/components/form/person-inputs';
import { Note, Problem } from '@/components/basic/note';
import { TextArea } from '@/components/form/text-area';
import { LeaveGuard } from '@/components/states/leave-guard';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { getFieldError, getFormSummary } from '@/lib/form-error';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { contactSent, formOpened, selectForm } from '../auth-slice';
import styles from './auth-forms.module.css';

export function ContactForm() {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectCurrentUser);
  const { status, error } = useAppSelector(selectForm('contact'));
  useLayoutEffect(() => void dispatch(formOpened('contact')), [dispatch]);
  const [fields, setFields] = useState({ name: user?.name ?? '', email: user?.email ?? '', message: '' });
  const set = (name: keyof typeof fields) => (event: { target: { value: string } }) =>
    setFields((now) => ({ ...now, [name]: event.target.value }));
  if (status === 'done') {
    return (
      <Note icon={CircleCheck} tone="success">
        Thank you. We read every message and will reply to {fields.email}.
      </Note>
    );
  }
  return (
    <Form onSubmit={() => dispatch(contactSent(fields))}>
      <div className={styles.pair}>
        <Field label="Your name" error={getFieldError(error, 'name')}>
          <NameInput value={fields.name} onChange={set('name')} />
        </Field>
        <Field label="Email" error={getFieldError(error, 'email')}>
          <EmailInput value={fields.email} onChange={set('email')} />
        </Field>
      </div>
      <Field label="Message" error={getFieldError(error, 'message')}>
        <TextArea name="message" rows={6} required maxLength={5000} value={fields.message} onChange={set('message')} />
      </Field>
      <LeaveGuard when={fields.message.trim() === '' ? null : 'leaving'} />
      <Problem>{getFormSummary(error, Object.keys(fields))}</Problem>
      <div>
        <Button type="submit" variant="primary" busy={status === 'pending'} busyLabel="Sending">
          Send
        </Button>
      </div>
    </Form>
  );
}
