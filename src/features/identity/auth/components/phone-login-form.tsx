import { Info, ShieldCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { Input } from '@/components/form/input';
import { CodeInput } from '@/components/form/person-inputs';
import { Select } from '@/components/form/select';
import { useFocusOnMount } from '@/components/hooks/use-focus';
import { loginRequested, selectLogin, selectPendingLogin } from '@/features/identity/auth/session-slice';
import { getCountryName } from '@/lib/display-name';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { countryRequested, phoneCodeRequested, phoneCleared, selectLoginWays } from '../login-ways-slice';
import styles from './login-ways.module.css';

interface DialCode {
  name: string;
  /** Such as `+44`. */
  code: string;
}

interface PhoneLoginFormProps {
  /** Undefined if the backend has no list: then the number is typed with its dial code. */
  dialCodes: DialCode[] | undefined;
  returnTo?: string;
}

/** The first login with a number creates an account. */
export function PhoneLoginForm({ dialCodes, returnTo }: PhoneLoginFormProps) {
  const { phone } = useAppSelector(selectLoginWays);
  return phone.sentTo ? (
    <CodeForm returnTo={returnTo} />
  ) : (
    <PhoneNumberForm dialCodes={dialCodes} label="Send me a code" />
  );
}

/** Preselects the country of the connection, else that of the browser's language, else none. */
export function PhoneNumberForm({ dialCodes, label }: Pick<PhoneLoginFormProps, 'dialCodes'> & { label: string }) {
  const dispatch = useAppDispatch();
  const { phone, country: nearby } = useAppSelector(selectLoginWays);
  const [chosen, setChosen] = useState<string>();
  const [number, setNumber] = useState('');
  useEffect(() => {
    dispatch(countryRequested());
  }, [dispatch]);
  // Nothing is preselected until the country has been requested, which happens in the browser.
  const guess = nearby === undefined ? '' : getCountryName(nearby ?? regionOfLanguages() ?? '');
  const country = chosen ?? (dialCodes?.some(({ name }) => name === guess) ? guess : '');
  const options = dialCodes?.map(({ name, code }) => ({ value: name, label: `${name} ${code}` })) ?? [];
  return (
    <Form onSubmit={() => dispatch(phoneCodeRequested({ phone: toInternational(dialCodes, country, number) }))}>
      <div className={styles.number}>
        <Field label="Country">
          <Select
            name="country"
            autoComplete="country-name"
            placeholder="Choose"
            options={options}
            value={country}
            onChange={(event) => setChosen(event.target.value)}
          />
        </Field>
        <Field label="Phone number" error={phone.error?.message}>
          <Input
            name="phone"
            type="tel"
            autoComplete="tel-national"
            required
            maxLength={30}
            value={number}
            onChange={(event) => setNumber(event.target.value)}
          />
        </Field>
      </div>
      <ChallengeNote />
      <FormFoot>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          busy={phone.status === 'pending'}
          busyLabel={phone.isChallenged ? 'Checking' : 'Sending'}
        >
          {label}
        </Button>
      </FormFoot>
    </Form>
  );
}

/** @returns the number with its dial code; a number typed with `+` is returned unchanged */
export function toInternational(dialCodes: DialCode[] | undefined, country: string, number: string): string {
  const digits = number.replaceAll(/[^\d+]/g, '');
  if (digits.startsWith('+')) return digits;
  const code = dialCodes?.find(({ name }) => name === country)?.code ?? '';
  // Everywhere except in Italy, the leading zero of a national number is omitted.
  return code + (code === '+39' ? digits : digits.replace(/^0/, ''));
}

/** The region of the user's most preferred language that names one, as most do not. */
const regionOfLanguages = () => navigator.languages.map((tag) => new Intl.Locale(tag).region).find(Boolean);

function CodeForm({ returnTo }: Pick<PhoneLoginFormProps, 'returnTo'>) {
  const dispatch = useAppDispatch();
  const { phone } = useAppSelector(selectLoginWays);
  const { status, error } = useAppSelector(selectLogin);
  const pending = useAppSelector(selectPendingLogin);
  const [code, setCode] = useState('');
  const field = useFocusOnMount<HTMLInputElement>();
  const wait = useSecondsUntil(phone.resendAt);
  const handleSubmit = () => {
    // Specification 3: `remember` is true for logins by phone.
    dispatch(loginRequested({ way: 'phone', phone: phone.sentTo, code: code.trim(), remember: true, returnTo }));
  };
  return (
    <Form onSubmit={handleSubmit}>
      <Field
        label={`Code sent to ${phone.sentTo}`}
        hint={`Six digits, valid for ${phone.validMinutes} minutes.`}
        error={pending ? undefined : (error?.message ?? phone.error?.message)}
      >
        <CodeInput ref={field} value={code} onChange={(event) => setCode(event.target.value)} />
      </Field>
      <ChallengeNote />
      <OnlyForAccountsNote />
      <Button type="submit" variant="primary" size="lg" block busy={status === 'pending'} busyLabel="Logging in">
        Log in
      </Button>
      <div className={styles.row}>
        <Button variant="ghost" size="sm" onClick={() => dispatch(phoneCleared())}>
          Use another number
        </Button>
        <Button
          variant="ghost"
          size="sm"
          disabled={wait > 0}
          busy={phone.status === 'pending'}
          onClick={() => dispatch(phoneCodeRequested({ phone: phone.sentTo }))}
        >
          {wait > 0 ? `Resend in ${wait} s` : 'Resend'}
        </Button>
      </div>
    </Form>
  );
}

function ChallengeNote() {
  const { phone } = useAppSelector(selectLoginWays);
  if (!phone.isChallenged) return null;
  return (
    <Note icon={ShieldCheck}>
      Many codes were asked for today, so we’re checking that you’re human. It takes a few seconds.
    </Note>
  );
}

/** Says that few texts are left, so that only numbers with an account are sent a code. Does not reveal whether this one has. */
export function OnlyForAccountsNote() {
  const { phone } = useAppSelector(selectLoginWays);
  if (!phone.isOnlyForAccounts) return null;
  return (
    <Note icon={Info}>
      Few codes are left today, so we sent one only if this number already opens an account. If none comes, try again
      tomorrow or choose another way to log in.
    </Note>
  );
}

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
