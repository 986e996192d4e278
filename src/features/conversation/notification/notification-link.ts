import {
  BadgeDollarSign,
  Bell,
  Heart,
  Image,
  MessageCircle,
  MessageSquare,
  Package,
  Play,
  Radio,
  Settings,
  UserPlus,
  Wallet,
} from 'lucide-react';
import type { Glyph } from '@/components/basic/icon';
import { itemNames, itemPath } from '@/config/item-names';
import { paths } from '@/config/paths';
import type { Notification } from './notification-feature';

type Kind = Notification['type'];

const icons: Record<Kind, Glyph> = {
  feed: Image,
  video: Play,
  gallery: Image,
  performer: UserPlus,
  message: MessageCircle,
  tipped: BadgeDollarSign,
  liked: Heart,
  comment: MessageSquare,
  stream: Radio,
  order: Package,
  payment: Wallet,
  payout: Wallet,
  account: Settings,
};

/** Types that only newer backends know get the bell. */
export const getIcon = ({ type }: Notification): Glyph => icons[type] ?? Bell;

/** Undefined if the backend sends only an id. */
export function getPerson({ createdBy }: Notification) {
  return createdBy && typeof createdBy === 'object' ? createdBy : undefined;
}

function workPath(notification: Notification): string | undefined {
  const { refId, reference } = notification;
  const key = reference?.slug || reference?._id || refId;
  if (!key) return undefined;
  return itemPath((notification.refSource || notification.type).toLowerCase(), key);
}

function paymentPath({ refSource, refId }: Notification): string {
  switch (refSource) {
    case 'wallet_charge':
    case 'payment_transaction':
      return refId ? paths.receipt(refId) : paths.user.paymentHistory;
    case 'subscription':
      return paths.user.subscriptions;
    case 'purchases':
      return paths.user.purchased;
    default:
      return (refSource && refId && itemPath(refSource, refId)) || paths.user.paymentHistory;
  }
}

/** Comments and likes lead to their target. @param viewer creators have other pages for orders, payouts and account. */
export function getPath(notification: Notification, viewer: { isPerformer: boolean }): string {
  const { type, action, reference, refId } = notification;
  const person = getPerson(notification);
  const creator = person?.isPerformer ? paths.profile(person.username || person._id) : undefined;
  const { isPerformer } = viewer;
  switch (type) {
    case 'feed':
    case 'video':
    case 'gallery':
      if (action === 'replay' && refId) return itemNames.video.own.edit(refId);
      return workPath(notification) ?? creator ?? paths.notifications;
    case 'liked':
    case 'comment':
      return workPath(notification) ?? creator ?? paths.notifications;
    case 'message':
      return refId ? paths.conversation(refId) : paths.messages;
    case 'tipped':
      return isPerformer ? paths.creator.earnings : paths.user.walletTransactions;
    case 'performer':
      return creator ?? (isPerformer ? paths.creator.followers : paths.user.following);
    case 'stream':
      return reference?.username ? paths.watch(reference.username) : paths.streaming;
    case 'order':
      if (refId) return isPerformer ? paths.sale(refId) : paths.order(refId);
      return isPerformer ? paths.sales : paths.orders;
    case 'payment':
      if (notification.refSource === 'refund_request') return paths.creator.refunds;
      return isPerformer ? paths.creator.earnings : paymentPath(notification);
    case 'payout':
      return paths.creator.payouts;
    case 'account':
      if (notification.refSource === 'takedown') return paths.removed;
      if (notification.refSource === 'role') return action === 'role-changed' ? '/admin' : paths.home;
      if (notification.refSource === 'report') return paths.notifications;
      if (notification.refSource === 'payout_account') return paths.creator.banking;
      if (action === 'documents-approved') return paths.home;
      if (action === 'documents-rejected') return `${paths.creator.account}?section=documents`;
      return isPerformer ? paths.creator.account : paths.user.account;
    default:
      return paths.notifications;
  }
}
