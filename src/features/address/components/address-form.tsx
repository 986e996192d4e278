import { CircleAlert } from 'lucide-react';
import { useEffect, useState, type FormEvent } from 'react';
import { Button } from '@/components/button';
import { Check } from '@/components/check';
import { Field } from '@/components/field';
import { Input } from '@/components/input';
import { Note } from '@/components/note';
import { Select } from '@/components/select';
import { formError, formSummary } from '@/lib/form-error';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import {
  addressFormWanted,
  addressSaved,
  selectAddressForm,
  selectAddresses,
  type Address,
  type AddressForm as CountryForm,
} from '../address-slice';
import styles from './address.module.css';

type FieldName = CountryForm['fields'][number]['name'];

/** What every country uses, for those that nothing else is known of. */
const usualFields: CountryForm['fields'] = [
  { name: 'streetAddress', label: 'Street and number', isRequired: true },
  { name: 'city', label: 'City', isRequired: true },
  { name: 'state', label: 'State or region', isRequired: false },
  { name: 'zipCode', label: 'Postal code', isRequired: false },
];

/** What browsers fill in by themselves. */
const autoComplete: Record<FieldName, string> = {
  streetAddress: 'street-address',
  district: 'address-level3',
  city: 'address-level2',
  state: 'address-level1',
  zipCode: 'postal-code',
};

interface AddressFormProps {
  /** The one to change; a new one when left out. */
  address?: Address;
  countries: { name: string; code: string }[];
}

/** An address, with the fields that its country has, in the order they are written there. */
export function AddressForm({ address, countries }: AddressFormProps) {
  const dispatch = useAppDispatch();
  const { saving } = useAppSelector(selectAddresses);
  const [country, setCountry] = useState(() => codeOf(address, countries));
  const [values, setValues] = useState<Record<FieldName | 'name' | 'description', string>>(() => valuesOf(address));
  const [isDefault, setIsDefault] = useState(address?.isDefault === true);
  const form = useAppSelector(selectAddressForm(country));
  useEffect(() => {
    if (country !== '') dispatch(addressFormWanted(country));
  }, [country, dispatch]);
  const fields = country === '' ? [] : (form?.fields ?? (form === null ? usualFields : []));
  const set = (name: keyof typeof values) => (event: { target: { value: string } }) =>
    setValues({ ...values, [name]: event.target.value });
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault();
    const shown = Object.fromEntries(fields.map(({ name }) => [name, values[name]]));
    dispatch(
      addressSaved({
        id: address?._id,
        fields: {
          ...shown,
          streetAddress: values.streetAddress,
          name: values.name,
          country,
          description: values.description,
          isDefault,
        },
      }),
    );
  };
  const { error } = saving;
  const summary = formSummary(error, ['name', 'country', ...fields.map(({ name }) => name)]);
  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <Field label="Full name" error={formError(error, 'name')}>
        <Input name="name" autoComplete="name" required maxLength={100} value={values.name} onChange={set('name')} />
      </Field>
      <Field label="Country" error={formError(error, 'country')}>
        <Select
          name="country"
          autoComplete="country"
          required
          placeholder="Choose a country"
          options={countries.map(({ name, code }) => ({ value: code, label: name }))}
          value={country}
          onChange={(event) => setCountry(event.target.value)}
        />
      </Field>
      {fields.map((field) => (
        <CountryField
          key={field.name}
          field={field}
          value={values[field.name]}
          error={formError(error, field.name)}
          onChange={set(field.name)}
        />
      ))}
      <Field label="For whoever brings it" optional>
        <Input maxLength={500} value={values.description} onChange={set('description')} />
      </Field>
      <Check
        label="Use this one first"
        checked={isDefault}
        disabled={address?.isDefault}
        onChange={(event) => setIsDefault(event.target.checked)}
      />
      {summary && (
        <Note icon={CircleAlert} tone="danger">
          {summary}
        </Note>
      )}
      <Button type="submit" variant="primary" size="lg" block busy={saving.status === 'pending'} busyLabel="Saving">
        Save address
      </Button>
    </form>
  );
}

interface CountryFieldProps {
  field: CountryForm['fields'][number];
  value: string;
  error: string | undefined;
  onChange(event: { target: { value: string } }): void;
}

/** One field of a country: a list where the post expects one of a few, else text. */
function CountryField({ field, value, error, onChange }: CountryFieldProps) {
  const { name, label, isRequired, options, pattern, examples } = field;
  const hint = examples?.[0] ? `For example ${examples[0]}` : undefined;
  return (
    <Field label={label} optional={!isRequired} hint={hint} error={error}>
      {options ? (
        <Select
          name={name}
          autoComplete={autoComplete[name]}
          required={isRequired}
          placeholder="Choose"
          options={options.map((option) => ({ value: option, label: option }))}
          value={value}
          onChange={onChange}
        />
      ) : (
        <Input
          name={name}
          autoComplete={autoComplete[name]}
          required={isRequired}
          maxLength={name === 'streetAddress' ? 200 : 100}
          pattern={pattern}
          value={value}
          onChange={onChange}
        />
      )}
    </Field>
  );
}

const valuesOf = (address: Address | undefined) => ({
  name: address?.name ?? '',
  streetAddress: address?.streetAddress ?? '',
  district: address?.district ?? '',
  city: address?.city ?? '',
  state: address?.state ?? '',
  zipCode: address?.zipCode ?? '',
  description: address?.description ?? '',
});

/** Backends of the family tell the country's name only. */
function codeOf(address: Address | undefined, countries: AddressFormProps['countries']): string {
  return address?.countryCode ?? countries.find(({ name }) => name === address?.country)?.code ?? '';
}
