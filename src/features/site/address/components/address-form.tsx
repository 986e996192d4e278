import { MapPin } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { paymentRoutes } from '@contract/money/payment-routes';
import { Button } from '@/components/basic/button';
import { Note } from '@/components/basic/note';
import { Check } from '@/components/form/check';
import { ConflictNote } from '@/components/form/conflict-note';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { Input } from '@/components/form/input';
import { Select } from '@/components/form/select';
import { getFieldError, getFormSummary } from '@/lib/form-error';
import { selectHasExtension, selectSupportsCall } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import {
  addressFormRequested,
  addressSaved,
  addressTyped,
  selectAddressForm,
  selectAddresses,
  type Address,
  type AddressForm as CountryForm,
  type CheckedAddress,
} from '../address-feature';

type FieldName = CountryForm['fields'][number]['name'];

/** What backends of the family ask for in every country: those that tell no form of a country need all of it. Wire contract 3.23. */
const familyFields: CountryForm['fields'] = [
  { name: 'streetNumber', label: 'House number', isRequired: true },
  { name: 'streetAddress', label: 'Street', isRequired: true },
  { name: 'ward', label: 'Ward or neighborhood', isRequired: true },
  { name: 'district', label: 'District or county', isRequired: true },
  { name: 'city', label: 'City', isRequired: true },
  { name: 'state', label: 'State or region', isRequired: true },
  { name: 'zipCode', label: 'Postal code', isRequired: true },
];

/** What browsers fill in by themselves. */
const autoComplete: Record<FieldName, string> = {
  streetNumber: 'off',
  streetAddress: 'street-address',
  ward: 'address-level4',
  district: 'address-level3',
  city: 'address-level2',
  state: 'address-level1',
  zipCode: 'postal-code',
};

const textNames = ['name', 'description', ...(Object.keys(autoComplete) as FieldName[])] as const;
type TextName = (typeof textNames)[number];

const names = [...textNames, 'country'] as const;
const labels: Record<(typeof names)[number], string> = {
  name: 'Full name',
  description: 'For the courier',
  country: 'Country',
  ...(Object.fromEntries(familyFields.map(({ name, label }) => [name, label])) as Record<FieldName, string>),
};

interface AddressFormProps {
  /** The one to change; a new one when left out. */
  address?: Address;
  countries: { name: string; code: string }[];
}

/** An address, with the fields that its country has, in the order they are written there. */
export function AddressForm({ address, countries }: AddressFormProps) {
  const dispatch = useAppDispatch();
  const { saving, list } = useAppSelector(selectAddresses);
  /** What the fields began from. */
  const [began, setBegan] = useState(address);
  const [country, setCountry] = useState(() => getCode(address, countries));
  const [values, setValues] = useState(() => valuesOf(address));
  const hasDefault = useAppSelector(selectHasExtension('defaultAddress'));
  const [isDefault, setIsDefault] = useState(address?.isDefault === true);
  const form = useAppSelector(selectAddressForm(country));
  useEffect(() => {
    if (country !== '') dispatch(addressFormRequested(country));
  }, [country, dispatch]);
  const fields = country === '' ? [] : (form?.fields ?? (form === null ? familyFields : []));
  const set = (name: TextName) => (event: { target: { value: string } }) =>
    setValues((now) => ({ ...now, [name]: event.target.value }));
  const save = (revision: number | undefined, { country, ...values }: Record<TextName | 'country', string>) => {
    const shown = Object.fromEntries(fields.map(({ name }) => [name, values[name]]));
    dispatch(
      addressSaved({
        id: address?._id,
        revision,
        fields: {
          ...shown,
          streetAddress: values.streetAddress,
          name: values.name,
          // The family keeps the country's name; ours takes either. Wire contract 3.23.
          country: countries.find(({ code }) => code === country)?.name ?? country,
          description: values.description,
          isDefault,
        },
      }),
    );
  };
  const { error } = saving;
  const stored = list.find(({ _id }) => _id === address?._id);
  const toText = (one: Address, name: FieldName | TextName | 'country') =>
    name === 'country' ? getCode(one, countries) : (one[name] ?? '');
  const typed = { ...values, country };
  const complete = toChecked(country, values);
  const changedThere = stored && began ? names.filter((name) => toText(stored, name) !== toText(began, name)) : [];
  const conflicts =
    stored && began
      ? changedThere.filter((name) => ![toText(stored, name), toText(began, name)].includes(typed[name]))
      : [];
  /** Goes on from what is stored by now. @param taken what is put into the fields, in place of what stands there */
  const rebase = (taken: readonly (typeof names)[number][]) => {
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
    // Other fields were changed there: both are kept.
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
              // A house number of its own stays in its field.
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
              label: labels[name],
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

interface AddressCheckNoteProps {
  typed: CheckedAddress;
  onUse: (address: CheckedAddress) => void;
}

/** What the backend says of the address while it is typed. It never keeps anybody from saving it. */
function AddressCheckNote({ typed, onUse }: AddressCheckNoteProps) {
  const dispatch = useAppDispatch();
  const isServed = useAppSelector(selectSupportsCall(paymentRoutes.validateTaxAddress));
  const { check } = useAppSelector(selectAddresses);
  const { line1, city, region, postalCode, country } = typed;
  useEffect(() => {
    if (isServed) dispatch(addressTyped({ line1, city, region, postalCode, country }));
  }, [dispatch, isServed, line1, city, region, postalCode, country]);
  const names = Object.keys(typed) as (keyof CheckedAddress)[];
  // What was said of other words than these does not count.
  const isCurrent = check !== null && names.every((name) => check.typed[name] === typed[name]);
  const { messages, suggestion } = isCurrent && isServed ? check : { messages: [], suggestion: null };
  return (
    <div role="status">
      {messages.length > 0 && <Note icon={MapPin}>{messages.join(' ')} You can still save this address.</Note>}
      {suggestion && (
        <Note icon={MapPin}>
          Did you mean {writeLine(suggestion)}?{' '}
          <button type="button" className="link" onClick={() => onUse(suggestion)}>
            Use this address
          </button>
        </Note>
      )}
    </div>
  );
}

const writeLine = ({ line1, city, region, postalCode }: CheckedAddress): string =>
  [line1, city, [region, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ');

/** What the check needs of an address; undefined while some of it is missing. */
function toChecked(country: string, values: Record<TextName, string>): CheckedAddress | undefined {
  const line1 = [values.streetAddress, values.streetNumber].filter(Boolean).join(' ');
  const { city, state: region, zipCode: postalCode } = values;
  return line1 && city && postalCode && country ? { line1, city, region, postalCode, country } : undefined;
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

const valuesOf = (address: Address | undefined) =>
  Object.fromEntries(textNames.map((name) => [name, address?.[name] ?? ''])) as Record<TextName, string>;

/** Backends of the family tell the country's name, some of their rows its code. */
function getCode(address: Address | undefined, countries: AddressFormProps['countries']): string {
  const told = address?.countryCode ?? address?.country;
  return countries.find(({ code, name }) => code === told || name === told)?.code ?? '';
}
