import { createHmac } from 'node:crypto';
import { getTableName, lt, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Db } from './client';
import type { itemViews } from './schema/items';
import type { profileViews } from './schema/social';

interface ViewPlace {
  views: typeof itemViews | typeof profileViews;
  /** Column of `views` that references what was viewed. */
  viewed: AnyPgColumn;
  /** Column that counts the views, in the table of the viewed rows. */
  counter: AnyPgColumn;
}

interface Parts {
  db: Db;
  now(): Date;
  secret: string;
}

/** Counts a viewer at most once per day. Guests are recognized by a keyed hash of their address, which changes every day. */
export function createViewCounter({ db, now, secret }: Parts, { views, viewed, counter }: ViewPlace) {
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

    async sweep(): Promise<void> {
      await db.delete(views).where(lt(views.day, today()));
    },
  };
}

export type ViewCounter = ReturnType<typeof createViewCounter>;
