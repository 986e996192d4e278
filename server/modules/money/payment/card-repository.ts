import { and, asc, desc, eq, or } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { toDirection, type Sort } from '../../../db/list-query';
import { accounts } from '../../../db/schema/accounts';
import { paymentCards } from '../../../db/schema/money';
import type { Executor, Tx } from '../../../db/transaction';
import { firstOrNull, getSingle, findRow, selectPage } from '../../../db/query-helpers';

export type CardRow = typeof paymentCards.$inferSelect;

export type CardRepository = ReturnType<typeof createCardRepository>;

export function createCardRepository(db: Db) {
  const ofUser = (userId: string) => eq(paymentCards.userId, userId);
  const named = (userId: string, idOrToken: string) =>
    and(ofUser(userId), or(eq(paymentCards.id, idOrToken), eq(paymentCards.token, idOrToken)));

  return {
    /** Serializes changes to a user's cards, so that exactly one is the default. */
    async lockOwner(userId: string, tx: Tx): Promise<void> {
      await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, userId)).for('update');
    },

    /** The default card first, then the others, newest first by default; `sort` applies only to the others. */
    list: (userId: string, { sort, ...page }: { sort?: Sort; limit: number; offset: number }) =>
      selectPage(db, paymentCards, {
        ...page,
        where: ofUser(userId),
        order: [desc(paymentCards.isDefault), toDirection(sort)(paymentCards.createdAt), asc(paymentCards.id)],
      }),

    /** By id or token. */
    find: (userId: string, idOrToken: string, tx: Executor = db) => findRow(tx, paymentCards, named(userId, idOrToken)),

    findDefault: (userId: string, tx: Executor = db) =>
      findRow(tx, paymentCards, ofUser(userId), eq(paymentCards.isDefault, true)),

    findNewest: (userId: string, tx: Executor = db): Promise<CardRow | null> =>
      firstOrNull(
        tx
          .select()
          .from(paymentCards)
          .where(ofUser(userId))
          .orderBy(desc(paymentCards.createdAt), desc(paymentCards.id))
          .limit(1),
      ),

    /** Finds a saved card that is the same physical card. */
    findByFingerprint: (userId: string, fingerprint: string, tx: Executor = db) =>
      findRow(tx, paymentCards, ofUser(userId), eq(paymentCards.fingerprint, fingerprint)),

    listAll: (userId: string, tx: Executor = db) => tx.select().from(paymentCards).where(ofUser(userId)),

    async listFingerprints(userId: string, tx: Executor = db): Promise<string[]> {
      const rows = await tx.select({ mark: paymentCards.fingerprint }).from(paymentCards).where(ofUser(userId));
      return rows.map(({ mark }) => mark);
    },

    insert: (row: typeof paymentCards.$inferInsert, tx: Tx): Promise<CardRow> =>
      getSingle(tx.insert(paymentCards).values(row).returning()),

    renew: (
      cardId: string,
      values: Pick<CardRow, 'token' | 'customerId' | 'setupSecret' | 'month' | 'year' | 'updatedAt'>,
      tx: Tx,
    ): Promise<CardRow> =>
      getSingle(tx.update(paymentCards).set(values).where(eq(paymentCards.id, cardId)).returning()),

    async setDefault(userId: string, cardId: string, now: Date, tx: Tx): Promise<CardRow> {
      await tx
        .update(paymentCards)
        .set({ isDefault: false })
        .where(and(ofUser(userId), eq(paymentCards.isDefault, true)));
      const chosen = { isDefault: true, updatedAt: now };
      return getSingle(tx.update(paymentCards).set(chosen).where(eq(paymentCards.id, cardId)).returning());
    },

    /** Records that the bank has agreed to charges in the card holder's absence. */
    async confirm(token: string, tx: Executor = db): Promise<void> {
      await tx.update(paymentCards).set({ setupSecret: null }).where(eq(paymentCards.token, token));
    },

    async remove(cardId: string, tx: Tx): Promise<void> {
      await tx.delete(paymentCards).where(eq(paymentCards.id, cardId));
    },
  };
}
