import { and, asc, eq, gte, lte, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { firstOrNull, findRow } from '../../../db/query-helpers';
import { files } from '../../../db/schema/files';
import { itemFiles, items } from '../../../db/schema/items';
import { messageFiles, messages } from '../../../db/schema/messages';
import { brokenSales, purchases } from '../../../db/schema/money';
import type { Tx } from '../../../db/transaction';

/** A thing that somebody bought. */
export interface SoldThing {
  target: string;
  targetId: string;
}

export type BrokenSaleRow = typeof brokenSales.$inferSelect;
/** Purchases of one thing within a time. */
export type PurchaseWindow = Pick<BrokenSaleRow, 'target' | 'targetId' | 'boughtFrom' | 'boughtUntil'>;

/** What was sold with a file in it. */
export function createBrokenSaleRepository(db: Db) {
  const withinWindow = ({ target, targetId, boughtFrom, boughtUntil }: PurchaseWindow): SQL | undefined =>
    and(
      eq(purchases.target, target),
      eq(purchases.targetId, targetId),
      boughtFrom === null ? undefined : gte(purchases.createdAt, boughtFrom),
      lte(purchases.createdAt, boughtUntil),
    );

  const isOf = ({ target, targetId }: SoldThing) =>
    and(eq(brokenSales.target, target), eq(brokenSales.targetId, targetId));

  return {
    /** Another file of the same thing may have broken before: its buyers wait no longer for it, and none is left out. */
    async insert(row: typeof brokenSales.$inferInsert, tx: Tx): Promise<void> {
      await tx
        .insert(brokenSales)
        .values(row)
        .onConflictDoUpdate({
          target: [brokenSales.target, brokenSales.targetId],
          set: {
            boughtFrom: sql`case when ${brokenSales.boughtFrom} is null or excluded.bought_from is null then null
              else least(${brokenSales.boughtFrom}, excluded.bought_from) end`,
            boughtUntil: sql`greatest(${brokenSales.boughtUntil}, excluded.bought_until)`,
          },
        });
    },

    listDue: (now: Date, limit: number): Promise<BrokenSaleRow[]> =>
      db.select().from(brokenSales).where(lte(brokenSales.dueAt, now)).orderBy(asc(brokenSales.dueAt)).limit(limit),

    find: (thing: SoldThing, tx: Tx): Promise<BrokenSaleRow | null> => findRow(tx, brokenSales, isOf(thing)),

    async postpone(thing: SoldThing, dueAt: Date): Promise<void> {
      await db.update(brokenSales).set({ dueAt }).where(isOf(thing));
    },

    async remove(thing: SoldThing, tx: Tx): Promise<void> {
      await tx.delete(brokenSales).where(isOf(thing));
    },

    /** Things whose buyers have this file: an item, the gallery that it lies in, a message. */
    async listSoldWith(fileId: string, boughtFrom: Date | null, tx: Tx): Promise<SoldThing[]> {
      const holding = sql`select i.kind as target, i.id from ${itemFiles} f join ${items} i on i.id = f.item_id
          where f.file_id = ${fileId} and f.role = 'content'
        union select 'gallery', i.parent_id from ${itemFiles} f join ${items} i on i.id = f.item_id
          where f.file_id = ${fileId} and f.role = 'content' and i.parent_id is not null
        union select 'message', m.message_id from ${messageFiles} m where m.file_id = ${fileId}`;
      const isSince = boughtFrom === null ? sql`true` : sql`p.created_at >= ${boughtFrom.toISOString()}::timestamptz`;
      const { rows } = await tx.execute<{ target: string; targetId: string }>(sql`
        select distinct p.target, p.target_id as "targetId" from (${holding}) held
        join ${purchases} p on p.target = held.target and p.target_id = held.id where ${isSince}`);
      return rows.map(({ target, targetId }) => ({ target, targetId }));
    },

    listPurchases: (window: PurchaseWindow) =>
      db
        .select({ userId: purchases.userId, chargeId: purchases.chargeId })
        .from(purchases)
        .where(withinWindow(window))
        .orderBy(asc(purchases.createdAt)),

    listBuyerIds: async (window: PurchaseWindow, tx: Tx): Promise<string[]> =>
      (await tx.select({ userId: purchases.userId }).from(purchases).where(withinWindow(window))).map(
        ({ userId }) => userId,
      ),

    /** Locks a thing as its sale and its editor do, so that neither happens meanwhile. @returns its name; null when it is gone. */
    async lockThing({ target, targetId }: SoldThing, tx: Tx): Promise<{ name: string } | null> {
      if (target === 'message') {
        const message = tx
          .select({ id: messages.id })
          .from(messages)
          .where(eq(messages.id, targetId))
          .for('no key update');
        return (await firstOrNull(message)) ? { name: 'A message' } : null;
      }
      const item = tx
        .select({ name: sql<string>`coalesce(nullif(${items.title}, ''), nullif(${items.tagline}, ''), 'A post')` })
        .from(items)
        .where(and(eq(items.id, targetId), eq(items.kind, target as (typeof items.$inferSelect)['kind'])))
        .for('no key update');
      return firstOrNull(item);
    },

    /**
     * States of all files that belong to a thing, each once, those of the photos in a gallery among them. A broken photo that
     * was taken out of its gallery counts as replaced by one that came since.
     */
    async listFileStates({ target, targetId }: SoldThing, tx: Tx): Promise<FileStatus[]> {
      const held =
        target === 'message'
          ? sql`select f.status, f.updated_at, false as is_out, f.created_at from ${messageFiles} m
              join ${files} f on f.id = m.file_id where m.message_id = ${targetId}`
          : sql`select f.status, f.updated_at, i.parent_id is not null and i.deleted_at is not null as is_out, i.created_at
              from ${itemFiles} x join ${items} i on i.id = x.item_id join ${files} f on f.id = x.file_id
              where x.role = 'content' and (i.id = ${targetId} or i.parent_id = ${targetId})`;
      const { rows } = await tx.execute<{ status: FileStatus }>(sql`
        with held as (${held}), lost as (select * from held where is_out and status = 'error')
        select distinct status from held where not (is_out and status = 'error')
        union select 'error' where (select count(*) from lost) > (
          select count(*) from held where not is_out and status <> 'error'
          and created_at > (select min(updated_at) from lost))`);
      return rows.map(({ status }) => status);
    },
  };
}

type FileStatus = (typeof files.$inferSelect)['status'];
