import type { Actor } from '../../../access';
import { inTransaction } from '../../../db/transaction';
import { assertUnchanged } from '../../../errors';
import type { AddressInput } from './address-format';
import { getOwnAddress, validateAddress, type Addresses } from './validate-address';

/**
 * An address can be made the default, but only stops being the default when another one is made so.
 *
 * @param seen revision of the address that the form was filled in from
 * @throws AppError VALIDATION_FAILED, ENTITY_NOT_FOUND, CHANGED_ELSEWHERE, FORBIDDEN for another account's address
 */
export async function updateAddress(
  addresses: Addresses,
  actor: Actor,
  id: string,
  input: AddressInput,
  seen?: number,
): Promise<true> {
  const { db, repository } = addresses;
  const address = await validateAddress(addresses, input);
  await inTransaction(db, async (tx) => {
    await repository.lock(actor.id, tx);
    const own = await getOwnAddress(addresses, actor, id, tx);
    assertUnchanged(seen, own);
    if (input.isDefault) await repository.clearDefault(actor.id, id, tx);
    const revision = own.revision + 1;
    await repository.update(id, { ...address, revision, ...(input.isDefault && { isDefault: true }) }, tx);
  });
  return true;
}
