/** Every URL of the web app, so that no link is written by hand. Decisions 4. */
export const paths = {
  landing: '/',
  home: '/home',
  creators: '/creator',
  search: (q = '', kind = '') =>
    `/search${q && `?q=${encodeURIComponent(q)}`}${q && kind && `&kind=${encodeURIComponent(kind)}`}`,
  profile: (usernameOrId: string) => `/${encodeURIComponent(usernameOrId)}`,
  post: (idOrSlug: string) => `/post/${encodeURIComponent(idOrSlug)}`,
  video: (idOrSlug: string) => `/video/${encodeURIComponent(idOrSlug)}`,
  gallery: (idOrSlug: string) => `/gallery/${encodeURIComponent(idOrSlug)}`,
  product: (idOrSlug: string) => `/product/${encodeURIComponent(idOrSlug)}`,
  page: (slug: string) => `/page/${encodeURIComponent(slug)}`,
  contact: '/contact',
  licences: '/licences',
  status: '/status',
  messages: '/messages',
  conversation: (id: string) => `/messages/${encodeURIComponent(id)}`,
  messageTo: (source: 'user' | 'performer', id: string) =>
    `/messages?toSource=${source}&toId=${encodeURIComponent(id)}`,
  streaming: '/streaming',
  watch: (usernameOrId: string) => `/streaming/${encodeURIComponent(usernameOrId)}`,
  notifications: '/notification',
  removed: '/notification/removed',
  wallet: '/wallet',
  spendingLimit: '/wallet#spending-limit',
  siteMembership: '/wallet#site-membership',
  paymentSuccess: '/payment/success',
  paymentCancel: '/payment/cancel',
  cart: '/cart',
  orders: '/user/orders',
  order: (id: string) => `/user/orders/${encodeURIComponent(id)}`,
  sales: '/creator/my-order',
  sale: (id: string) => `/creator/my-order/${encodeURIComponent(id)}`,
  receipt: (id: string) => `/payment/receipt/${encodeURIComponent(id)}`,
  auth: {
    login: '/auth/login',
    loginFor: (back: string) => `/auth/login?returnTo=${encodeURIComponent(back)}`,
    register: '/auth/register',
    registerFor: (back: string) => `/auth/register?returnTo=${encodeURIComponent(back)}`,
    fanRegister: '/auth/fan-register',
    creatorRegister: '/auth/creator-register',
    forgotPassword: '/auth/forgot-password',
    resetPassword: '/auth/reset-password',
    verification: '/auth/verification',
    emailVerified: '/auth/email-verified-success',
    googleCallback: '/auth/google/callback',
    twitterCallback: '/auth/twitter/callback',
  },
  user: {
    account: '/user/account',
    cards: '/user/cards',
    paymentHistory: '/user/payment-history',
    walletTransactions: '/user/wallet-transaction',
    subscriptions: '/user/my-subscription',
    bookmarks: '/user/bookmarks',
    following: '/user/following',
    purchased: '/user/purchased-content',
    addresses: '/user/addresses',
    developer: '/user/developer',
  },
  creator: {
    account: '/creator/account',
    blacklist: '/creator/blacklist',
    blockCountries: '/creator/block-countries',
    dashboard: '/creator/dashboard',
    posts: '/creator/my-post',
    createPost: '/creator/my-post/create',
    live: '/creator/live',
    videos: '/creator/my-video',
    bulkUpload: '/creator/my-video/bulk-upload',
    galleries: '/creator/my-gallery',
    photos: '/creator/my-photo',
    store: '/creator/my-store',
    subscribers: '/creator/my-subscriber',
    followers: '/creator/my-follower',
    earnings: '/creator/earning',
    payouts: '/creator/payout-request',
    requestPayout: '/creator/payout-request/create',
    changePayout: (id: string) => `/creator/payout-request/update/${encodeURIComponent(id)}`,
    banking: '/creator/banking',
    refunds: '/creator/refunds',
  },
} as const;

/** Query parameter with the name of the notice to show after a redirect. ux.md G-14. */
export const NOTICE_PARAMETER = 'notice';

/** Accepts only paths of this site: any other URL would be an open redirect. */
export function toSafeReturnPath(value: unknown): string | undefined {
  // Browsers read a backslash as a slash, and strip tabs and line breaks.
  const isPath = typeof value === 'string' && /^\/(?![/\\])\P{Cc}*$/u.test(value);
  return isPath && !value.startsWith('/auth/') ? value : undefined;
}
