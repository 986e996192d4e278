import type { EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { AddressRow } from './address-format';
import type { Addresses } from './validate-address';

export type AddressView = EndpointReply<'createAddress'>;

export function presentAddress(addresses: Pick<Addresses, 'reference'>, { kind }: Actor, row: AddressRow): AddressView {
  const { id, accountId, createdAt, updatedAt, countryCode, ...address } = row;
  return {
    ...address,
    _id: id,
    source: kind,
    sourceId: accountId,
    country: getCountryName(addresses, countryCode),
    countryCode,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}

/** Returns the code if the country no longer exists. */
export const getCountryName = ({ reference }: Pick<Addresses, 'reference'>, code: string): string =>
  reference.findCountry(code)?.name ?? code;
