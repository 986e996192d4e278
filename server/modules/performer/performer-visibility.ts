import { and, eq, exists, not, or, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '../../access';
import type { Db } from '../../db/client';
import { accounts, performers } from '../../db/schema/accounts';
import { userBlocks } from '../../db/schema/social';

export interface Viewer {
  actor: Actor | null;
  /** Two letters; null when it cannot be told, which blocks nobody. */
  country: string | null;
}

/**
 * Condition for performers who exist as far as a viewer is concerned: active, and the viewer neither blocked by name nor
 * by country. Needs `accounts` and `performers` in the query. Creators always see themselves. Decisions 3.
 */
export function isVisibleTo({ actor, country }: Viewer, db: Db): SQL | undefined {
  const isBlocked = actor
    ? exists(
        db
          .select({ one: sql`1` })
          .from(userBlocks)
          .where(and(eq(userBlocks.performerId, accounts.id), eq(userBlocks.userId, actor.id))),
      )
    : undefined;
  const isOpen = and(
    eq(accounts.status, 'active'),
    isBlocked && not(isBlocked),
    country === null ? undefined : sql`${country} <> all(${performers.blockedCountries})`,
  );
  return actor ? or(eq(accounts.id, actor.id), isOpen) : isOpen;
}
