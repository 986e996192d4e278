import type { Route } from './define';
import { accountRoutes } from './account-routes';
import { addressRoutes } from './address-routes';
import { blockRoutes } from './block-routes';
import { commentRoutes } from './comment-routes';
import { earningRoutes } from './earning-routes';
import { feedRoutes } from './feed-routes';
import { followRoutes } from './follow-routes';
import { galleryRoutes } from './gallery-routes';
import { messageRoutes } from './message-routes';
import { notificationRoutes } from './notification-routes';
import { orderRoutes } from './order-routes';
import { paymentRoutes } from './payment-routes';
import { payoutRoutes } from './payout-routes';
import { performerRoutes } from './performer-routes';
import { photoRoutes } from './photo-routes';
import { postRoutes } from './post-routes';
import { productRoutes } from './product-routes';
import { purchaseRoutes } from './purchase-routes';
import { reactionRoutes } from './reaction-routes';
import { referenceRoutes } from './reference-routes';
import { reportRoutes } from './report-routes';
import { searchRoutes } from './search-routes';
import { sessionRoutes } from './session-routes';
import { settingsRoutes } from './settings-routes';
import { streamRoutes } from './stream-routes';
import { studioRoutes } from './studio-routes';
import { subscriptionRoutes } from './subscription-routes';
import { videoRoutes } from './video-routes';
import { walletRoutes } from './wallet-routes';

/** The table: every endpoint by name. No schema, so that a browser may import it. */
export const routes = {
  ...sessionRoutes,
  ...accountRoutes,
  ...notificationRoutes,
  ...performerRoutes,
  ...followRoutes,
  ...reactionRoutes,
  ...commentRoutes,
  ...reportRoutes,
  ...blockRoutes,
  ...searchRoutes,
  ...settingsRoutes,
  ...postRoutes,
  ...addressRoutes,
  ...referenceRoutes,
  ...feedRoutes,
  ...galleryRoutes,
  ...photoRoutes,
  ...videoRoutes,
  ...productRoutes,
  ...orderRoutes,
  ...walletRoutes,
  ...purchaseRoutes,
  ...paymentRoutes,
  ...subscriptionRoutes,
  ...earningRoutes,
  ...studioRoutes,
  ...payoutRoutes,
  ...messageRoutes,
  ...streamRoutes,
} satisfies Record<string, Route>;
