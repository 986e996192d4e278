import { and, desc, eq, ne } from 'drizzle-orm';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { toDirection } from '../../../db/list-query';
import { hasRow, getSingle, findRow } from '../../../db/query-helpers';
import { accounts } from '../../../db/schema/accounts';
import { addresses } from '../../../db/schema/addresses';
import type { Executor, Tx } from '../../../db/transaction';
import type { AddressRow } from './address-format';

export type AddressRepository = ReturnType<typeof createAddressRepository>;

/** All reads require the owner's id, so that no account gets another's address. */
export function createAddressRepository(db: Db) {
  const own = (accountId: string, id: string) => and(eq(addresses.accountId, accountId), eq(addresses.id, id));

  return {
    /** Serializes changes of an account's addresses. */
    async lock(accountId: string, tx: Tx): Promise<void> {
      await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update');
    },

    find: (accountId: string, id: string, tx: Executor = db): Promise<AddressRow | null> =>
      findRow(tx, addresses, own(accountId, id)),

    exists: (id: string, tx: Executor): Promise<boolean> => hasRow(tx, addresses, eq(addresses.id, id)),

    count: (accountId: string, tx: Executor = db): Promise<number> =>
      tx.$count(addresses, eq(addresses.accountId, accountId)),

    /** The default comes first, then the newest; `sort` reverses the order of all but the default. */
    list: (accountId: string, { sort, limit, offset }: EndpointPart<'listAddresses', 'query'>): Promise<AddressRow[]> =>
      db
        .select()
        .from(addresses)
        .where(eq(addresses.accountId, accountId))
        .orderBy(desc(addresses.isDefault), toDirection(sort)(addresses.createdAt), toDirection(sort)(addresses.id))
        .limit(limit)
        .offset(offset),

    insert: (row: typeof addresses.$inferInsert, tx: Tx): Promise<AddressRow> =>
      getSingle(tx.insert(addresses).values(row).returning()),

    async update(id: string, changes: Partial<typeof addresses.$inferInsert>, tx: Tx): Promise<void> {
      await tx.update(addresses).set(changes).where(eq(addresses.id, id));
    },

    async remove(id: string, tx: Tx): Promise<void> {
      await tx.delete(addresses).where(eq(addresses.id, id));
    },

    async clearDefault(accountId: string, exceptId: string, tx: Tx): Promise<void> {
      await tx
        .update(addresses)
        .set({ isDefault: false })
        .where(and(eq(addresses.accountId, accountId), eq(addresses.isDefault, true), ne(addresses.id, exceptId)));
    },

    async makeNewestDefault(accountId: string, tx: Tx): Promise<void> {
      const [newest] = await tx
        .select({ id: addresses.id })
        .from(addresses)
        .where(eq(addresses.accountId, accountId))
        .orderBy(desc(addresses.createdAt), desc(addresses.id))
        .limit(1);
      if (newest) await tx.update(addresses).set({ isDefault: true }).where(eq(addresses.id, newest.id));
    },
  };
}
