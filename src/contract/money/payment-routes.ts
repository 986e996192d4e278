import { defineRoutes } from '../base/define';

export const paymentRoutes = defineRoutes({
  subscribePerformer: { method: 'POST', path: '/payment/subscribe/performers', access: 'user', idempotent: true },
  subscribePlatform: { method: 'POST', path: '/payment/subscribe', access: 'user', idempotent: true },
  addCardAndSubscribe: { method: 'POST', path: '/payment/add-card-and-subscribe', access: 'user', idempotent: true },
  getPlatformSubscription: { method: 'GET', path: '/users/isUserSubscribed', access: 'user' },
  /** Compatible backends cancel by GET. POST is for clients that do not use GET for changes. */
  cancelPlatformSubscription: {
    method: 'GET',
    path: '/payment/subscription/cancel',
    access: 'user',
    changes: true,
    aliases: ['POST /payment/subscription/cancel'],
  },
  cancelSubscription: { method: 'POST', path: '/payment/:type/cancel-subscription/:id', access: 'signedIn' },
  resumeSubscription: {
    method: 'POST',
    path: '/payment/:type/resume-subscription/:id',
    access: 'user',
    extension: true,
  },
  changeSubscriptionCard: {
    method: 'POST',
    path: '/payment/:type/subscription-card/:id',
    access: 'user',
    extension: true,
  },
  topUpWallet: { method: 'POST', path: '/payment/wallet/top-up', access: 'user', idempotent: true },
  buyByCard: { method: 'POST', path: '/payment/purchases', access: 'user', idempotent: true, extension: true },
  searchTransactions: { method: 'GET', path: '/payment/transactions/user/search', access: 'user' },
  getTransaction: { method: 'GET', path: '/payment/transactions/:id', access: 'user', extension: true },
  /** Our extension. Takes the id of a payment or of a wallet charge. */
  getReceipt: { method: 'GET', path: '/payment/receipts/:id', access: 'user', extension: true },
  getReceiptFile: { method: 'GET', path: '/payment/receipts/:id/pdf', access: 'user', extension: true },
  confirmPayment: {
    method: 'POST',
    path: '/payment/transactions/:id/confirm',
    access: 'user',
    idempotent: true,
    extension: true,
  },
  listCards: { method: 'GET', path: '/payment-cards', access: 'user' },
  addCard: { method: 'POST', path: '/payment-cards', access: 'user' },
  checkCardEmail: { method: 'GET', path: '/payment-cards/email-verification', access: 'user', changes: true },
  setDefaultCard: { method: 'POST', path: '/payment-cards/update/default-card', access: 'user' },
  deleteCard: { method: 'DELETE', path: '/payment-cards/:id', access: 'user' },
  applyCoupon: { method: 'POST', path: '/coupons/:id/apply-coupon', access: 'signedIn' },
  validateTaxAddress: { method: 'POST', path: '/tax/validate-address', access: 'signedIn' },
  calculateTax: { method: 'POST', path: '/tax/calculate', access: 'signedIn' },
  createStripeAccount: { method: 'POST', path: '/stripe/accounts', access: 'performer' },
  /** Our extension; some compatible backends have `getStripeAccount`. */
  getStripeAccount: { method: 'GET', path: '/stripe/accounts/me', access: 'performer', extension: true },
  refreshStripeAccount: { method: 'POST', path: '/stripe/accounts/me', access: 'performer', extension: true },
});
