import { getEntryRefusal } from './show-access';
import type { ShowRepository, ShowRow } from './show-repository';

/** Somebody whose right to a show is asked for. */
export interface Visitor {
  /** Null for a guest. */
  accountId: string | null;
  /** Of their call or connection. */
  country: string | null;
}

/** Visitors who could not enter a show now. One that has ended is for nobody. */
export async function listRefused<V extends Visitor>(
  repository: ShowRepository,
  show: ShowRow,
  { visitors, now }: { visitors: readonly V[]; now: Date },
): Promise<V[]> {
  if (show.state === 'ended') return [...visitors];
  // A guest stands to a show as its host would who had no account: nobody follows, blocks or pays themselves.
  const accountIds = visitors.map(({ accountId }) => accountId ?? show.performerId);
  const accounts = await repository.listRelations(show, [...new Set(accountIds)], now);
  return visitors.filter(({ accountId, country }) => {
    const row = accounts.get(accountId ?? show.performerId);
    if (!row) return true;
    const viewer = { id: accountId, isAdmin: accountId !== null && row.isAdmin, country };
    return getEntryRefusal(show, repository.toRelation(row.relation, show.performerId, viewer)) !== null;
  });
}
