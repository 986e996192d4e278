import { getEntryRefusal } from './show-access';
import type { ShowRepository, ShowRow } from './show-repository';

export interface Visitor {
  accountId: string | null;
  country: string | null;
}

export async function listRefused<V extends Visitor>(
  repository: ShowRepository,
  show: ShowRow,
  { visitors, now }: { visitors: readonly V[]; now: Date },
): Promise<V[]> {
  if (show.state === 'ended') return [...visitors];
  // Reads a guest's relations with the host's id: nobody follows, blocks or pays themselves.
  const accountIds = visitors.map(({ accountId }) => accountId ?? show.performerId);
  const accounts = await repository.listRelations(show, [...new Set(accountIds)], now);
  return visitors.filter(({ accountId, country }) => {
    const row = accounts.get(accountId ?? show.performerId);
    if (!row) return true;
    const viewer = { id: accountId, isAdmin: accountId !== null && row.isAdmin, country };
    return getEntryRefusal(show, repository.toRelation(row.relation, show.performerId, viewer)) !== null;
  });
}
