/** Limits of the product. Money is in major units, as on the wire. "Decision" marks limits that are our own choice. */
export const limits = {
  /** Items in a list by default. Wire contract 1.5. */
  listDefault: 10,
  /** Maximum items in a list. Wire contract 1.5. */
  listMax: 200,
  /** Messages and conversations per page. Specification 9. */
  messagePage: 25,
  /** Content cards per page. Wire contract 1.5. */
  contentPage: 12,
  /** Search results counted per kind of item; there can be more. */
  mostFound: 200,
  /** Table rows per page. Wire contract 1.5. */
  tablePage: 10,
  /** Files in one message. Wire contract 1.8. */
  messageFiles: 6,
  /** Images in one post. Decision. */
  feedFiles: 20,
  /** Photos in a gallery that can be arranged by hand. Decision. */
  galleryPhotos: 1_000,
  /** Units of a product in stock. Decision. */
  productStock: 1_000_000,
  /** Maximum days that a creator can name for shipping, for delivery, or for downloads. */
  deliveryDays: 365,
  downloads: 1000,
  /** Products in a cart. */
  cartLines: 50,
  /** Units of one product in an order. */
  orderQuantity: 1000,
  /** Tags of one video. Decision. */
  tags: 20,
  /** Characters of a tag. Decision. */
  tagText: 40,
  /** Other creators that one video can name. Decision. */
  participants: 20,
  /** Characters of a video's captions, enough for hours of speech. Decision. */
  captions: 500_000,
  /** Answers in one poll. Decision. */
  pollOptions: 6,
  /** Characters. Decision. */
  feedText: 5000,
  /** Characters. Decision. */
  messageText: 2000,
  /** Characters that our web app sends and shows at first of a message in a show; the API takes `messageText`. Decision. */
  chatText: 500,
  /** Characters. Decision. */
  commentText: 1000,
  /** Seconds after which a show ends whose host is gone. ADR 63. */
  hostGraceSeconds: 60,
  /** Characters of the note on a tip. Decision. */
  tipNote: 200,
  /** Characters of the reason for a refund request, and of the reply. Decision. */
  refundText: 1000,
  /** Characters of an operator's reason or note. Decision. */
  operatorText: 1000,
  /** Characters of an operator's reason for a payout that was not paid, and of the bank's reference. Decision. */
  payoutReason: 1000,
  payoutReference: 140,
  /** Characters of a report's decision, of an appeal, and of the answer to it. Decision. */
  decisionText: 1000,
  /** Days in which a removal can be appealed: at least six months. Digital Services Act (EU) 2022/2065, article 20 (1). */
  appealDays: 184,
  /**
   * Hours after which an open report is late, and far too late. The Digital Services Act asks for decisions "in a timely manner"
   * (article 16 (6)); the numbers are a decision.
   */
  reportLateHours: 24,
  reportOverdueHours: 7 * 24,
  /** Minimum and maximum that a fan can set as monthly spending limit, in major units. Decision. */
  spendingMin: 1,
  spendingMax: 100_000,
  /** Characters of the last message shown in a conversation list. Wire contract 3.17. */
  lastMessagePreview: 30,
  /** Characters. Wire contract 2.1. */
  passwordMin: 6,
  /** Minimum characters of a new password in our API; logins and other backends accept six. Decision. */
  newPasswordMin: 8,
  passwordMax: 200,
  usernameMin: 3,
  usernameMax: 30,
  /** Milliseconds. Specification 9. */
  socketReconnectMin: 1_000,
  socketReconnectMax: 10_000,
  /** Lifetime of the auth cookie in days, with and without "remember". Specification 9. */
  rememberDays: 365,
  sessionDays: 1,
  /** Lifetime of the cookies of a Twitter OAuth flow in days. Specification 9. */
  twitterCookieDays: 1,
  /** Bytes. The wire contract names 200 MB for teasers and welcome videos; the others are decisions. */
  imageBytes: 25 * 1024 * 1024,
  videoBytes: 2 * 1024 * 1024 * 1024,
  teaserBytes: 200 * 1024 * 1024,
  audioBytes: 200 * 1024 * 1024,
  documentBytes: 20 * 1024 * 1024,
  /** API keys of one account, characters of the name of one, and the most days until one expires. Decision. */
  apiKeys: 20,
  apiKeyName: 60,
  apiKeyDays: 366,
  /** Webhook endpoints of one account, and deliveries that may wait for one. Decision. */
  webhookEndpoints: 10,
  webhooksWaiting: 1_000,
  /** Delivery addresses of one account. Decision. */
  addresses: 20,
  /** Pixels of one image, against decompression bombs. Decision. */
  imagePixels: 100_000_000,
  /** Frames of an animation: each takes time to decode, however small it is. Decision. */
  imageFrames: 1_000,
  /** Pixels of one video frame, and maximum seconds of a video or audio file. Decision. */
  filmPixels: 4096 * 4096,
  filmSeconds: 4 * 3600,
  /** Tickets to live shows shorter than this are refunded, in seconds. Decision. */
  leastTicketedShow: 300,
  /** Frames per second of a video: enough for slow motion recorded by phones. Decision. */
  filmRate: 240,
  /** Samples per second of all audio channels: two of 192 kHz, or eight of 48. */
  soundRate: 384_000,
  /** Memory limit of a process that decodes a file. Decision. */
  mediaMemoryBytes: 1536 * 1024 * 1024,
  /** Lifetime of a signed media link in seconds. Decisions 3. */
  mediaLinkSeconds: 900,
} as const;

/** Years, unless a site sets its own minimum. Decision. */
export const defaultMinimumAge = 18;

/** Mails that an account gets by default. Decision. */
export const defaultMails = {
  messages: true,
  subscriptions: true,
  sales: true,
  tips: true,
  follows: false,
  comments: true,
  likes: false,
  posts: false,
  live: true,
} as const;

/** Kinds of news that are pushed to subscribed devices. Those about the account itself always are. */
export const defaultPushes = {
  messages: true,
  subscriptions: true,
  sales: true,
  tips: true,
  follows: false,
  comments: true,
  likes: false,
  posts: true,
  live: true,
  orders: true,
  payouts: true,
} as const;

/** Kinds of news that are listed as notifications on the site. Messages have their own list. */
export const defaultSiteNews = {
  subscriptions: true,
  sales: true,
  tips: true,
  follows: true,
  comments: true,
  likes: true,
  posts: true,
  live: true,
  orders: true,
  payouts: true,
} as const;

/** Specification 9: settings of a site until its operator changes them. Major units, days. */
export const defaultSettings = {
  freeSubscriptionEnabled: true,
  freeSubscriptionDuration: 1,
  minimumSubscriptionPrice: 2.95,
  maximumSubscriptionPrice: 300,
  monthlySubscriptionPrice: 11.99,
  priceChangeNoticeDays: 30,
  minimumWalletPrice: 10,
  maximumWalletPrice: 1000,
  minimumTipPrice: 3,
  maximumTipPrice: 400,
  maximumPpvPrice: 400,
  minMinutePrice: 1,
  maxMinutePrice: 100,
  minimumPayoutAmount: 50,
  paymentGateway: 'stripe',
} as const;

/**
 * Letters, digits, dot, dash, underscore; starts with a letter or digit. No dot at the end: programs that detect links in a
 * text take it for the end of a sentence. Matched in lower case.
 */
export const usernamePattern = /^[a-z0-9][a-z0-9._-]{1,28}[a-z0-9_-]$/;

/** First path segments of our pages and calls, which cannot be usernames. */
export const reservedUsernames: ReadonlySet<string> = new Set([
  'home', 'auth', 'user', 'users', 'creator', 'creators', 'page', 'contact', 'post', 'video', 'gallery', 'product',
  'messages', 'streaming', 'cart', 'wallet', 'payment', 'notification', 'notifications', 'search', 'admin', 'api',
  'media', 'health', 'socket.io', 'styleguide', 'settings', 'me', 'top', 'login', 'logout', 'register', 'about',
  'help', 'support', 'terms', 'privacy', 'static', 'public', '_next', '404', '500', 'favicon.ico', 'robots.txt',
  'sitemap.xml', 'sitemap', 'manifest.webmanifest', 'apple-touch-icon.png', 'icon-192.png', 'icon-512.png', 'icon-maskable-192.png',
  'icon-maskable-512.png', 'badge-96.png', 'sw.js', 'offline.html', 'undefined', 'null', 'dev', 'live', 'explore', 'shop',
  'art', 'favicon.svg', 'performer', 'performers', 'performer-assets', 'follows', 'reactions', 'comments', 'reports',
  'block', 'page-failures', 'posts', 'addresses', 'countries', 'states', 'cities', 'languages', 'phone-codes',
  'user-additional', 'categories', 'captcha', 're-captcha', 'geo', 'files', 'site-promo', 'orders', 'payment-cards',
  'coupons', 'tax', 'stripe', 'subscriptions', 'payout-requests', 'refund-requests', 'conversations', 'sandbox', 'flags', 'metrics',
  'openapi.json', 'site.webmanifest', 'push', 'api-keys', 'webhook-endpoints', 'takedowns', 'licences', 'status',
  'third-party-licences.txt',
]); // prettier-ignore
