import type { Address } from './address-feature';

interface Country {
  name: string;
  code: string;
}

/** Some rows of the family hold the code in place of the name. */
export const findCountry = ({ country, countryCode }: Address, countries: Country[] | undefined): Country | undefined =>
  countries?.find(({ code, name }) => code === (countryCode ?? country) || name === country);

/** An address as it is written, without the name above it. The last line is the country. */
export const listAddressLines = (address: Address, countries: Country[] | undefined): string[] =>
  [
    [address.streetAddress, address.streetNumber].filter(Boolean).join(' '),
    address.ward,
    address.district,
    [address.zipCode, address.city].filter(Boolean).join(' '),
    address.state,
    findCountry(address, countries)?.name ?? address.country,
  ].filter((line): line is string => Boolean(line));
