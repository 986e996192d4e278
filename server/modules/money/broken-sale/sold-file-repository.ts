import { and, eq, sql } from 'drizzle-orm';
import { firstOrNull } from '../../../db/query-helpers';
import { files } from '../../../db/schema/files';
import { itemFiles, items } from '../../../db/schema/items';
import { messageFiles, messages } from '../../../db/schema/messages';
import { purchases } from '../../../db/schema/money';
import type { Tx } from '../../../db/transaction';
import type { SoldTarget } from './broken-sale-repository';

type FileStatus = (typeof files.$inferSelect)['status'];

export const soldFileRepository = {
  /** Lists the sold targets that contain a file: the item itself, its gallery, or a message. */
  async listSoldWith(fileId: string, boughtFrom: Date | null, tx: Tx): Promise<SoldTarget[]> {
    const containing = sql`select i.kind as target, i.id from ${itemFiles} f join ${items} i on i.id = f.item_id
        where f.file_id = ${fileId} and f.role = 'content'
      union select 'gallery', i.parent_id from ${itemFiles} f join ${items} i on i.id = f.item_id
        where f.file_id = ${fileId} and f.role = 'content' and i.parent_id is not null
      union select 'message', m.message_id from ${messageFiles} m where m.file_id = ${fileId}`;
    const isSince = boughtFrom === null ? sql`true` : sql`p.created_at >= ${boughtFrom.toISOString()}::timestamptz`;
    const { rows } = await tx.execute<{ target: string; targetId: string }>(sql`
      select distinct p.target, p.target_id as "targetId" from (${containing}) containing
      join ${purchases} p on p.target = containing.target and p.target_id = containing.id where ${isSince}`);
    return rows.map(({ target, targetId }) => ({ target, targetId }));
  },

  /** Locks a target against sales and edits. @returns its name, or null if it was deleted */
  async lock({ target, targetId }: SoldTarget, tx: Tx): Promise<{ name: string } | null> {
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

  /** Distinct states of a target's files. A photo added later counts as the replacement of a removed broken photo. */
  async listFileStates({ target, targetId }: SoldTarget, tx: Tx): Promise<FileStatus[]> {
    const contained =
      target === 'message'
        ? sql`select f.status, f.updated_at, false as is_removed, f.created_at from ${messageFiles} m
            join ${files} f on f.id = m.file_id where m.message_id = ${targetId}`
        : sql`select f.status, f.updated_at, i.parent_id is not null and i.deleted_at is not null as is_removed, i.created_at
            from ${itemFiles} x join ${items} i on i.id = x.item_id join ${files} f on f.id = x.file_id
            where x.role = 'content' and (i.id = ${targetId} or i.parent_id = ${targetId})`;
    const { rows } = await tx.execute<{ status: FileStatus }>(sql`
      with contained as (${contained}), lost as (select * from contained where is_removed and status = 'error')
      select distinct status from contained where not (is_removed and status = 'error')
      union select 'error' where (select count(*) from lost) > (
        select count(*) from contained where not is_removed and status <> 'error'
        and created_at > (select min(updated_at) from lost))`);
    return rows.map(({ status }) => status);
  },
};
