import { assertAllowed, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import type { ReferenceService } from '../reference/reference-service';
import {
  findFaults,
  readAddress,
  readAddressFormat,
  type AddressInput,
  type AddressRow,
  type AddressText,
} from './address-format';
import type { AddressRepository } from './address-repository';

export interface Addresses extends Pick<ServerContext, 'db' | 'clock'> {
  repository: AddressRepository;
  reference: Pick<ReferenceService, 'findCountry'>;
}

/** @throws AppError VALIDATION_FAILED with a sentence for each invalid field */
export async function validateAddress({ reference }: Addresses, input: AddressInput): Promise<AddressText> {
  const country = reference.findCountry(input.country);
  if (!country) throw toValidationError(['country: is not a country']);
  const format = await readAddressFormat(country.code);
  const address = readAddress(input, country.code, format);
  const faults = findFaults(address, format);
  if (faults.length > 0) throw toValidationError(faults);
  return address;
}

/** @throws AppError ENTITY_NOT_FOUND, FORBIDDEN for another account's address. Wire contract 2.19 */
export async function getOwnAddress({ repository }: Addresses, actor: Actor, id: string, tx: Tx): Promise<AddressRow> {
  const own = await repository.find(actor.id, id, tx);
  assertAllowed(own !== null || !(await repository.exists(id, tx)));
  return requireFound(own);
}

const toValidationError = (faults: string[]) => new AppError('VALIDATION_FAILED', { extra: { message: faults } });
