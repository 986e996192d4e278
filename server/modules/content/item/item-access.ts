import { sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { ContentAccess } from '@contract/content/content-schemas';
import { type Actor, isPerformer, may } from '../../../access';
import type { items } from '../../../db/schema/items';

type ItemRow = typeof items.$inferSelect;

/** `hidden`: the viewer must not learn that the item exists. Otherwise `open`, or `locked-` plus what would open it. */
export type ItemAccess = z.output<typeof ContentAccess> | 'hidden';

export interface AccessFacts {
  audience: ItemRow['audience'];
  status: ItemRow['status'];
  /** True if the creator has deleted it after it was sold. */
  isRemoved: boolean;
  /** True if an operator has removed it. */
  isTakenDown: boolean;
  /** `here`: active and approved. `left`: closing, deleted or not approved. `away`: suspended by an operator. */
  creator: 'here' | 'left' | 'away';
  isModerator: boolean;
  isOwner: boolean;
  /** True if the creator blocks the viewer, individually or by the country of the request. */
  isKeptOut: boolean;
  isBought: boolean;
  isSubscribed: boolean;
  hasPlatform: boolean;
}

/**
 * The one access rule, for lists, pages, files, votes, comments and sales. A bought item stays open, however it is offered
 * later, even if its creator blocks the buyer or leaves (Promises M-21), unless operators remove it. A creator's subscriber can
 * also open the items for members: trials are subscriptions, and a paying subscriber gets no less. Decisions 3, wire contract 3.3.
 */
export function itemAccess(facts: AccessFacts): ItemAccess {
  if (facts.isModerator) return 'open';
  if (facts.isTakenDown) return facts.isOwner && !facts.isRemoved ? 'open' : 'hidden';
  if (facts.isBought) return 'open';
  if (facts.isKeptOut && !facts.isOwner) return 'hidden';
  if (facts.isRemoved) return 'hidden';
  if (facts.isOwner) return 'open';
  if (facts.creator !== 'here' || facts.status !== 'active') return 'hidden';
  switch (facts.audience) {
    case 'public':
      return 'open';
    case 'sale':
      return 'locked-sale';
    case 'subscribers':
      return facts.isSubscribed ? 'open' : 'locked-subscription';
    case 'members':
      return facts.isSubscribed || facts.hasPlatform ? 'open' : 'locked-platform';
  }
}

/** `itemAccess` in SQL, line by line, for lists that are filtered by it. A test compares both for every case. */
export const itemAccessSql = (facts: Record<keyof AccessFacts, SQL>): SQL<ItemAccess> => sql`(case
  when ${facts.isModerator} then 'open'
  when ${facts.isTakenDown} then case when ${facts.isOwner} and not ${facts.isRemoved} then 'open' else 'hidden' end
  when ${facts.isBought} then 'open'
  when ${facts.isKeptOut} and not ${facts.isOwner} then 'hidden'
  when ${facts.isRemoved} then 'hidden'
  when ${facts.isOwner} then 'open'
  when ${facts.creator} <> 'here' or ${facts.status} <> 'active' then 'hidden'
  when ${facts.audience} = 'public' then 'open'
  when ${facts.audience} = 'sale' then 'locked-sale'
  when ${facts.audience} = 'subscribers' then case when ${facts.isSubscribed} then 'open' else 'locked-subscription' end
  when ${facts.isSubscribed} or ${facts.hasPlatform} then 'open'
  else 'locked-platform' end)`;

/** `AccessFacts.creator` for creator `p` with account `a`. */
export const creatorStateSql = sql<AccessFacts['creator']>`(case
  when a.status = 'active' and p.verified_document then 'here'
  when a.status in ('active', 'closing', 'erasing', 'deleted') then 'left' else 'away' end)`;

export type ViewerAccess = Pick<AccessFacts, 'creator' | 'isKeptOut' | 'isBought' | 'isSubscribed' | 'hasPlatform'>;

export function getAccess(
  {
    audience,
    status,
    deletedAt,
    takenDownAt,
    performerId,
  }: Pick<ItemRow, 'audience' | 'status' | 'deletedAt' | 'takenDownAt' | 'performerId'>,
  state: ViewerAccess,
  viewer: Pick<Actor, 'id' | 'operatorRole'> | null,
): ItemAccess {
  return itemAccess({
    // Not spread, because copying whole rows would be most of the work for long lists.
    audience,
    status,
    isRemoved: deletedAt !== null,
    isTakenDown: takenDownAt !== null,
    creator: state.creator,
    isKeptOut: state.isKeptOut,
    isBought: state.isBought,
    isSubscribed: state.isSubscribed,
    hasPlatform: state.hasPlatform,
    isModerator: may(viewer, 'moderateContent'),
    isOwner: viewer?.id === performerId,
  });
}

/** True if everyone can see that it exists, except those whom the creator blocks. Its previews then have public URLs. */
export const isPublished = ({ status, deletedAt }: Pick<ItemRow, 'status' | 'deletedAt'>): boolean =>
  status === 'active' && deletedAt === null;

/** Only approved creators can publish to fans, but every creator can save drafts. Wire contract 3.2. */
export const canPublish = (actor: Actor): boolean => isPerformer(actor);

/** On the wire, "for sale for nothing" means "open to everyone". Wire contract 3.3. */
export function getAudience({ isSale, isFree, price }: { isSale: boolean; isFree: boolean; price: number }) {
  // `isSale` has priority over `isFree`, so that an item for sale is never given away.
  if (isSale) return price > 0 ? ('sale' as const) : ('public' as const);
  return isFree ? ('members' as const) : ('subscribers' as const);
}

export const toOffer = (audience: ItemRow['audience']): { isSale: boolean; isFree: boolean } => ({
  isSale: audience === 'sale' || audience === 'public',
  isFree: audience === 'members',
});
