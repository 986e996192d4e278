import { useEffect, useEffectEvent, useState } from 'react';
import { Button } from '@/components/basic/button';
import { Check } from '@/components/form/check';
import { ConflictNote } from '@/components/form/conflict-note';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { Input } from '@/components/form/input';
import { Select } from '@/components/form/select';
import { getFieldError, getFormSummary } from '@/lib/form-error';
import { selectHasExtension } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import {
  addressFormRequested,
  addressSaved,
  selectAddressForm,
  selectAddresses,
  type Address,
} from '../address-feature';
import { AddressCheckNote } from './address-check-note';
import {
  addressFieldNames,
  addressLabels,
  familyFields,
  getAddressTexts,
  getCountryCode,
  toChecked,
  type AddressFieldName,
  type AddressTextName,
} from './address-fields';
import { CountryField } from './country-field';

interface AddressFormProps {
  address?: Address;
  countries: { name: string; code: string }[];
}

/** The country decides which fields there are, and their order. */
export function AddressForm({ address, countries }: AddressFormProps) {
  const dispatch = useAppDispatch();
  const { saving, list } = useAppSelector(selectAddresses);
  const [began, setBegan] = useState(address);
  const [country, setCountry] = useState(() => getCountryCode(address, countries));
  const [values, setValues] = useState(() => getAddressTexts(address));
  const hasDefault = useAppSelector(selectHasExtension('defaultAddress'));
  const [isDefault, setIsDefault] = useState(address?.isDefault === true);
  const form = useAppSelector(selectAddressForm(country));
  useEffect(() => {
    if (country !== '') dispatch(addressFormRequested(country));
  }, [country, dispatch]);
  const fields = country === '' ? [] : (form?.fields ?? (form === null ? familyFields : []));
  const set = (name: AddressTextName) => (event: { target: { value: string } }) =>
    setValues((now) => ({ ...now, [name]: event.target.value }));
  const save = (revision: number | undefined, { country, ...values }: Record<AddressFieldName, string>) => {
    const shown = Object.fromEntries(fields.map(({ name }) => [name, values[name]]));
    dispatch(
      addressSaved({
        id: address?._id,
        revision,
        fields: {
          ...shown,
          streetAddress: values.streetAddress,
          name: values.name,
          // Compatible backends expect the country's name; our API accepts code or name. Wire contract 3.23.
          country: countries.find(({ code }) => code === country)?.name ?? country,
          description: values.description,
          isDefault,
        },
      }),
    );
  };
  const { error } = saving;
  const stored = list.find(({ _id }) => _id === address?._id);
  const toText = (one: Address, name: AddressFieldName) =>
    name === 'country' ? getCountryCode(one, countries) : (one[name] ?? '');
  const typed = { ...values, country };
  const complete = toChecked(country, values);
  const changedThere =
    stored && began ? addressFieldNames.filter((name) => toText(stored, name) !== toText(began, name)) : [];
  const conflicts =
    stored && began
      ? changedThere.filter((name) => ![toText(stored, name), toText(began, name)].includes(typed[name]))
      : [];
  /** Applies the edit to the address as now stored. @param taken fields whose stored values replace the input */
  const rebase = (taken: readonly AddressFieldName[]) => {
    if (!stored) return typed;
    const next = { ...typed, ...Object.fromEntries(taken.map((name) => [name, toText(stored, name)])) };
    const { country: nextCountry, ...nextValues } = next;
    setValues(nextValues);
    setCountry(nextCountry);
    setBegan(stored);
    return next;
  };
  const keepMine = () => save(stored?.revision, rebase(changedThere.filter((name) => !conflicts.includes(name))));
  const isRefused = error?.code === 'CHANGED_ELSEWHERE';
  const saveOthers = useEffectEvent(() => {
    // If only other fields were changed elsewhere, both changes are kept without asking.
    if (conflicts.length === 0) keepMine();
  });
  useEffect(() => {
    if (isRefused) saveOthers();
  }, [isRefused]);
  const summary = getFormSummary(error, ['name', 'country', ...fields.map(({ name }) => name)]);
  return (
    <Form onSubmit={() => save(began?.revision, typed)}>
      <Field label="Full name" error={getFieldError(error, 'name')}>
        <Input name="name" autoComplete="name" required maxLength={100} value={values.name} onChange={set('name')} />
      </Field>
      <Field label="Country" error={getFieldError(error, 'country')}>
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
          error={getFieldError(error, field.name)}
          onChange={set(field.name)}
        />
      ))}
      {complete && (
        <AddressCheckNote
          typed={complete}
          onUse={({ postalCode, city, region, line1 }) =>
            setValues((now) => ({
              ...now,
              zipCode: postalCode,
              city,
              state: region,
              // If the street was not changed, its separate house number stays.
              ...(line1 !== complete.line1 && { streetAddress: line1, streetNumber: '' }),
            }))
          }
        />
      )}
      <Field label="For the courier" optional>
        <Input maxLength={500} value={values.description} onChange={set('description')} />
      </Field>
      {hasDefault && (
        <Check
          label="Make this my default address"
          checked={isDefault}
          disabled={address?.isDefault}
          onChange={(event) => setIsDefault(event.target.checked)}
        />
      )}
      <FormFoot
        failure={summary === undefined || isRefused ? null : { message: summary }}
        notes={
          <ConflictNote
            conflicts={conflicts.map((name) => ({
              label: addressLabels[name],
              theirs: stored && toText(stored, name),
              mine: typed[name],
            }))}
            onKeepMine={keepMine}
            onTakeTheirs={() => rebase(changedThere)}
          />
        }
      >
        <Button type="submit" variant="primary" size="lg" block busy={saving.status === 'pending'} busyLabel="Saving">
          Save address
        </Button>
      </FormFoot>
    </Form>
  );
}
