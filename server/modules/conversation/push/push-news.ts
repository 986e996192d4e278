import { createHash } from 'node:crypto';
import type { notifications } from '../../../db/schema/social';
import type { PushMessage, PushNews } from '../../../jobs/job-data';
import { getNewsKind, isAboutTrade, type NewsKind } from '../../../lib/news-kind';

type NotificationRow = typeof notifications.$inferSelect;

/** These name nobody and quote nothing, because others see the device's screen, too. */
const TITLES: Record<NewsKind, string> = {
  messages: 'You have a new message',
  subscriptions: 'Subscription update',
  sales: 'You made a sale',
  tips: 'You received a tip',
  follows: 'You have a new follower',
  comments: 'You have a new comment',
  likes: 'You have a new like',
  posts: 'A creator you follow has posted',
  live: 'A creator you follow is live',
  orders: 'Order update',
  payouts: 'Payout update',
  account: 'Account update',
};

const HOUR = 3600;

/** How long a message is worth delivering, and how much battery it is worth. */
const DELIVERY: Partial<Record<NewsKind, { hours: number; urgency: PushMessage['urgency'] }>> = {
  messages: { hours: 24, urgency: 'high' },
  live: { hours: 1, urgency: 'high' },
  likes: { hours: 24, urgency: 'low' },
  follows: { hours: 24, urgency: 'low' },
  posts: { hours: 24, urgency: 'low' },
};

type Told = Pick<NotificationRow, 'type' | 'action' | 'refId' | 'refSource' | 'reference' | 'createdBy' | 'createdAt'>;

export function toPushNews(notification: Told): PushNews {
  const { type, action, refId, createdBy, createdAt } = notification;
  const kind = getNewsKind(notification);
  return {
    kind,
    title: getTitle(kind, notification),
    path: getPath(notification),
    // News about money and orders is pushed in spite of blocks. Promises M-21.
    createdBy: isAboutTrade(notification) ? null : createdBy,
    topic: toTopic(`${type} ${action} ${refId ?? ''}`),
    at: createdAt.toISOString(),
  };
}

export function toMessageNews(message: {
  conversationId: string;
  sequence: number;
  senderId: string;
  createdAt: Date;
}): PushNews {
  const { conversationId, sequence, senderId, createdAt } = message;
  return {
    kind: 'messages',
    title: TITLES.messages,
    path: `/messages/${conversationId}`,
    createdBy: senderId,
    topic: toTopic(`conversation ${conversationId}`),
    message: { conversationId, sequence },
    at: createdAt.toISOString(),
  };
}

export function toPushMessage({ kind, title, path, topic, at }: PushNews, siteName: string): PushMessage {
  const { hours, urgency } = DELIVERY[kind] ?? { hours: 24, urgency: 'normal' };
  return {
    payload: { title, body: `Open ${siteName}`, path, tag: topic },
    urgency,
    topic,
    until: new Date(Date.parse(at) + hours * HOUR * 1000).toISOString(),
  };
}

function getTitle(kind: NewsKind, { type, action }: Pick<Told, 'type' | 'action'>): string {
  if (kind === 'subscriptions' && type === 'performer') return 'You have a new subscriber';
  if (kind === 'live' && action === 'reminder') return 'A show starts soon';
  if (kind === 'live' && action !== 'live') return 'Live show update';
  return TITLES[kind];
}

const itemFolders: Partial<Record<string, string>> = {
  feed: 'post',
  video: 'video',
  gallery: 'gallery',
  product: 'product',
};

/** A page of the web app. What has none of its own is among the notifications. */
function getPath({ type, action, refId, refSource, reference }: Told): string {
  const { username, slug } = (reference ?? {}) as { username?: string | null; slug?: string | null };
  if (type === 'stream' && username) return `/streaming/${encodeURIComponent(username)}`;
  const folder = itemFolders[refSource ?? type];
  const isPage = action !== 'replay' && ['feed', 'video', 'gallery', 'liked', 'comment'].includes(type);
  if (isPage && folder && refId) return `/${folder}/${encodeURIComponent(slug || refId)}`;
  return '/notification';
}

/** At most 32 characters of base64url. RFC 8030, 5.4. */
const toTopic = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 32);
