import type { defaultPushes } from '@contract/base/limits';

/** News about the account itself cannot be turned off. */
export type NewsKind = keyof typeof defaultPushes | 'account';

/** The kind of a notification, by which an account chooses what reaches it, and how. */
export function getNewsKind({ type, action }: { type: string; action: string }): NewsKind {
  switch (type) {
    case 'tipped':
      return 'tips';
    case 'liked':
      return 'likes';
    case 'comment':
      return 'comments';
    case 'stream':
      return 'live';
    case 'feed':
    case 'video':
    case 'gallery':
      return action === 'created' ? 'posts' : 'account';
    case 'order':
      return 'orders';
    case 'payout':
      return 'payouts';
    case 'performer':
      return action === 'follow' ? 'follows' : 'subscriptions';
    case 'payment':
      if (action === 'subscribe') return 'subscriptions';
      return action === 'sale' ? 'sales' : 'account';
    default:
      return 'account';
  }
}

/** Types of notifications about money and orders. Fans keep those of creators who block them: promises M-21. */
export const tradeTypes = ['order', 'payment'] as const;

export const isAboutTrade = ({ type }: { type: string }): boolean => tradeTypes.some((one) => one === type);
