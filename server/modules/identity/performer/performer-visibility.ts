import { and, eq, exists, isNull, not, or, sql, type SQL } from 'drizzle-orm';
import type { Actor } from '../../../access';
import type { Db } from '../../../db/client';
import { accounts, performers } from '../../../db/schema/accounts';
import { follows, userBlocks } from '../../../db/schema/social';

export interface Viewer {
  actor: Actor | null;
  /** Two letters; null when it cannot be told, which blocks nobody. */
  country: string | null;
}

/**
 * Condition for performers who exist as far as a viewer is concerned: active, approved, and the viewer neither blocked by
 * name nor by country. Needs `accounts` and `performers` in the query. Decisions 3.
 */
export function isOpenTo({ actor, country }: Viewer, db: Db): SQL | undefined {
  const isBlocked = actor
    ? exists(
        db
          .select({ one: sql`1` })
          .from(userBlocks)
          .where(and(eq(userBlocks.performerId, accounts.id), eq(userBlocks.userId, actor.id))),
      )
    : undefined;
  return and(
    eq(accounts.status, 'active'),
    eq(performers.verifiedDocument, true),
    isBlocked && not(isBlocked),
    country === null ? undefined : sql`${country} <> all(${performers.blockedCountries})`,
  );
}

/**
 * Condition for performers who are in lists: those who do not want to be found, or are about to leave, only for who follows them. Needs `accounts`
 * in the query. Ux AS-8.
 */
export function isListedFor({ actor }: Viewer, db: Db): SQL | undefined {
  // Whoever is leaving takes no new fans.
  const isShown = and(not(accounts.hidesFromSearch), isNull(accounts.deletionAt));
  if (!actor) return isShown;
  const follow = db
    .select({ one: sql`1` })
    .from(follows)
    .where(and(eq(follows.followerId, actor.id), eq(follows.followingId, accounts.id)));
  return or(isShown, exists(follow));
}

/**
 * `isOpenTo` for one page that was read already. Creators see themselves wherever they are and before they are approved;
 * neither a block nor a missing approval keeps administrators out.
 */
export function canSeePerformer(
  { actor, country }: Viewer,
  performer: { id: string; status: string; verifiedDocument: boolean; blockedCountries: readonly string[] },
  isBlocked: boolean,
): boolean {
  if (actor?.id === performer.id) return true;
  const isCountryBlocked = country !== null && performer.blockedCountries.includes(country);
  const isShown = performer.verifiedDocument && !isBlocked && !isCountryBlocked;
  return performer.status === 'active' && (actor?.isAdmin === true || isShown);
}
