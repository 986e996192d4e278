import type { EndpointData } from '@contract/schemas';

export type Earning = EndpointData<'searchEarnings'>['data'][number];

const kinds: Record<Earning['type'], string> = {
  tip: 'Tip',
  stream_tip: 'Tip in a show',
  feed: 'Post',
  product: 'Product',
  video: 'Video',
  gallery: 'Gallery',
  message: 'Message',
  gift: 'Gift',
  public_chat: 'Show',
  group_chat: 'Group show',
  private_chat: 'Private show',
  monthly_subscription: 'Subscription, a month',
  yearly_subscription: 'Subscription, a year',
};

export function getSaleTitle({ type, itemName, userNote }: Earning): string {
  if (userNote) return `${kinds[type]}: “${userNote}”`;
  const isNamed = type === 'feed' || type === 'product' || type === 'video' || type === 'gallery';
  // For an item without a title, compatible backends send the kind as its name.
  return isNamed && itemName && itemName !== type ? `${kinds[type]}: ${itemName}` : kinds[type];
}

/** True once the income has left the pending balance. @param now milliseconds since 1970. */
export const isAvailable = ({ availableAt }: Earning, now: number): boolean =>
  !availableAt || Date.parse(availableAt) <= now;
