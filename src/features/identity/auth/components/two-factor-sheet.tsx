import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { CodeInput } from '@/components/form/person-inputs';
import { Sheet } from '@/components/layout/sheet';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { loginRequested, selectLogin, twoFactorDismissed, type LoginRequest } from '../session-slice';

export function TwoFactorSheet({ pending }: { pending: LoginRequest }) {
  const dispatch = useAppDispatch();
  const { status, error } = useAppSelector(selectLogin);
  const [code, setCode] = useState('');
  return (
    <Sheet open onClose={() => dispatch(twoFactorDismissed())} title="One more step">
      <Form onSubmit={() => dispatch(loginRequested({ ...pending, verificationCode: code.trim() }))}>
        <Field label="Code from your authenticator app" hint="Or one of your recovery codes." error={error?.message}>
          <CodeInput maxLength={20} value={code} onChange={(event) => setCode(event.target.value)} />
        </Field>
        <FormFoot>
          <Button type="submit" variant="primary" size="lg" block busy={status === 'pending'} busyLabel="Checking">
            Continue
          </Button>
        </FormFoot>
      </Form>
    </Sheet>
  );
}
