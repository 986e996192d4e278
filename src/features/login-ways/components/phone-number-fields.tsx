import { useEffect } from 'react';
import { Field } from '@/components/field';
import { Input } from '@/components/input';
import { Select } from '@/components/select';
import styles from './login-ways.module.css';

export interface DialCode {
  /** Of the country. */
  name: string;
  /** As `+44`. */
  code: string;
}

interface PhoneNumberFieldsProps {
  dialCodes: DialCode[] | undefined;
  /** The country's name. */
  country: string;
  number: string;
  error?: string;
  onCountry(name: string): void;
  onNumber(number: string): void;
}

/** @returns the number with its country code; one that was typed with `+` is taken as it is. */
export function toInternational(dialCodes: DialCode[] | undefined, country: string, number: string): string {
  const digits = number.replaceAll(/[^\d+]/g, '');
  if (digits.startsWith('+')) return digits;
  const code = dialCodes?.find(({ name }) => name === country)?.code ?? '';
  // The zero that stands before national numbers is not part of the international one, except in Italy's.
  return code + (code === '+39' ? digits : digits.replace(/^0/, ''));
}

/** A country and a number. It begins with the country of the browser's language. */
export function PhoneNumberFields(props: PhoneNumberFieldsProps) {
  const { dialCodes, country, number, error, onCountry, onNumber } = props;
  useEffect(() => {
    const guess = country === '' && dialCodes?.find(({ name }) => name === nameOfHere())?.name;
    if (guess) onCountry(guess);
  }, [country, dialCodes, onCountry]);
  const options = dialCodes?.map(({ name, code }) => ({ value: name, label: `${name} ${code}` })) ?? [];
  return (
    <div className={styles.number}>
      <Field label="Country">
        <Select
          name="country"
          autoComplete="country-name"
          placeholder="Choose"
          options={options}
          value={country}
          onChange={(event) => onCountry(event.target.value)}
        />
      </Field>
      <Field label="Phone number" error={error}>
        <Input
          name="phone"
          type="tel"
          autoComplete="tel-national"
          required
          maxLength={30}
          value={number}
          onChange={(event) => onNumber(event.target.value)}
        />
      </Field>
    </div>
  );
}

/** The English name of the region of the browser's language. */
function nameOfHere(): string | undefined {
  const { region } = new Intl.Locale(navigator.language);
  return region && new Intl.DisplayNames(['en'], { type: 'region' }).of(region);
}
