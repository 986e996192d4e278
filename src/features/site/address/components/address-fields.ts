import type { Address, AddressForm as CountryForm, CheckedAddress } from '../address-feature';

export type CountryFieldName = CountryForm['fields'][number]['name'];

/** The fields on backends without forms for each country. Wire contract 3.23. */
export const familyFields: CountryForm['fields'] = [
  { name: 'streetNumber', label: 'House number', isRequired: true },
  { name: 'streetAddress', label: 'Street', isRequired: true },
  { name: 'ward', label: 'Ward or neighborhood', isRequired: true },
  { name: 'district', label: 'District or county', isRequired: true },
  { name: 'city', label: 'City', isRequired: true },
  { name: 'state', label: 'State or region', isRequired: true },
  { name: 'zipCode', label: 'Postal code', isRequired: true },
];

const textNames = ['name', 'description', ...familyFields.map(({ name }) => name)] as const;
export type AddressTextName = (typeof textNames)[number];

export const addressFieldNames = [...textNames, 'country'] as const;
export type AddressFieldName = (typeof addressFieldNames)[number];

export const addressLabels: Record<AddressFieldName, string> = {
  name: 'Full name',
  description: 'For the courier',
  country: 'Country',
  ...(Object.fromEntries(familyFields.map(({ name, label }) => [name, label])) as Record<CountryFieldName, string>),
};

export const getAddressTexts = (address: Address | undefined) =>
  Object.fromEntries(textNames.map((name) => [name, address?.[name] ?? ''])) as Record<AddressTextName, string>;

/** Compatible backends send the country's name, and in some rows its code. */
export function getCountryCode(address: Address | undefined, countries: { name: string; code: string }[]): string {
  const told = address?.countryCode ?? address?.country;
  return countries.find(({ code, name }) => code === told || name === told)?.code ?? '';
}

/** Undefined if a field is empty that the check needs. */
export function toChecked(country: string, values: Record<AddressTextName, string>): CheckedAddress | undefined {
  const line1 = [values.streetAddress, values.streetNumber].filter(Boolean).join(' ');
  const { city, state: region, zipCode: postalCode } = values;
  return line1 && city && postalCode && country ? { line1, city, region, postalCode, country } : undefined;
}
