import { eq, sql } from 'drizzle-orm';
import { performers } from '../../../db/schema/accounts';
import type { EntitlementService } from '../entitlement/entitlement-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { SubjectSource } from './subject-service';

/** Creators, who can be liked, bookmarked and reported. */
export function createPerformerSubjects({
  people,
  entitlement,
}: {
  people: Pick<PeopleService, 'find'>;
  entitlement: Pick<EntitlementService, 'assertNotBlocked'>;
}): SubjectSource {
  return {
    async find(id, { actor, country }) {
      await entitlement.assertNotBlocked(id, actor, country);
      const row = await people.find(id);
      if (!row?.performer) return null;
      const { name, username } = row.account;
      return {
        id,
        ownerId: id,
        performerId: id,
        isOpen: true,
        page: { type: 'performer', id },
        reference: { _id: id, name, ...(username !== null && { username }) },
      };
    },

    async addLikes(id, step, tx) {
      const rows = await tx
        .update(performers)
        .set({ statLikes: sql`greatest(0, ${performers.statLikes} + ${step})` })
        .where(eq(performers.id, id))
        .returning({ id: performers.id });
      return rows.length > 0;
    },
  };
}
