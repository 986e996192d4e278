import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { CodeInput } from '@/components/form/person-inputs';
import { Sheet } from '@/components/layout/sheet';
import { PhoneNumberForm } from '@/features/identity/auth/components/phone-login-form';
import { phoneForgotten, selectLoginWays } from '@/features/identity/auth/login-ways-slice';
import { selectReference } from '@/features/site/reference/reference-slice';
import { phoneLinkWanted, selectSecurityAct } from '@/features/identity/security/security-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';

/** Lets a phone open the account: its number, then the code that was sent there. */
export function LinkPhone() {
  const dispatch = useAppDispatch();
  const [isOpen, setIsOpen] = useState(false);
  const { phone } = useAppSelector(selectLoginWays);
  const dialCodes = useAppSelector(selectReference('phoneCodes'));
  const close = () => {
    setIsOpen(false);
    dispatch(phoneForgotten());
  };
  return (
    <>
      <Button size="sm" aria-label="Link a phone" onClick={() => setIsOpen(true)}>
        Link
      </Button>
      <Sheet
        open={isOpen}
        onClose={close}
        title="Link a phone"
        subtitle="You’ll be able to log in with a code sent to it."
      >
        {phone.sentTo ? <CodeForm /> : <PhoneNumberForm dialCodes={dialCodes} label="Send a code" />}
      </Sheet>
    </>
  );
}

function CodeForm() {
  const dispatch = useAppDispatch();
  const { phone } = useAppSelector(selectLoginWays);
  const { isBusy, error } = useAppSelector(selectSecurityAct('linkPhone'));
  const [code, setCode] = useState('');
  return (
    <Form onSubmit={() => dispatch(phoneLinkWanted({ phone: phone.sentTo, code: code.trim() }))}>
      <Field label={`Code sent to ${phone.sentTo}`} error={error?.message}>
        <CodeInput value={code} onChange={(event) => setCode(event.target.value)} />
      </Field>
      <Button type="submit" variant="primary" size="lg" block busy={isBusy} busyLabel="Linking">
        Link this phone
      </Button>
    </Form>
  );
}
