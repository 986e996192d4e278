import type { defaultMails } from '@contract/base/limits';

export type MailKind = keyof typeof defaultMails;

/** Which choice of mails a notification falls under; null for those that have a mail of their own or need none. */
export function kindOf({ type, action }: { type: string; action: string }): MailKind | null {
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
      return action === 'created' ? 'posts' : null;
    case 'payment':
      if (action === 'subscribe') return 'subscriptions';
      return action === 'sale' ? 'sales' : null;
    case 'performer':
      if (action === 'subscribe') return 'subscriptions';
      return action === 'follow' ? 'follows' : null;
    default:
      return null;
  }
}
