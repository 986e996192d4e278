import { findOperatorRole, roleMay } from '@contract/base/operator-roles';
import { getEntryRefusal } from './show-access';
import type { ShowAccessRepository } from './show-access-repository';
import type { ShowRow } from './show-repository';

export interface Visitor {
  accountId: string | null;
  country: string | null;
}

export async function listRefused<V extends Visitor>(
  access: ShowAccessRepository,
  show: ShowRow,
  { visitors, now }: { visitors: readonly V[]; now: Date },
): Promise<V[]> {
  if (show.state === 'ended') return [...visitors];
  // For guests, reads the relations of the host's own id, which has none: accounts cannot follow, block or pay themselves.
  const accountIds = visitors.map(({ accountId }) => accountId ?? show.performerId);
  const accounts = await access.listRelations(show, [...new Set(accountIds)], now);
  return visitors.filter(({ accountId, country }) => {
    const row = accounts.get(accountId ?? show.performerId);
    if (!row) return true;
    const viewer = {
      id: accountId,
      isModerator: accountId !== null && roleMay(findOperatorRole(row.roles), 'moderateContent'),
      country,
    };
    return getEntryRefusal(show, access.toRelation(row.relation, show.performerId, viewer)) !== null;
  });
}
