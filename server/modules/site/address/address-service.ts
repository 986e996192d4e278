import { limits } from '@contract/base/limits';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { assertAllowed, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { inTransaction, type Executor, type Tx } from '../../../db/transaction';
import { AppError, assertUnchanged, requireFound } from '../../../errors';
import type { ReferenceService } from '../reference/reference-service';
import { createAddressRepository } from './address-repository';
import {
  findFaults,
  findPostalCodeFault,
  readAddress,
  readAddressFormat,
  writeAddress,
  writePostalCode,
  type AddressInput,
  type AddressRow,
  type AddressText,
} from './address-format';

export type { AddressRow } from './address-format';

/** Where an account has its orders delivered. What an address needs is up to its country. */
export function createAddressService(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { reference }: { reference: Pick<ReferenceService, 'findCountry'> },
) {
  const repository = createAddressRepository(db);
  const nameOf = (code: string): string => reference.findCountry(code)?.name ?? code;

  /** @throws AppError VALIDATION_FAILED with a sentence for each wrong field */
  async function check(input: AddressInput): Promise<AddressText> {
    const country = reference.findCountry(input.country);
    if (!country) throw invalid(['country: is not a country']);
    const format = await readAddressFormat(country.code);
    const address = readAddress(input, country.code, format);
    const faults = findFaults(address, format);
    if (faults.length > 0) throw invalid(faults);
    return address;
  }

  async function getOwn(actor: Actor, id: string, tx: Tx): Promise<AddressRow> {
    const own = await repository.find(actor.id, id, tx);
    // The family says whether it is missing or somebody else's. Wire contract 2.19.
    assertAllowed(own !== null || !(await repository.exists(id, tx)));
    return requireFound(own);
  }

  function present(row: AddressRow, { kind }: Actor): EndpointReply<'createAddress'> {
    const { id, accountId, createdAt, updatedAt, countryCode, ...address } = row;
    return {
      ...address,
      _id: id,
      source: kind,
      sourceId: accountId,
      country: nameOf(countryCode),
      countryCode,
      createdAt: createdAt.toISOString(),
      updatedAt: updatedAt.toISOString(),
    };
  }

  return {
    /** The first address becomes the default. @throws AppError VALIDATION_FAILED, TOO_MANY_ADDRESSES */
    async create(actor: Actor, input: AddressInput): Promise<EndpointReply<'createAddress'>> {
      const address = await check(input);
      const row = await inTransaction(db, async (tx) => {
        await repository.lock(actor.id, tx);
        const total = await repository.count(actor.id, tx);
        if (total >= limits.addresses) throw new AppError('TOO_MANY_ADDRESSES');
        const isDefault = total === 0 || input.isDefault === true;
        const id = newId(clock.now().getTime());
        if (isDefault) await repository.clearDefault(actor.id, id, tx);
        return repository.insert({ ...address, id, accountId: actor.id, isDefault, createdAt: clock.now() }, tx);
      });
      return present(row, actor);
    },

    /**
     * Writes an address anew. The default stays it until another one takes its place.
     *
     * @param seen the revision that its form began from.
     * @throws AppError VALIDATION_FAILED, ENTITY_NOT_FOUND, CHANGED_ELSEWHERE, FORBIDDEN for somebody else's
     */
    async update(actor: Actor, id: string, input: AddressInput, seen?: number): Promise<true> {
      const address = await check(input);
      await inTransaction(db, async (tx) => {
        await repository.lock(actor.id, tx);
        const own = await getOwn(actor, id, tx);
        assertUnchanged(seen, own);
        if (input.isDefault) await repository.clearDefault(actor.id, id, tx);
        const revision = own.revision + 1;
        await repository.update(id, { ...address, revision, ...(input.isDefault && { isDefault: true }) }, tx);
      });
      return true;
    },

    async list(actor: Actor, query: EndpointPart<'listAddresses', 'query'>): Promise<EndpointReply<'listAddresses'>> {
      const [rows, total] = await Promise.all([repository.list(actor.id, query), repository.count(actor.id)]);
      return { data: rows.map((row) => present(row, actor)), total };
    },

    /** The newest one left takes the place of a default that goes. @throws AppError ENTITY_NOT_FOUND, FORBIDDEN for somebody else's */
    async remove(actor: Actor, id: string): Promise<true> {
      await inTransaction(db, async (tx) => {
        await repository.lock(actor.id, tx);
        const { isDefault } = await getOwn(actor, id, tx);
        await repository.remove(id, tx);
        if (isDefault) await repository.makeNewestDefault(actor.id, tx);
      });
      return true;
    },

    /** @throws AppError ENTITY_NOT_FOUND for a code that is no country */
    async readForm(code: string): Promise<EndpointReply<'getAddressForm'>> {
      const country = requireFound(reference.findCountry(code));
      const { fields } = await readAddressFormat(country.code);
      return { country: country.code, name: country.name, fields: [...fields] };
    },

    /**
     * Looks into an address that somebody typed, without storing it.
     *
     * @param country two letters.
     * @returns the postal code as it is written there, and a sentence for each fault.
     */
    async inspect({
      country,
      postalCode,
    }: {
      country: string;
      postalCode: string;
    }): Promise<{ postalCode: string; messages: string[] }> {
      const known = country.length === 2 ? reference.findCountry(country) : null;
      if (!known) return { postalCode, messages: [`${country} is not a country code.`] };
      const format = await readAddressFormat(known.code);
      const written = writePostalCode(postalCode, format);
      const fault = findPostalCodeFault(written, format);
      return { postalCode: written, messages: fault === undefined ? [] : [fault] };
    },

    /**
     * One of an account's addresses, and the same on one line in the order of its country, for an order to keep as it was.
     * Null for an id that is none of theirs.
     */
    async findWritten(accountId: string, id: string, tx?: Executor): Promise<{ row: AddressRow; text: string } | null> {
      const row = await repository.find(accountId, id, tx);
      if (!row) return null;
      return { row, text: writeAddress(row, nameOf(row.countryCode), await readAddressFormat(row.countryCode)) };
    },
  };
}

export type AddressService = ReturnType<typeof createAddressService>;

const invalid = (faults: string[]) => new AppError('VALIDATION_FAILED', { extra: { message: faults } });
