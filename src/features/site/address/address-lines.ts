import type { Address } from './address-feature';

interface Country {
  name: string;
  code: string;
}

/** Compatible backends may send the country's code instead of its name. */
export const findCountry = ({ country, countryCode }: Address, countries: Country[] | undefined): Country | undefined =>
  countries?.find(({ code, name }) => code === (countryCode ?? country) || name === country);

export const listAddressLines = (address: Address, countries: Country[] | undefined): string[] =>
  [
    [address.streetAddress, address.streetNumber].filter(Boolean).join(' '),
    address.ward,
    address.district,
    [address.zipCode, address.city].filter(Boolean).join(' '),
    address.state,
    findCountry(address, countries)?.name ?? address.country,
  ].filter((line): line is string => Boolean(line));
