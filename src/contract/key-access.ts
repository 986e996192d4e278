import type { Route } from './base/define';
import type { KeyScope } from './base/key-scopes';
import { accountRoutes } from './identity/account-routes';
import { blockRoutes } from './identity/block-routes';
import { fanNoteRoutes } from './identity/fan-note-routes';
import { performerRoutes } from './identity/performer-routes';
import { commentRoutes } from './content/comment-routes';
import { feedRoutes } from './content/feed-routes';
import { followRoutes } from './content/follow-routes';
import { galleryRoutes } from './content/gallery-routes';
import { photoRoutes } from './content/photo-routes';
import { productRoutes } from './content/product-routes';
import { reactionRoutes } from './content/reaction-routes';
import { searchRoutes } from './content/search-routes';
import { videoRoutes } from './content/video-routes';
import { messageRoutes } from './conversation/message-routes';
import { notificationRoutes } from './conversation/notification-routes';
import { creatorHomeRoutes } from './money/creator-home-routes';
import { earningRoutes } from './money/earning-routes';
import { orderRoutes } from './money/order-routes';
import { paymentRoutes } from './money/payment-routes';
import { payoutRoutes } from './money/payout-routes';
import { purchaseRoutes } from './money/purchase-routes';
import { refundRoutes } from './money/refund-routes';
import { spendingRoutes } from './money/spending-routes';
import { subscriptionRoutes } from './money/subscription-routes';
import { walletRoutes } from './money/wallet-routes';
import { referenceRoutes } from './site/reference-routes';

type RouteTable = Record<string, Pick<Route, 'method' | 'path'>>;

interface AreaRule {
  areas: readonly RouteTable[];
  read: KeyScope;
  /** Absent where keys only read. */
  write?: KeyScope;
}

/** Areas that are not listed refuse keys: log-in, live shows, addresses, reports, the console. */
const rules: readonly AreaRule[] = [
  {
    areas: [feedRoutes, galleryRoutes, photoRoutes, videoRoutes, productRoutes, referenceRoutes],
    read: 'read',
    write: 'content:write',
  },
  {
    areas: [followRoutes, reactionRoutes, commentRoutes, searchRoutes, notificationRoutes],
    read: 'read',
    write: 'social:write',
  },
  { areas: [accountRoutes, performerRoutes, blockRoutes, fanNoteRoutes], read: 'read' },
  { areas: [messageRoutes], read: 'messages:read', write: 'messages:write' },
  {
    areas: [
      walletRoutes,
      purchaseRoutes,
      paymentRoutes,
      orderRoutes,
      subscriptionRoutes,
      spendingRoutes,
      earningRoutes,
      creatorHomeRoutes,
      payoutRoutes,
      refundRoutes,
    ],
    read: 'money:read',
  },
];

const ruleByName = new Map(
  rules.flatMap((rule) => rule.areas.flatMap((area) => Object.keys(area).map((name) => [name, rule] as const))),
);

/** Log-ins, proofs, identity documents and bank details. */
const isPrivatePath = (path: string): boolean => /^\/auth\/|^\/users\/me\/|^\/performers\/me$/.test(path);

/**
 * The scope with which a key can make this call; null if only a log-in can. Whether it reads follows from its method, except
 * that a search can be a POST.
 */
export function findKeyScope({ name, method, path, access, proved, changes }: Route): KeyScope | null {
  if (access === 'admin' || proved || isPrivatePath(path)) return null;
  const rule = ruleByName.get(name);
  if (!rule) return null;
  const isRead = (method === 'GET' && !changes) || Object.hasOwn(searchRoutes, name);
  return isRead ? rule.read : (rule.write ?? null);
}
