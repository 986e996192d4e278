import type { EndpointPart } from '@contract/schemas';
import type { addresses } from '../../../db/schema/addresses';
import type { AddressField, AddressFieldName, AddressFormat } from './address-format';

export type AddressRow = typeof addresses.$inferSelect;
export type AddressInput = EndpointPart<'createAddress', 'body'>;
/** What an address says, as it is stored. */
export type AddressText = Omit<AddressRow, 'id' | 'accountId' | 'isDefault' | 'createdAt' | 'updatedAt'>;

/** Brings what was typed into the form it is stored in: trimmed, codes in capitals where the post writes them so. */
export function readAddress(input: AddressInput, countryCode: string, format: AddressFormat): AddressText {
  const { name, streetAddress } = input;
  const zip = format.fields.find((field) => field.name === 'zipCode');
  const typed = input.zipCode ?? '';
  const shouted = typed.toUpperCase();
  return {
    name,
    countryCode,
    streetAddress,
    state: input.state ?? '',
    city: input.city ?? '',
    district: input.district ?? '',
    ward: input.ward ?? '',
    streetNumber: input.streetNumber ?? '',
    zipCode: zip && fits(zip, shouted) ? shouted : typed,
    description: input.description ?? '',
  };
}

/** What is wrong with an address for its country, a sentence a field. */
export function findFaults(address: AddressText, { fields }: AddressFormat): string[] {
  return fields.flatMap((field) => {
    const value = address[field.name];
    if (value === '') return field.isRequired ? [`${field.name}: ${field.label} is needed`] : [];
    if (fits(field, value)) return [];
    const [example] = field.examples ?? [];
    return [`${field.name}: ${field.label} is not right${example === undefined ? '' : `; one looks like ${example}`}`];
  });
}

const fits = ({ pattern }: AddressField, value: string): boolean =>
  pattern === undefined || new RegExp(`^(?:${pattern})$`, 'i').test(value);

const letters: Record<string, AddressFieldName | 'name'> = {
  N: 'name',
  A: 'streetAddress',
  D: 'district',
  C: 'city',
  S: 'state',
  Z: 'zipCode',
};

/** An address on one line, its parts in the order of its country; parts that the country does not use come after the street. */
export function writeAddress(address: AddressText, countryName: string, { lines }: AddressFormat): string {
  const used = new Set([...lines.join('').matchAll(/%([A-Z])/g)].map(([, letter]) => letters[letter ?? '']));
  const unused = (['district', 'city', 'state', 'zipCode'] as const).filter((name) => !used.has(name));
  const street = [
    [address.streetAddress, address.streetNumber].filter(Boolean).join(' '),
    address.ward,
    ...unused.map((name) => address[name]),
  ];
  const written = lines.map((line) =>
    line
      .replaceAll(/%([A-Z])/g, (_, letter: string) => {
        const name = letters[letter];
        return name === 'streetAddress' ? street.filter(Boolean).join(', ') : name ? address[name] : '';
      })
      // What stood between parts that are missing.
      .replaceAll(/^[\s,/-]+|[\s,/-]+$/g, '')
      .replaceAll(/\s+/g, ' '),
  );
  return [...written, countryName].filter(Boolean).join(', ');
}
