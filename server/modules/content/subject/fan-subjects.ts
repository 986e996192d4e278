import type { PeopleService } from '../../identity/people/people-service';
import type { SubjectSource } from './subject-service';

/** Fans, whom creators report: for them alone, and what it is about is the creator's own page. */
export function createFanSubjects({ people }: { people: Pick<PeopleService, 'find'> }): SubjectSource {
  return {
    async find(id, { actor }) {
      if (actor?.kind !== 'performer') return null;
      const row = await people.find(id);
      if (!row || row.account.kind !== 'user') return null;
      const { name, username } = row.account;
      return {
        id,
        ownerId: id,
        performerId: actor.id,
        isOpen: true,
        page: { type: 'user', id },
        reference: { _id: id, name, ...(username !== null && { username }) },
      };
    },
    addLikes: async () => false,
  };
}
