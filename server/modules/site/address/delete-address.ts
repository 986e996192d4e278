import type { Actor } from '../../../access';
import { inTransaction } from '../../../db/transaction';
import { getOwnAddress, type Addresses } from './validate-address';

/**
 * If it was the default, the newest remaining address becomes the default.
 *
 * @throws AppError ENTITY_NOT_FOUND, FORBIDDEN for another account's address
 */
export async function deleteAddress(addresses: Addresses, actor: Actor, id: string): Promise<true> {
  const { db, repository } = addresses;
  await inTransaction(db, async (tx) => {
    await repository.lock(actor.id, tx);
    const { isDefault } = await getOwnAddress(addresses, actor, id, tx);
    await repository.remove(id, tx);
    if (isDefault) await repository.makeNewestDefault(actor.id, tx);
  });
  return true;
}
