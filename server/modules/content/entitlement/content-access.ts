import type { z } from 'zod';
import type { ContentAccess } from '@contract/content/content-schemas';
import type { Cents } from '@contract/base/money';

export type Access = z.output<typeof ContentAccess>;

/** How an item is offered: on its own, free to platform subscribers, else to subscribers of its creator. */
export interface Offer {
  isSale: boolean;
  price: Cents;
  isFree: boolean;
}

/** How a viewer stands to one item. */
export interface Standing {
  /** Its creator, or an administrator. */
  isOwner: boolean;
  isSubscribed: boolean;
  hasPlatform: boolean;
  isBought: boolean;
}

/**
 * Whether a viewer may open an item, or what stands between. What was bought stays open, however it is offered later.
 * A subscriber of the creator also has what the creator marks free: trials are subscriptions, and who pays gets no less.
 * Source: decisions 3, wire contract 3.3 (on sale for nothing is open to everybody).
 */
export function contentAccess({ isSale, price, isFree }: Offer, standing: Standing): Access {
  if (standing.isOwner || standing.isBought) return 'open';
  if (isSale) return price === 0 ? 'open' : 'locked-sale';
  if (standing.isSubscribed) return 'open';
  if (isFree) return standing.hasPlatform ? 'open' : 'locked-platform';
  return 'locked-subscription';
}
