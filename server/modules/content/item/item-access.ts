import { sql, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { ContentAccess } from '@contract/content/content-schemas';
import { isPerformer, type Actor } from '../../../access';
import type { items } from '../../../db/schema/items';

type ItemRow = typeof items.$inferSelect;

/** What a viewer may do: open an item, know of it and of what would open it, or not even know that it is there. */
export type ItemAccess = z.output<typeof ContentAccess> | 'hidden';

/** Everything that decides it, as stored. */
export interface AccessFacts {
  audience: ItemRow['audience'];
  status: ItemRow['status'];
  /** Taken away by its creator after somebody bought it. */
  isRemoved: boolean;
  /** `here`: active and approved. `left`: leaving, gone, or not approved (any more). `away`: closed by the operator. */
  creator: 'here' | 'left' | 'away';
  /** Of an administrator, whom nothing holds. */
  isAdmin: boolean;
  /** The creator of the item. */
  isOwner: boolean;
  /** Blocked by the creator, by name or by the country of the call. */
  isKeptOut: boolean;
  isBought: boolean;
  isSubscribed: boolean;
  hasPlatform: boolean;
}

/**
 * Who may see what: lists, pages, files, votes, comments and sales all ask here. What was bought stays open, however it is
 * offered later, whom its creator blocks, and whether or not they are still there: promises M-21. A subscriber of the creator also has what the creator marks
 * free: trials are subscriptions, and who pays gets no less. Source: decisions 3, wire contract 3.3.
 */
export function itemAccess(facts: AccessFacts): ItemAccess {
  if (facts.isAdmin) return 'open';
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

/**
 * The same in the database's words, line by line, for lists that are filtered by it; a test asks both of every case there is.
 *
 * @param facts an expression for each.
 */
export const itemAccessSql = (facts: Record<keyof AccessFacts, SQL>): SQL<ItemAccess> => sql`(case
  when ${facts.isAdmin} then 'open'
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

/** `AccessFacts.creator` of the account `a` of a creator `p`. */
export const creatorStateSql = sql<AccessFacts['creator']>`(case
  when a.status = 'active' and p.verified_document then 'here'
  when a.status in ('active', 'closing', 'erasing', 'deleted') then 'left' else 'away' end)`;

/** How a viewer stands to an item and its creator, as far as it decides what they may do. */
export type ViewerAccess = Pick<AccessFacts, 'creator' | 'isKeptOut' | 'isBought' | 'isSubscribed' | 'hasPlatform'>;

/** What a viewer may do with an item, by what was just read of both. */
export function getAccess(
  { audience, status, deletedAt, performerId }: Pick<ItemRow, 'audience' | 'status' | 'deletedAt' | 'performerId'>,
  state: ViewerAccess,
  viewer: Pick<Actor, 'id' | 'isAdmin'> | null,
): ItemAccess {
  return itemAccess({
    // Written out: copying whole rows is most of the work of long lists.
    audience,
    status,
    isRemoved: deletedAt !== null,
    creator: state.creator,
    isKeptOut: state.isKeptOut,
    isBought: state.isBought,
    isSubscribed: state.isSubscribed,
    hasPlatform: state.hasPlatform,
    isAdmin: viewer?.isAdmin ?? false,
    isOwner: viewer?.id === performerId,
  });
}

/** Whether everybody finds an item whom its creator does not keep out: its previews have public addresses. */
export const isPublished = ({ status, deletedAt }: Pick<ItemRow, 'status' | 'deletedAt'>): boolean =>
  status === 'active' && deletedAt === null;

/** Items are made by creators; what fans see of them, by those whose identity was checked. Wire contract 3.2. */
export const canPublish = (actor: Actor): boolean => isPerformer(actor);

/** How an item is offered. On sale for nothing is the family's way of saying "open to everybody". Wire contract 3.3. */
export function getAudience({ isSale, isFree, price }: { isSale: boolean; isFree: boolean; price: number }) {
  // On sale is the stronger word: what is sold is not given away.
  if (isSale) return price > 0 ? ('sale' as const) : ('public' as const);
  return isFree ? ('members' as const) : ('subscribers' as const);
}

/** The wire's words for it. */
export const toOffer = (audience: ItemRow['audience']): { isSale: boolean; isFree: boolean } => ({
  isSale: audience === 'sale' || audience === 'public',
  isFree: audience === 'members',
});
