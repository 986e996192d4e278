import type { Route } from './base/define';
import { accountRoutes } from './identity/account-routes';
import { apiKeyRoutes } from './identity/api-key-routes';
import { addressRoutes } from './site/address-routes';
import { blockRoutes } from './identity/block-routes';
import { fanNoteRoutes } from './identity/fan-note-routes';
import { commentRoutes } from './content/comment-routes';
import { earningRoutes } from './money/earning-routes';
import { feedRoutes } from './content/feed-routes';
import { followRoutes } from './content/follow-routes';
import { galleryRoutes } from './content/gallery-routes';
import { messageRoutes } from './conversation/message-routes';
import { notificationRoutes } from './conversation/notification-routes';
import { pushRoutes } from './conversation/push-routes';
import { jobRoutes } from './operations/job-routes';
import { operatorRoutes } from './operations/operator-routes';
import { overviewRoutes } from './operations/overview-routes';
import { settingRoutes } from './operations/setting-routes';
import { siteTextRoutes } from './operations/site-text-routes';
import { orderRoutes } from './money/order-routes';
import { paymentRoutes } from './money/payment-routes';
import { personRoutes } from './operations/person-routes';
import { reviewRoutes } from './operations/review-routes';
import { payoutRoutes } from './money/payout-routes';
import { performerRoutes } from './identity/performer-routes';
import { photoRoutes } from './content/photo-routes';
import { pageRoutes } from './site/page-routes';
import { productRoutes } from './content/product-routes';
import { purchaseRoutes } from './money/purchase-routes';
import { reactionRoutes } from './content/reaction-routes';
import { refundRoutes } from './money/refund-routes';
import { referenceRoutes } from './site/reference-routes';
import { consoleReportRoutes } from './operations/console-report-routes';
import { takedownRoutes } from './content/takedown-routes';
import { reportRoutes } from './content/report-routes';
import { searchRoutes } from './content/search-routes';
import { authRoutes } from './identity/auth-routes';
import { settingsRoutes } from './site/settings-routes';
import { spendingRoutes } from './money/spending-routes';
import { streamRoutes } from './content/stream-routes';
import { consoleLedgerRoutes } from './operations/console-ledger-routes';
import { consoleOrderRoutes } from './operations/console-order-routes';
import { consoleRefundRoutes } from './operations/console-refund-routes';
import { findRoutes } from './operations/find-routes';
import { listExportRoutes } from './operations/list-export-routes';
import { consolePayoutRoutes } from './operations/console-payout-routes';
import { creatorHomeRoutes } from './money/creator-home-routes';
import { subscriptionRoutes } from './money/subscription-routes';
import { videoRoutes } from './content/video-routes';
import { webhookRoutes } from './operations/webhook-routes';
import { walletRoutes } from './money/wallet-routes';

/** All routes by name. Contains no schema, so that the browser can import it. */
export const routes = {
  ...authRoutes,
  ...accountRoutes,
  ...apiKeyRoutes,
  ...notificationRoutes,
  ...pushRoutes,
  ...performerRoutes,
  ...followRoutes,
  ...reactionRoutes,
  ...commentRoutes,
  ...reportRoutes,
  ...takedownRoutes,
  ...blockRoutes,
  ...fanNoteRoutes,
  ...searchRoutes,
  ...settingsRoutes,
  ...pageRoutes,
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
  ...operatorRoutes,
  ...overviewRoutes,
  ...settingRoutes,
  ...jobRoutes,
  ...webhookRoutes,
  ...siteTextRoutes,
  ...reviewRoutes,
  ...personRoutes,
  ...consolePayoutRoutes,
  ...listExportRoutes,
  ...findRoutes,
  ...consoleRefundRoutes,
  ...consoleOrderRoutes,
  ...consoleLedgerRoutes,
  ...consoleReportRoutes,
  ...subscriptionRoutes,
  ...earningRoutes,
  ...creatorHomeRoutes,
  ...payoutRoutes,
  ...refundRoutes,
  ...spendingRoutes,
  ...messageRoutes,
  ...streamRoutes,
} satisfies Record<string, Route>;
