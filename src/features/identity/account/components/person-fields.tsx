import { Chips } from '@/components/form/chips';
import { Field } from '@/components/form/field';
import { genders, noGender } from '@/components/form/person-inputs';
import { Select } from '@/components/form/select';
import { getLanguageName } from '@/lib/display-name';
import { getFieldError } from '@/lib/form-error';
import type { ApiFailure } from '@/services/api-error';
import styles from './account.module.css';

type Gender = '' | (typeof genders)[number]['value'];

export interface Person {
  gender: Gender;
  /** ISO 3166 alpha-2; empty if not stated. */
  country: string;
  /** ISO 639. */
  languages: string[];
}

export type NamedCodes = { name: string; code: string }[] | undefined;

interface PersonFieldsProps {
  value: Person;
  onChange: (part: Partial<Person>) => void;
  countries: NamedCodes;
  languages: NamedCodes;
  error: ApiFailure | null;
}

export function PersonFields({ value, onChange, countries = [], languages = [], error }: PersonFieldsProps) {
  const getName = (code: string) => languages.find((one) => one.code === code)?.name ?? getLanguageName(code);
  return (
    <>
      <Field label="Gender" optional error={getFieldError(error, 'gender')}>
        <Select
          placeholder={noGender}
          options={genders}
          value={value.gender}
          onChange={(event) =>
            onChange({ gender: genders.find((one) => one.value === event.target.value)?.value ?? '' })
          }
        />
      </Field>
      <Field label="Country" optional error={getFieldError(error, 'country')}>
        <Select
          placeholder="Not specified"
          options={includeOwnOption(countries, value.country)}
          value={value.country}
          onChange={(event) => onChange({ country: event.target.value })}
        />
      </Field>
      <div className={styles.choices}>
        <Field label="Languages" optional error={getFieldError(error, 'languages')}>
          <Select
            placeholder="Add a language"
            options={languages
              .filter(({ code }) => !value.languages.includes(code))
              .map(({ name, code }) => ({ value: code, label: name }))}
            value=""
            onChange={({ target }) => target.value && onChange({ languages: [...value.languages, target.value] })}
          />
        </Field>
        {value.languages.length > 0 && (
          <Chips
            label="Languages you speak"
            options={value.languages.map((code) => ({ value: code, label: getName(code) }))}
            value={value.languages}
            onToggle={(code) => onChange({ languages: value.languages.filter((one) => one !== code) })}
            wrap
            removable
          />
        )}
      </div>
    </>
  );
}

/** Adds the chosen value as an option, even before the list has loaded. */
function includeOwnOption(list: { name: string; code: string }[], own: string): { value: string; label: string }[] {
  const options = list.map(({ name, code }) => ({ value: code, label: name }));
  return own === '' || options.some(({ value }) => value === own) ? options : [{ value: own, label: own }, ...options];
}
