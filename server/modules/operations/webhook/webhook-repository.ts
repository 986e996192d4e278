import { and, arrayContains, count, desc, eq, isNotNull, lt, lte, ne } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { findRow, firstOrNull, getSingle, hasRow, lockRow, selectPage } from '../../../db/query-helpers';
import { accounts } from '../../../db/schema/accounts';
import { webhookDeliveries, webhookEndpoints } from '../../../db/schema/webhooks';
import type { Executor, Tx } from '../../../db/transaction';

export type EndpointRow = typeof webhookEndpoints.$inferSelect;
export type DeliveryRow = typeof webhookDeliveries.$inferSelect;
export type WebhookRepository = ReturnType<typeof createWebhookRepository>;

/** `accountId` null: those of all accounts. */
export interface EndpointScope {
  audience: EndpointRow['audience'];
  accountId: string | null;
}

const isOwned = ({ audience, accountId }: EndpointScope, id?: string) =>
  and(
    eq(webhookEndpoints.audience, audience),
    accountId === null ? undefined : eq(webhookEndpoints.accountId, accountId),
    id === undefined ? undefined : eq(webhookEndpoints.id, id),
  );

/** Operators have lost their endpoints' news together with the role of an owner. */
const isOwner = arrayContains(accounts.roles, ['admin', 'owner']);

export function createWebhookRepository(db: Db) {
  return {
    listOfAccount: (accountId: string, tx: Executor = db): Promise<EndpointRow[]> =>
      tx
        .select()
        .from(webhookEndpoints)
        .where(eq(webhookEndpoints.accountId, accountId))
        .orderBy(desc(webhookEndpoints.createdAt), desc(webhookEndpoints.id)),

    /**
     * Locks them against deletion, because deliveries to them are stored next.
     *
     * @param performerId null for the site's own
     */
    async listListening(performerId: string | null, event: string, tx: Tx): Promise<EndpointRow[]> {
      const audience =
        performerId === null
          ? and(eq(webhookEndpoints.audience, 'site'), isOwner)
          : and(eq(webhookEndpoints.audience, 'creator'), eq(webhookEndpoints.accountId, performerId));
      const rows = await tx
        .select({ endpoint: webhookEndpoints })
        .from(webhookEndpoints)
        .innerJoin(accounts, eq(accounts.id, webhookEndpoints.accountId))
        .where(and(audience, eq(webhookEndpoints.status, 'on'), arrayContains(webhookEndpoints.events, [event])))
        .for('key share', { of: webhookEndpoints });
      return rows.map(({ endpoint }) => endpoint);
    },

    /** False for the endpoint of a closed account, and for one of the site's whose account no longer owns it. */
    mayListen: ({ accountId, audience }: EndpointRow): Promise<boolean> =>
      hasRow(
        db,
        accounts,
        eq(accounts.id, accountId),
        ne(accounts.status, 'inactive'),
        audience === 'site' ? isOwner : undefined,
      ),

    listOwners: (scope: EndpointScope) =>
      db
        .select({ endpoint: webhookEndpoints, email: accounts.email })
        .from(webhookEndpoints)
        .innerJoin(accounts, eq(accounts.id, webhookEndpoints.accountId))
        .where(isOwned(scope))
        .orderBy(desc(webhookEndpoints.createdAt), desc(webhookEndpoints.id)),

    findOwned: (scope: EndpointScope, id: string): Promise<EndpointRow | null> =>
      findRow(db, webhookEndpoints, isOwned(scope, id)),

    lockOwned: (scope: EndpointScope, id: string, tx: Tx): Promise<EndpointRow | null> =>
      lockRow(tx, webhookEndpoints, isOwned(scope, id)),

    lockEndpoint: (id: string, tx: Tx): Promise<EndpointRow | null> =>
      lockRow(tx, webhookEndpoints, eq(webhookEndpoints.id, id)),

    async insertEndpoint(row: EndpointRow, tx: Tx): Promise<void> {
      await tx.insert(webhookEndpoints).values(row);
    },

    /** The endpoint must be locked. */
    updateEndpoint: (id: string, change: Partial<EndpointRow>, tx: Tx): Promise<EndpointRow> =>
      getSingle(tx.update(webhookEndpoints).set(change).where(eq(webhookEndpoints.id, id)).returning()),

    /** Writes nothing for an endpoint that works, so that its deliveries do not wait for each other. */
    async endFailing(id: string, tx: Tx): Promise<void> {
      const isFailing = isNotNull(webhookEndpoints.failingSince);
      await tx
        .update(webhookEndpoints)
        .set({ failingSince: null })
        .where(and(eq(webhookEndpoints.id, id), isFailing));
    },

    async removeEndpoint(id: string, tx: Tx): Promise<void> {
      await tx.delete(webhookEndpoints).where(eq(webhookEndpoints.id, id));
    },

    async lockAccount(id: string, tx: Tx): Promise<void> {
      await lockRow(tx, accounts, eq(accounts.id, id));
    },

    countWaiting: async (endpointId: string, tx: Tx): Promise<number> =>
      (
        await getSingle(
          tx
            .select({ total: count() })
            .from(webhookDeliveries)
            .where(and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.status, 'waiting'))),
        )
      ).total,

    async insertDelivery(row: DeliveryRow, tx: Executor = db): Promise<void> {
      await tx.insert(webhookDeliveries).values(row);
    },

    findEmail: async (accountId: string, tx: Tx): Promise<string | null> =>
      (await findRow(tx, accounts, eq(accounts.id, accountId)))?.email ?? null,

    findDelivery: (id: string): Promise<DeliveryRow | null> =>
      findRow(db, webhookDeliveries, eq(webhookDeliveries.id, id)),

    findEndpoint: (id: string): Promise<EndpointRow | null> =>
      findRow(db, webhookEndpoints, eq(webhookEndpoints.id, id)),

    /** @param attempts made so far; null if another attempt was stored meanwhile */
    updateDelivery: (
      { id, attempts }: { id: string; attempts: number },
      change: Partial<DeliveryRow>,
      tx: Executor = db,
    ): Promise<DeliveryRow | null> =>
      firstOrNull(
        tx
          .update(webhookDeliveries)
          .set(change)
          .where(and(eq(webhookDeliveries.id, id), eq(webhookDeliveries.attempts, attempts)))
          .returning(),
      ),

    listDeliveries: (endpointId: string, page: { limit: number; offset: number }) =>
      selectPage(db, webhookDeliveries, {
        where: eq(webhookDeliveries.endpointId, endpointId),
        order: [desc(webhookDeliveries.createdAt), desc(webhookDeliveries.id)],
        ...page,
      }),

    listOverdue: (before: Date, limit: number): Promise<DeliveryRow[]> =>
      db
        .select()
        .from(webhookDeliveries)
        .where(and(eq(webhookDeliveries.status, 'waiting'), lte(webhookDeliveries.nextAttemptAt, before)))
        .orderBy(webhookDeliveries.nextAttemptAt)
        .limit(limit),

    async removeOlder(before: Date): Promise<void> {
      await db.delete(webhookDeliveries).where(lt(webhookDeliveries.createdAt, before));
    },
  };
}

/** For an endpoint that was turned off. */
export const endWaiting = async (endpointId: string, tx: Tx): Promise<void> => {
  await tx
    .update(webhookDeliveries)
    .set({ status: 'failed', nextAttemptAt: null })
    .where(and(eq(webhookDeliveries.endpointId, endpointId), eq(webhookDeliveries.status, 'waiting')));
};
