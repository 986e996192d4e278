import { useEffect } from 'react';
import { Field } from '@/components/form/field';
import { Input } from '@/components/form/input';
import { Select } from '@/components/form/select';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { hereWanted, selectLoginWays } from '../login-ways-slice';
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

/**
 * A country and a number. It begins with the country that the browser connects from, else with that of its language, else
 * with none.
 */
export function PhoneNumberFields(props: PhoneNumberFieldsProps) {
  const { dialCodes, country, number, error, onCountry, onNumber } = props;
  const dispatch = useAppDispatch();
  const { here } = useAppSelector(selectLoginWays);
  useEffect(() => {
    dispatch(hereWanted());
  }, [dispatch]);
  useEffect(() => {
    if (country !== '' || here === undefined) return;
    const guess = nameOf(here ?? regionOfLanguages());
    if (dialCodes?.some(({ name }) => name === guess)) onCountry(guess);
  }, [country, dialCodes, here, onCountry]);
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

/** What the browser's languages say, in the reader's order; most name no region. */
const regionOfLanguages = () => navigator.languages.map((tag) => new Intl.Locale(tag).region).find(Boolean);

/** A region's name in English, as the list of dial codes has it. */
const nameOf = (region: string | undefined): string =>
  (region && new Intl.DisplayNames(['en'], { type: 'region' }).of(region)) ?? '';
