import { limits } from '@contract/base/limits';
import type { Actor } from '../../../access';
import { newId } from '../../../db/columns';
import { inTransaction } from '../../../db/transaction';
import { AppError } from '../../../errors';
import type { AddressInput, AddressRow } from './address-format';
import { validateAddress, type Addresses } from './validate-address';

/** The first address becomes the default. @throws AppError VALIDATION_FAILED, TOO_MANY_ADDRESSES */
export async function createAddress(addresses: Addresses, actor: Actor, input: AddressInput): Promise<AddressRow> {
  const { db, clock, repository } = addresses;
  const address = await validateAddress(addresses, input);
  return inTransaction(db, async (tx) => {
    await repository.lock(actor.id, tx);
    const total = await repository.count(actor.id, tx);
    if (total >= limits.addresses) throw new AppError('TOO_MANY_ADDRESSES');
    const isDefault = total === 0 || input.isDefault === true;
    const id = newId(clock.now().getTime());
    if (isDefault) await repository.clearDefault(actor.id, id, tx);
    return repository.insert({ ...address, id, accountId: actor.id, isDefault, createdAt: clock.now() }, tx);
  });
}
