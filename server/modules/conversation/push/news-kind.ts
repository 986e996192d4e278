import type { PushKind } from '../../../jobs/job-data';

/** The kind by which an account chooses what reaches it, and how. */
export function getNewsKind({ type, action }: { type: string; action: string }): PushKind {
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
