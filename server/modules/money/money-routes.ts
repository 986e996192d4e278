import { AppError } from '../../errors';
import { bind, type Binding } from '../../http/register-endpoint';
import type { MoneyServices } from './money-services';

export const moneyBindings = (services: MoneyServices): Binding[] => [
  ...bindWallet(services),
  ...bindSpending(services),
  ...bindOrders(services),
  ...bindPayments(services),
  ...bindSubscriptions(services),
  ...bindIncome(services),
  ...bindPayouts(services),
  ...bindRefunds(services),
];

const bindWallet = ({ commands, topUp, statement, purchase, receipt, paper }: MoneyServices): Binding[] => [
  bind('topUpWallet', (call) => topUp.topUp(call, call.body)),
  bind('tipPerformer', (call) => commands.sendTip(call, { ...call.body, performerId: call.params.id })),
  bind('buyFeed', (call) => commands.unlockContent(call, { target: 'feed', id: call.params.id, ...call.body })),
  bind('buyVideo', (call) => commands.unlockContent(call, { target: 'video', id: call.params.id, ...call.body })),
  bind('buyGallery', (call) => commands.unlockContent(call, { target: 'gallery', id: call.params.id, ...call.body })),
  bind('buyMessage', (call) => commands.unlockContent(call, { target: 'message', id: call.params.id, ...call.body })),
  bind('listCharges', (call) => statement.listCharges(call.actor, call.query)),
  bind('listWalletLines', (call) => statement.list(call.actor, call.query)),
  bind('listPurchases', (call) => purchase.list(call, call.query)),
  bind('getReceipt', (call) => receipt.get(call.actor, call.params.id)),
  bind('getReceiptFile', (call) => paper.linkReceipt(call.actor, call.params.id)),
];

const bindSpending = ({ spendingLimit, listUpcomingCharges }: MoneyServices): Binding[] => [
  bind('getSpendingLimit', (call) => spendingLimit.get(call.actor)),
  bind('setSpendingLimit', (call) => spendingLimit.set(call.actor, call.body)),
  bind('listUpcomingCharges', (call) => listUpcomingCharges(call.actor)),
];

const bindOrders = ({ order }: MoneyServices): Binding[] => [
  bind('buyProduct', (call) => order.buyProduct(call, { ...call.body, productId: call.params.id })),
  bind('reserveOrders', (call) => order.reserve(call, call.body)),
  bind('releaseOrders', (call) => order.release(call.actor)),
  bind('checkoutOrders', (call) => order.checkout(call, call.body)),
  bind('searchOrders', (call) => order.searchSold(call.actor, call.query)),
  bind('searchUserOrders', (call) => order.searchBought(call.actor, call.query)),
  bind('getOrder', (call) => order.get(call.actor, call.params.id)),
  bind('updateOrder', (call) => order.update(call, { ...call.body, id: call.params.id })),
  bind('updateOrderAddress', (call) => order.changeAddress(call.actor, { ...call.body, id: call.params.id })),
  bind('cancelOrder', (call) => order.cancel(call, call.params.id)),
  bind('getProductDownloadLink', (call) => order.download(call.actor, { id: call.params.id, country: call.country })),
];

const bindPayments = ({ commands, payment, card, tax, coupon }: MoneyServices): Binding[] => [
  bind('buyByCard', (call) => commands.buyByCard(call, call.body)),
  bind('searchTransactions', (call) => payment.search(call.actor, call.query)),
  bind('getTransaction', (call) => payment.get(call.actor, call.params.id)),
  bind('confirmPayment', (call) => payment.confirm(call.actor, call.params.id, call.body.outcome)),
  bind('listCards', (call) => card.list(call.actor, call.query)),
  bind('addCard', (call) => card.add(call.actor, call.body)),
  bind('checkCardEmail', (call) => card.checkEmail(call.actor, call.query)),
  bind('setDefaultCard', (call) => card.setDefault(call.actor, call.body.cardId)),
  bind('deleteCard', (call) => card.remove(call.actor, call.params.id)),
  bind('validateTaxAddress', async (call) => tax.validate(call.body)),
  bind('calculateTax', (call) => tax.calculate(call.body, call.country)),
  bind('applyCoupon', (call) => coupon.check(call.actor, call.params.id)),
];

/** Some routes serve subscriptions to creators and to the platform; the id tells which. */
const bindSubscriptions = ({ subscription, platform }: MoneyServices): Binding[] => [
  bind('subscribePerformer', (call) => subscription.subscribe(call, call.body)),
  bind('searchPerformerSubscriptions', (call) => subscription.searchOfPerformer(call.actor, call.query)),
  bind('searchUserSubscriptions', (call) => subscription.searchOfUser(call.actor, call.query)),
  bind('subscribePlatform', (call) => platform.subscribe(call, call.body)),
  bind('addCardAndSubscribe', (call) => platform.addCardAndSubscribe(call, call.body)),
  bind('getPlatformSubscription', (call) => platform.read(call.actor)),
  bind('cancelPlatformSubscription', (call) => platform.cancel(call.actor)),
  bind('cancelSubscription', ({ actor, params }) =>
    tryInOrder([() => subscription.cancel(actor, params.id), () => platform.cancelById(actor, params.id)]),
  ),
  bind('resumeSubscription', ({ actor, params }) =>
    tryInOrder([() => subscription.resume(actor, params.id), () => platform.resume(actor, params.id)]),
  ),
  bind('changeSubscriptionCard', ({ actor, params, body }) =>
    tryInOrder([
      () => subscription.changeCard(actor, params.id, body.cardId),
      () => platform.changeCard(actor, params.id, body.cardId),
    ]),
  ),
];

/** Tries until an attempt finds the subscription. @throws AppError ENTITY_NOT_FOUND */
async function tryInOrder(attempts: readonly (() => Promise<boolean>)[]): Promise<{ success: true }> {
  for (const attempt of attempts) if (await attempt()) return { success: true };
  throw new AppError('ENTITY_NOT_FOUND');
}

const bindPayouts = ({ payout, stripeAccount }: MoneyServices): Binding[] => [
  bind('createStripeAccount', (call) => stripeAccount.createLink(call.actor)),
  bind('getStripeAccount', (call) => stripeAccount.get(call.actor)),
  bind('refreshStripeAccount', (call) => stripeAccount.refreshOwn(call.actor)),
  bind('calculatePayout', (call) => payout.calculate(call.actor, call.body)),
  bind('checkPendingPayout', (call) => payout.checkPending(call.actor)),
  bind('searchPayoutRequests', (call) => payout.search(call.actor, call.query)),
  bind('createPayoutRequest', (call) => payout.create(call, call.body)),
  bind('updatePayoutRequest', (call) => payout.change(call, { ...call.body, id: call.params.id })),
  bind('withdrawPayoutRequest', (call) => payout.withdraw(call, call.params.id)),
  bind('getPayoutRequest', (call) => payout.get(call.actor, call.params.id)),
];

const bindRefunds = ({ refundRequest }: MoneyServices): Binding[] => [
  bind('askForRefund', (call) => refundRequest.ask(call, call.body)),
  bind('listRefundRequests', (call) => refundRequest.searchOwn(call.actor, call.query)),
  bind('searchReceivedRefunds', (call) => refundRequest.searchReceived(call.actor, call.query)),
  bind('getRefundOfSale', (call) => refundRequest.getOfSale(call.actor, call.params.id)),
  bind('getSubscriptionRest', (call) => refundRequest.readRest(call.actor, call.params.id)),
  bind('grantRefund', (call) =>
    refundRequest.decide(call, { id: call.params.id, isGranted: true, answer: call.body.answer ?? '' }),
  ),
  bind('refuseRefund', (call) =>
    refundRequest.decide(call, { id: call.params.id, isGranted: false, answer: call.body.answer ?? '' }),
  ),
];

const bindIncome = ({ earning, earningStatement, paper, creatorHome }: MoneyServices): Binding[] => [
  bind('listStatements', (call) => earningStatement.list(call.actor)),
  bind('getStatementFile', (call) => paper.linkStatement(call.actor, { ...call.params, ...call.query })),
  bind('getEarningStats', (call) => earning.stats(call.actor, call.query)),
  bind('searchEarnings', (call) => earning.search(call.actor, call.query)),
  bind('searchSubscriptionEarnings', (call) => earning.searchSubscriptions(call.actor, call.query)),
  bind('getCreatorHome', (call) => creatorHome.overview(call.actor)),
  bind('listPostSales', (call) => creatorHome.postSales(call.actor, call.query)),
  bind('getFan', (call) => creatorHome.fan(call.actor, call.params.id)),
];
