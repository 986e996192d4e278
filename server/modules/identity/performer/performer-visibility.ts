import { and, eq, isNull, not, or, sql, type SQL } from 'drizzle-orm';
import { may, type Viewer } from '../../../access';
import { isBlockedBy, isFollowing } from '../../../db/conditions';
import { accounts, performers } from '../../../db/schema/accounts';

/** SQL condition; the query must include `accounts` and `performers`. Decisions 3. */
export const isOpenTo = ({ actor, country }: Viewer): SQL | undefined =>
  and(
    eq(accounts.status, 'active'),
    eq(performers.verifiedDocument, true),
    actor ? not(isBlockedBy(accounts.id, actor.id)) : undefined,
    country === null ? undefined : sql`${country} <> all(${performers.blockedCountries})`,
  );

/** SQL condition: only followers see creators who hide from search. The query must include `accounts`. Ux AS-8. */
export function isListedFor({ actor }: Viewer): SQL | undefined {
  // A creator whose account will be deleted gets no new fans.
  const isShown = and(not(accounts.hidesFromSearch), isNull(accounts.deletionAt));
  return actor ? or(isShown, isFollowing(actor.id, accounts.id)) : isShown;
}

/** `isOpenTo` for a row already read. Creators see themselves; administrators see blocked and unapproved creators. */
export function canSeePerformer(
  { actor, country }: Viewer,
  performer: { id: string; status: string; verifiedDocument: boolean; blockedCountries: readonly string[] },
  isBlocked: boolean,
): boolean {
  if (actor?.id === performer.id) return true;
  const isCountryBlocked = country !== null && performer.blockedCountries.includes(country);
  const isShown = performer.verifiedDocument && !isBlocked && !isCountryBlocked;
  return performer.status === 'active' && (may(actor, 'readPeople') || isShown);
}
