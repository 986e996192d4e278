import type { Actor } from '../../../access';
import { inTransaction } from '../../../db/transaction';
import { assertUnchanged } from '../../../errors';
import type { AddressInput } from './address-format';
import { getOwnAddress, validateAddress, type Addresses } from './validate-address';

/**
 * Replaces an address. It stays the default until another one becomes it.
 *
 * @param seen the revision that its form began from.
 * @throws AppError VALIDATION_FAILED, ENTITY_NOT_FOUND, CHANGED_ELSEWHERE, FORBIDDEN for an address of another account
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
