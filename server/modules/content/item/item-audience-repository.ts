import { and, asc, eq, gt, isNull, notExists, or, sql } from 'drizzle-orm';
import { union } from 'drizzle-orm/pg-core';
import type { Db } from '../../../db/client';
import { accounts, performers } from '../../../db/schema/accounts';
import { subscriptions } from '../../../db/schema/money';
import { follows, userBlocks } from '../../../db/schema/social';

export interface Listener {
  id: string;
  isOnline: boolean;
}

interface AudiencePart {
  performerId: string;
  now: Date;
  /** The last id of the part before; empty for the first part. */
  afterId: string;
  limit: number;
}

/** Who hears of what a creator publishes. */
export function createItemAudienceRepository(db: Db) {
  return {
    /**
     * Followers and active subscribers of a creator, by id. Without those the creator keeps out by name, or by the
     * country in their account: for them the creator does not exist. Decisions 3.
     */
    listAudience({ performerId, now, afterId, limit }: AudiencePart): Promise<Listener[]> {
      // A union first: whoever has few followers must not cost a walk over all accounts.
      const audience = union(
        db.select({ id: follows.followerId }).from(follows).where(eq(follows.followingId, performerId)),
        db
          .select({ id: subscriptions.userId })
          .from(subscriptions)
          .where(and(eq(subscriptions.performerId, performerId), gt(subscriptions.expiredAt, now))),
      ).as('audience');
      const block = db
        .select({ one: sql`1` })
        .from(userBlocks)
        .where(and(eq(userBlocks.performerId, performerId), eq(userBlocks.userId, accounts.id)));
      return db
        .select({ id: accounts.id, isOnline: accounts.isOnline })
        .from(audience)
        .innerJoin(accounts, eq(accounts.id, audience.id))
        .innerJoin(performers, eq(performers.id, performerId))
        .where(
          and(
            gt(audience.id, afterId),
            eq(accounts.status, 'active'),
            notExists(block),
            or(isNull(accounts.country), sql`${accounts.country} <> all(${performers.blockedCountries})`),
          ),
        )
        .orderBy(asc(audience.id))
        .limit(limit);
    },
  };
}
