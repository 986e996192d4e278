import { createHmac } from 'node:crypto';
import { getTableName, lt, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Db } from './client';
import type { itemViews } from './schema/items';
import type { profileViews } from './schema/social';

interface ViewPlace {
  /** One row a viewer and day. */
  views: typeof itemViews | typeof profileViews;
  /** Its column that names what was looked at. */
  viewed: AnyPgColumn;
  /** Where the views of something are counted, by its `id`. */
  counter: AnyPgColumn;
}

/** @param secret of this installation. */
interface Parts {
  db: Db;
  now(): Date;
  secret: string;
}

/**
 * Counts views, once a viewer and day, so that a reload does not count twice. Strangers are told apart by address, which is
 * not kept: only a keyed hash that changes every day.
 */
export function createViewCounter({ db, now, secret }: Parts, { views, viewed, counter }: ViewPlace) {
  /** `2026-11-22` */
  const today = () => now().toISOString().slice(0, 10);
  const nameViewer = ({ actor, ip }: { actor: { id: string } | null; ip: string }, day: string): string =>
    actor?.id ?? createHmac('sha256', secret).update(`${day} ${ip}`).digest('base64url').slice(0, 22);

  return {
    async count(id: string, viewer: Parameters<typeof nameViewer>[0]): Promise<void> {
      const day = today();
      const [place, column] = [sql.identifier(getTableName(counter.table)), sql.identifier(counter.name)];
      await db.execute(sql`
        with added as (
          insert into ${views} (${sql.identifier(viewed.name)}, viewer, day) values (${id}, ${nameViewer(viewer, day)}, ${day})
          on conflict do nothing returning 1
        )
        update ${place} set ${column} = ${column} + 1 where id = ${id} and exists (select 1 from added)`);
    },

    /** Forgets who looked before today; the counts stay. */
    async sweep(): Promise<void> {
      await db.delete(views).where(lt(views.day, today()));
    },
  };
}

export type ViewCounter = ReturnType<typeof createViewCounter>;
