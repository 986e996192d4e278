import type { Actor } from '../../access';
import type { ServerContext } from '../../context';
import type { ContentServices } from '../content/content-services';
import type { ConversationServices } from '../conversation/conversation-services';
import type { IdentityServices } from '../identity/identity-services';
import type { LiveServices } from '../live/live-services';
import type { SiteServices } from '../site/site-services';
import { createBlockedFanService } from './blocked-fan/blocked-fan-service';
import { createBrokenSaleService } from './broken-sale/broken-sale-service';
import { createCouponService } from './coupon/coupon-service';
import { createCreatorHomeService } from './creator-home/creator-home-service';
import { createEarningService } from './earning/earning-service';
import { createCardRefundService } from './card-refund/card-refund-service';
import { buyByCard, createCardSaleGrant } from './card-sale/buy-by-card';
import { createGatewayEventService } from './gateway-event/gateway-event-service';
import { createDisputeService } from './dispute/dispute-service';
import { createOrderDeps, createOrderGrant, createOrderService } from './order/order-service';
import { createCardService } from './payment/card-service';
import { createCheckoutService } from './payment/checkout-service';
import { createEarningStatementService } from './earning-statement/earning-statement-service';
import { createInvoiceService } from './invoice/invoice-service';
import { createPaperService } from './paper/paper-service';
import { createPaymentService } from './payment/payment-service';
import { createTaxService } from './payment/tax-service';
import { createAccountChangeListener } from './payout/notify-account-change';
import { createPayoutService } from './payout/payout-service';
import { createStripeAccountService } from './payout/stripe-account';
import { createPurchaseService } from './purchase/purchase-service';
import { createTaxReportService } from './tax-report/tax-report-service';
import { createReconciliationService } from './reconciliation/reconciliation-service';
import { createRefundRequestService } from './refund-request/refund-request-service';
import { createSaleRequestService } from './refund-request/sale-request-service';
import { createReceiptService } from './receipt/receipt-service';
import { createPlatformGrant } from './subscription/platform-grant';
import { createSubscriptionGrant } from './subscription/subscription-grant';
import { createUpcomingCharges } from './subscription/upcoming-charges';
import { createPaymentEligibility } from './payment-eligibility/payment-eligibility-service';
import { createSpendingLimitService } from './spending-limit/spending-limit-service';
import { createStatementService } from './wallet/statement-service';
import { createTopUpGrant } from './wallet/top-up-grant';
import { createTopUpService } from './wallet/top-up-service';
import { sendTip } from './wallet/send-tip';
import { unlockContent, type Offers } from './wallet/unlock-content';
import { createWalletRefundService } from './wallet/wallet-refund-service';
import { createWalletService } from './wallet/wallet-service';
import { createRenewals, createSubscriptionServices } from './subscription-services';

export type MoneyServices = ReturnType<typeof createMoneyServices>;

interface Domains {
  site: SiteServices;
  identity: IdentityServices;
  conversation: ConversationServices;
  content: ContentServices;
  live: LiveServices;
}

export function createMoneyServices(context: ServerContext, { site, identity, conversation, content, live }: Domains) {
  const { settings, address } = site;
  const { people, block, emailVerification, session } = identity;
  const { notification, message } = conversation;
  const earning = createEarningService(context, { people });
  const eligibility = createPaymentEligibility(context);
  const coupon = createCouponService(context);
  const tax = createTaxService(context, { address });
  const card = createCardService(context, { people, settings, emailVerification });
  const invoice = createInvoiceService(context, { settings });
  const receipt = createReceiptService(context, { people, settings, notification, invoice });
  const earningStatement = createEarningStatementService(context, { people, settings });
  const renewals = createRenewals(context, { people, notification, card, eligibility, block });
  const grantDeps = { ...context, people, earning, eligibility, message, follow: content.follow };
  const cardRefund = createCardRefundService({ ...context, notification });
  const spendingLimit = createSpendingLimitService(context);
  const wallet = createWalletService(context, { earning, cardRefund, spendingLimit });
  const offers = listOffers({ content, conversation, live });
  const saleDeps = { eligibility, wallet, offers };
  const checkout = createCheckoutService(context, { card, coupon, tax });
  const saleRequest = createSaleRequestService(context, { settings });
  const orderDeps = createOrderDeps(context, {
    settings,
    address,
    checkout,
    eligibility,
    wallet,
    people,
    notification,
    invoice,
    product: content.product,
  });
  const effects = {
    token_package: createTopUpGrant(context, { eligibility }),
    platform: createPlatformGrant(context, { eligibility, failures: renewals.platform.failures }),
    performer: createSubscriptionGrant({ ...grantDeps, failures: renewals.creator.failures }),
    feed: createCardSaleGrant(saleDeps, 'feed'),
    video: createCardSaleGrant(saleDeps, 'video'),
    gallery: createCardSaleGrant(saleDeps, 'gallery'),
    message: createCardSaleGrant(saleDeps, 'message'),
    stream: createCardSaleGrant(saleDeps, 'stream'),
    order: createOrderGrant(orderDeps),
  };
  const payment = createPaymentService(context, {
    people,
    settings,
    coupon,
    card,
    effects,
    cardRefund,
    earning,
    spendingLimit,
  });
  const stripeAccount = createStripeAccountService({ ...context, people, session });
  const dispute = createDisputeService({ ...context, earning, notification, payment, cardRefund });
  const payout = createPayoutService(context, { settings, notification, people, wallet, earning });
  const gatewayEvent = createGatewayEventService(context, {
    payment: payment.refresh,
    card: card.refresh,
    refund: cardRefund.refresh,
    dispute: dispute.refresh,
    recipient: stripeAccount.refresh,
    transfer: payout.refreshTransfer,
  });
  const { subscription, platform, announcePrices } = createSubscriptionServices(context, renewals, {
    people,
    settings,
    notification,
    payment,
    card,
    tax,
    checkout,
    eligibility,
    receipt,
    earning,
  });
  const chargeDeps = { ...context, settings, eligibility, charge: wallet.charge };
  const blockedFan = createBlockedFanService(context, { people, notification, subscription, settings });
  const order = createOrderService({ ...orderDeps, payment, saleRequest });
  const brokenSale = createBrokenSaleService(context, { wallet, order, notification });
  const decideDeps = { payment, wallet, order, earning };
  const refundRequest = createRefundRequestService(context, {
    people,
    settings,
    notification,
    subscription,
    ...decideDeps,
  });
  context.events.on(
    'payoutAccountChanged',
    createAccountChangeListener({ ...context, people, settings, notification }),
  );
  context.events.on('paymentCompleted', receipt.notifyCompleted);
  context.events.on('paymentCompleted', refundRequest.onPaymentCompleted);
  context.events.on('paymentPartRefunded', refundRequest.onPaymentPartRefunded);
  context.events.on('fileFailed', brokenSale.onFileFailed);
  context.events.on('fanBlockChanged', blockedFan.onFanBlockChanged);
  return {
    earning,
    eligibility,
    coupon,
    tax,
    card,
    receipt,
    invoice,
    earningStatement,
    taxReport: createTaxReportService(context),
    paper: createPaperService(context, { receipt, earningStatement }),
    payment,
    subscription,
    wallet,
    cardRefund,
    walletRefund: createWalletRefundService({ ...context, settings, notification, cardRefund }),
    gatewayEvent,
    order,
    refundRequest,
    brokenSale,
    commands: {
      sendTip: bindTo({ ...chargeDeps, people, message, chat: live.chat }, sendTip),
      unlockContent: bindTo({ ...chargeDeps, offers }, unlockContent),
      buyByCard: bindTo({ settings, payment, checkout, ...saleDeps }, buyByCard),
    },
    platform,
    spendingLimit,
    announcePrices,
    listUpcomingCharges: createUpcomingCharges({ ...context, people, settings, card, tax }),
    creatorHome: createCreatorHomeService(context, { earning, subscription, saleRequest }),
    topUp: createTopUpService({ settings, payment, checkout, eligibility }),
    statement: createStatementService(context, { people }),
    dispute,
    reconciliation: createReconciliationService(context),
    stripeAccount,
    payout,
    purchase: createPurchaseService(context, { people, message, contents: content }),
  };
}

const bindTo =
  <Deps, Caller, Input, Result>(deps: Deps, command: (deps: Deps, caller: Caller, input: Input) => Promise<Result>) =>
  (caller: Caller, input: Input): Promise<Result> =>
    command(deps, caller, input);

function listOffers({
  content: { feed, video, gallery },
  conversation: { message },
  live: { show },
}: Pick<Domains, 'content' | 'conversation' | 'live'>): Offers {
  const offer = (kind: typeof feed | typeof video | typeof gallery) => ({
    lock: kind.lockForSale,
    present: async (id: string, buyer: Actor) => (await kind.views([id], buyer, null)).get(id),
  });
  return {
    feed: offer(feed),
    video: offer(video),
    gallery: offer(gallery),
    message: { lock: message.lockForSale },
    stream: { lock: show.lockForSale, present: show.presentSold },
  };
}
