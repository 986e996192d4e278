import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Executor } from '../../../db/transaction';
import { requireFound } from '../../../errors';
import type { ReferenceService } from '../reference/reference-service';
import {
  findPostalCodeFault,
  readAddressFormat,
  toPlace,
  writeAddress,
  writePostalCode,
  type AddressInput,
  type AddressPlace,
  type AddressRow,
} from './address-format';
import { getCountryName, presentAddress, type AddressView } from './address-presenter';
import { createAddressRepository } from './address-repository';
import { createAddress } from './create-address';
import { deleteAddress } from './delete-address';
import { updateAddress } from './update-address';
import type { Addresses } from './validate-address';

export type { AddressRow } from './address-format';
export type AddressService = ReturnType<typeof createAddressService>;

export function createAddressService(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { reference }: { reference: Pick<ReferenceService, 'findCountry'> },
) {
  const repository = createAddressRepository(db);
  const addresses: Addresses = { db, clock, repository, reference };

  return {
    create: async (actor: Actor, input: AddressInput): Promise<AddressView> =>
      presentAddress(addresses, actor, await createAddress(addresses, actor, input)),

    update: (actor: Actor, id: string, input: AddressInput, seen?: number) =>
      updateAddress(addresses, actor, id, input, seen),

    remove: (actor: Actor, id: string) => deleteAddress(addresses, actor, id),

    async list(actor: Actor, query: EndpointPart<'listAddresses', 'query'>): Promise<EndpointReply<'listAddresses'>> {
      const [rows, total] = await Promise.all([repository.list(actor.id, query), repository.count(actor.id)]);
      return { data: rows.map((row) => presentAddress(addresses, actor, row)), total };
    },

    async readForm(code: string): Promise<EndpointReply<'getAddressForm'>> {
      const country = requireFound(reference.findCountry(code));
      const { fields } = await readAddressFormat(country.code);
      return { country: country.code, name: country.name, fields: [...fields] };
    },

    inspect: (address: { country: string; postalCode: string }) => inspectPostalCode(addresses, address),

    /**
     * @returns the address, the line of text that an order stores, and its machine-readable form. Null for an unknown id or
     * another account's address
     */
    async findWritten(
      accountId: string,
      id: string,
      tx?: Executor,
    ): Promise<{ row: AddressRow; text: string; place: AddressPlace } | null> {
      const row = await repository.find(accountId, id, tx);
      if (!row) return null;
      const format = await readAddressFormat(row.countryCode);
      const text = writeAddress(row, getCountryName(addresses, row.countryCode), format);
      return { row, text, place: toPlace(row, format) };
    },
  };
}

/** @param address.country two letters @returns the postal code in the country's format, and a sentence for each fault */
async function inspectPostalCode(
  { reference }: Addresses,
  { country: code, postalCode }: { country: string; postalCode: string },
): Promise<{ postalCode: string; messages: string[] }> {
  const country = code.length === 2 ? reference.findCountry(code) : null;
  if (!country) return { postalCode, messages: [`${code} is not a country code.`] };
  const format = await readAddressFormat(country.code);
  const written = writePostalCode(postalCode, format);
  const fault = findPostalCodeFault(written, format);
  return { postalCode: written, messages: fault === undefined ? [] : [fault] };
}
