import { useEffect, useState } from 'react';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { CodeInput } from '@/components/form/person-inputs';
import { useFocusOnMount } from '@/components/hooks/use-focus';
import { loginRequested, selectLogin, selectPendingLogin } from '@/features/identity/auth/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { phoneCodeWanted, phoneForgotten, selectLoginWays } from '../login-ways-slice';
import { PhoneNumberFields, toInternational, type DialCode } from './phone-number-fields';
import styles from './login-ways.module.css';

interface PhoneLoginFormProps {
  /** Dial codes by country; without them the number is typed with its own. */
  dialCodes: DialCode[] | undefined;
  returnTo?: string;
}

/** Log in with a code sent to a phone: first the number, then the code. The first log-in makes the account. */
export function PhoneLoginForm({ dialCodes, returnTo }: PhoneLoginFormProps) {
  const { phone } = useAppSelector(selectLoginWays);
  return phone.sentTo ? (
    <CodeForm returnTo={returnTo} />
  ) : (
    <PhoneNumberForm dialCodes={dialCodes} label="Send me a code" />
  );
}

/** The number that a code is to be sent to. */
export function PhoneNumberForm({ dialCodes, label }: Pick<PhoneLoginFormProps, 'dialCodes'> & { label: string }) {
  const dispatch = useAppDispatch();
  const { phone } = useAppSelector(selectLoginWays);
  const [country, setCountry] = useState('');
  const [number, setNumber] = useState('');
  return (
    <Form onSubmit={() => dispatch(phoneCodeWanted({ phone: toInternational(dialCodes, country, number) }))}>
      <PhoneNumberFields
        dialCodes={dialCodes}
        country={country}
        number={number}
        error={phone.error?.message}
        onCountry={setCountry}
        onNumber={setNumber}
      />
      <Button type="submit" variant="primary" size="lg" block busy={phone.status === 'pending'} busyLabel="Sending">
        {label}
      </Button>
    </Form>
  );
}

function CodeForm({ returnTo }: Pick<PhoneLoginFormProps, 'returnTo'>) {
  const dispatch = useAppDispatch();
  const { phone } = useAppSelector(selectLoginWays);
  const { status, error } = useAppSelector(selectLogin);
  const pending = useAppSelector(selectPendingLogin);
  const [code, setCode] = useState('');
  const field = useFocusOnMount<HTMLInputElement>();
  const wait = useSecondsUntil(phone.resendAt);
  const handleSubmit = () => {
    // Specification 3: remember is true for a log-in by phone.
    dispatch(loginRequested({ way: 'phone', phone: phone.sentTo, code: code.trim(), remember: true, returnTo }));
  };
  return (
    <Form onSubmit={handleSubmit}>
      <Field
        label={`Code sent to ${phone.sentTo}`}
        hint="Six digits, valid for ten minutes."
        error={pending ? undefined : (error?.message ?? phone.error?.message)}
      >
        <CodeInput ref={field} value={code} onChange={(event) => setCode(event.target.value)} />
      </Field>
      <Button type="submit" variant="primary" size="lg" block busy={status === 'pending'} busyLabel="Logging in">
        Log in
      </Button>
      <div className={styles.row}>
        <Button variant="ghost" size="sm" onClick={() => dispatch(phoneForgotten())}>
          Use another number
        </Button>
        <Button
          variant="ghost"
          size="sm"
          disabled={wait > 0}
          busy={phone.status === 'pending'}
          onClick={() => dispatch(phoneCodeWanted({ phone: phone.sentTo }))}
        >
          {wait > 0 ? `Resend in ${wait} s` : 'Resend'}
        </Button>
      </div>
    </Form>
  );
}

/** Whole seconds until a moment, counted down; 0 once it has come. */
function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      setNow(Date.now());
      if (Date.now() >= moment) clearInterval(timer);
    }, 1000);
    return () => clearInterval(timer);
  }, [moment]);
  return Math.max(0, Math.ceil((moment - now) / 1000));
}
