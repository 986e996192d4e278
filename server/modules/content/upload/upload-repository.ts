import { and, eq, inArray, lt, not, or, sql, type SQL } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client';
import { firstOrNull, hasRows, listIds, findRow } from '../../../db/query-helpers';
import { uploads } from '../../../db/schema/files';

export type UploadRow = typeof uploads.$inferSelect;

/** How long a lock lasts without renewal; longer than the renewing statement may take. */
const HELD_SECONDS = 30;
/** Uses the database's clock, which all processes share. */
const held = sql`now() + make_interval(secs => ${HELD_SECONDS})`;

export type UploadRepository = ReturnType<typeof createUploadRepository>;

/** @param now the time by which uploads expire */
export function createUploadRepository(db: Db, now: () => Date) {
  const isHeldBy = (id: string, holder: string) => and(eq(uploads.id, id), eq(uploads.holder, holder));
  const set = (change: PgUpdateSetSource<typeof uploads>, where: SQL | undefined): Promise<boolean> =>
    hasRows(db.update(uploads).set(change).where(where).returning({ id: uploads.id }));

  return {
    async insert(row: typeof uploads.$inferInsert): Promise<void> {
      const at = now();
      await db.insert(uploads).values({ ...row, createdAt: at, updatedAt: at });
    },

    find: (id: string): Promise<UploadRow | null> => findRow(db, uploads, eq(uploads.id, id)),

    listKnown: (ids: readonly string[]): Promise<string[]> =>
      listIds(db.select({ id: uploads.id }).from(uploads).where(inArray(uploads.id, ids))),

    markStored: (id: string): Promise<boolean> => set({ storedAt: now() }, eq(uploads.id, id)),

    async remove(id: string): Promise<void> {
      await db.delete(uploads).where(eq(uploads.id, id));
    },

    removeIdle: (before: Date): Promise<string[]> =>
      listIds(db.delete(uploads).where(lt(uploads.updatedAt, before)).returning({ id: uploads.id })),

    /**
     * Locks the upload, or else records that another request waits for it (only once, however often it polls).
     *
     * @returns whether it is locked for this holder; null if there is no such upload
     */
    async take(id: string, holder: string): Promise<boolean | null> {
      const isFree = sql`(${uploads.holder} is null or ${uploads.heldUntil} < now())`;
      const changed = db.$with('changed').as(
        db
          .update(uploads)
          .set({
            holder: sql`case when ${isFree} then ${holder} else ${uploads.holder} end`,
            heldUntil: sql`case when ${isFree} then ${held} else ${uploads.heldUntil} end`,
            isWanted: sql`not ${isFree}`,
            updatedAt: sql`case when ${isFree} then ${now().toISOString()}::timestamptz else ${uploads.updatedAt} end`,
          })
          .where(and(eq(uploads.id, id), or(isFree, not(uploads.isWanted))))
          .returning({ holder: uploads.holder }),
      );
      const isTaken = sql<boolean>`coalesce((select ${changed.holder} = ${holder} from ${changed}), false)`;
      const row = await firstOrNull(db.with(changed).select({ isTaken }).from(uploads).where(eq(uploads.id, id)));
      return row?.isTaken ?? null;
    },

    /** Renews the lock. @returns whether it should be released, because another request waits or already has it */
    async stay(id: string, holder: string): Promise<boolean> {
      const [row] = await db
        .update(uploads)
        .set({ heldUntil: held })
        .where(isHeldBy(id, holder))
        .returning({ isWanted: uploads.isWanted });
      return row?.isWanted ?? true;
    },

    async letGo(id: string, holder: string): Promise<void> {
      await set({ holder: null, heldUntil: null }, isHeldBy(id, holder));
    },
  };
}
