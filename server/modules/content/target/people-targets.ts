import type { Viewer } from '../../../access';
import { eq, sql } from 'drizzle-orm';
import { hasRows } from '../../../db/query-helpers';
import { performers } from '../../../db/schema/accounts';
import type { CardView, PeopleService, PersonRow } from '../../identity/people/people-service';
import type { FileAccessService } from '../file-access/file-access-service';
import type { TargetSource } from './target-service';

const describe = ({ account: { id, kind, name, username } }: PersonRow) => ({
  id,
  ownerId: id,
  isOpen: true,
  page: { type: kind, id },
  reference: { _id: id, name, ...(username !== null && { username }) },
});

/** Only creators can report fans. Such a report belongs to the creator's own page. */
export const createFanTargets = (people: Pick<PeopleService, 'find'>): TargetSource => ({
  async find(id, { actor }) {
    if (actor?.kind !== 'performer') return null;
    const row = await people.find(id);
    return row?.account.kind === 'user' ? { ...describe(row), performerId: actor.id } : null;
  },
});

export function createPerformerTargets({
  people,
  fileAccess,
}: {
  people: Pick<PeopleService, 'find' | 'findMany' | 'cards'>;
  fileAccess: Pick<FileAccessService, 'assertNotBlocked' | 'listBlocking'>;
}) {
  const source: TargetSource = {
    async find(id, { actor, country }) {
      await fileAccess.assertNotBlocked(id, actor, country);
      const row = await people.find(id);
      return row?.performer ? { ...describe(row), performerId: id } : null;
    },

    async count(id, what, step, tx) {
      if (what !== 'like') return undefined;
      const change = { statLikes: sql`greatest(0, ${performers.statLikes} + ${step})` };
      return hasRows(tx.update(performers).set(change).where(eq(performers.id, id)).returning({ id: performers.id }));
    },
  };
  return {
    source,

    /** Only creators whom the viewer can see: active, approved, and not blocking the viewer or their country. */
    async cards(ids: readonly string[], { actor, country }: Viewer): Promise<Map<string, CardView>> {
      const [rows, blocking, cards] = await Promise.all([
        people.findMany(ids),
        fileAccess.listBlocking(actor, ids),
        people.cards(ids, actor),
      ]);
      for (const { account, performer } of rows) {
        const isClosed = country !== null && performer?.blockedCountries.includes(country);
        const isShown = account.status === 'active' && performer?.verifiedDocument === true;
        if (!isShown || blocking.includes(account.id) || isClosed) cards.delete(account.id);
      }
      return cards;
    },
  };
}
