import { Field } from '@/components/form/field';
import { Input } from '@/components/form/input';
import { Select } from '@/components/form/select';
import type { AddressForm } from '../address-feature';
import type { CountryFieldName } from './address-fields';

const autoComplete: Record<CountryFieldName, string> = {
  streetNumber: 'off',
  streetAddress: 'street-address',
  ward: 'address-level4',
  district: 'address-level3',
  city: 'address-level2',
  state: 'address-level1',
  zipCode: 'postal-code',
};

interface CountryFieldProps {
  field: AddressForm['fields'][number];
  value: string;
  error: string | undefined;
  onChange(event: { target: { value: string } }): void;
}

/** A list if the postal service has a list of values, else a text field. */
export function CountryField({ field, value, error, onChange }: CountryFieldProps) {
  const { name, label, isRequired, options, pattern, examples } = field;
  const hint = examples?.[0] ? `For example ${examples[0]}` : undefined;
  const shared = { name, autoComplete: autoComplete[name], required: isRequired, value, onChange };
  return (
    <Field label={label} optional={!isRequired} hint={hint} error={error}>
      {options ? (
        <Select
          {...shared}
          placeholder="Choose"
          options={options.map((option) => ({ value: option, label: option }))}
        />
      ) : (
        <Input
          {...shared}
          maxLength={name === 'streetAddress' ? 200 : name === 'streetNumber' ? 20 : 100}
          pattern={pattern}
        />
      )}
    </Field>
  );
}
