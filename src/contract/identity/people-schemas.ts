import { z } from 'zod';
import { Dollars, File, IsoDate, ObjectId, each, stamps, revisionField } from '../base/common-schemas';
import { defaultMails, defaultPushes, defaultSiteNews } from '../base/limits';

/** Views of accounts, named as in wire contract 0. Counters are integers; for `isOnline` and `live`, test truthiness. */

const Truthy = z.union([z.boolean(), z.number()]);
export const Gender = z.enum(['male', 'female', 'transgender', 'couple']);
/** The last three are our extension: owners can undo `closing`; `deleted` accounts keep only data that others need. */
export const AccountStatus = z.enum([
  'active',
  'inactive',
  'pending-email-confirmation',
  'closing',
  'erasing',
  'deleted',
]);

/** Accounts that can message or comment; `follows` also includes accounts linked by a subscription. Our extension. */
export const Circle = z.enum(['everyone', 'follows', 'subscriptions', 'nobody']);

/** Mails that can be turned off; those about the account and its payments are always sent. Our extension. */
export const MailPreferences = z.object(each(Object.keys(defaultMails) as (keyof typeof defaultMails)[], z.boolean()));

/** Kinds of news that are pushed to subscribed devices, and that are listed on the site. Our extension. */
export const PushPreferences = z.object(
  each(Object.keys(defaultPushes) as (keyof typeof defaultPushes)[], z.boolean()),
);
export const SitePreferences = z.object(
  each(Object.keys(defaultSiteNews) as (keyof typeof defaultSiteNews)[], z.boolean()),
);

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** Nothing is pushed between these times of the account's own clock; across midnight if `from` is later than `to`. */
export const QuietHours = z.object({
  from: Time,
  to: Time,
  /** IANA name, such as `Europe/Prague`. */
  timeZone: z.string().max(64).refine(isTimeZone, 'must be a time zone'),
});

/** Our extension. `hideFromSearch` hides an account from lists, but not from visitors who know its name. */
const Preferences = z.object({
  hideFromSearch: z.boolean(),
  showOnline: z.boolean(),
  readReceipts: z.boolean(),
  messagesFrom: Circle,
  /** Creators only. */
  commentsFrom: Circle.optional(),
  mails: MailPreferences,
  pushes: PushPreferences.optional(),
  site: SitePreferences.optional(),
  /** Null if there are none. */
  quietHours: QuietHours.nullish(),
});

/** Our extension: fields that only the account's owner gets. */
const ownState = {
  ...revisionField,
  /** False for accounts created by phone or by OAuth. */
  hasPassword: z.boolean().optional(),
  /** Becomes the email once the link sent to it is opened. */
  pendingEmail: z.string().nullish(),
  /** When the account is deleted, while `status` is `closing`. */
  deletionAt: IsoDate.nullish(),
  preferences: Preferences.optional(),
};

export const UserStats = z.object({ totalSubscriptions: z.number(), following: z.number() });

export const PerformerStats = z.object({
  ...each(['likes', 'subscribers', 'views', 'followers', 'totalVideos', 'totalPhotos', 'totalGalleries'], z.number()),
  ...each(['totalProducts', 'totalFeeds', 'totalStreamTime'], z.number()),
});

export const UserPublic = z.object({
  _id: ObjectId,
  name: z.string(),
  username: z.string().nullish(),
  /** Absolute URL; empty if there is none. */
  avatar: z.string(),
  isOnline: Truthy,
  isPerformer: z.literal(false),
  country: z.string().nullish(),
  stats: UserStats,
  createdAt: IsoDate,
  updatedAt: IsoDate,
});

export const UserMe = UserPublic.extend({
  email: z.string().nullish(),
  firstName: z.string().nullish(),
  lastName: z.string().nullish(),
  phone: z.string().nullish(),
  status: AccountStatus,
  gender: Gender.nullish(),
  /** `balance` and `wallet` are the same sum. Wire contract 6. */
  balance: Dollars,
  wallet: Dollars,
  pendingBalance: Dollars,
  roles: z.array(z.string()),
  /** Our extension: the account has declared the site's minimum age. */
  isAgeDeclared: z.boolean().optional(),
  verifiedEmail: z.boolean(),
  twitterConnected: z.boolean(),
  googleConnected: z.boolean(),
  twoStepEnabled: z.boolean().optional(),
  followPopupShown: z.boolean().optional(),
  welcomeVideoDismissed: z.boolean().optional(),
  ...ownState,
});

export const StreamingStatus = z.enum(['public', 'private', 'group', 'offline']);

export const PerformerSearch = z.object({
  _id: ObjectId,
  name: z.string(),
  username: z.string(),
  avatar: z.string(),
  cover: z.string(),
  gender: Gender.nullish(),
  country: z.string().nullish(),
  stats: PerformerStats,
  score: z.number().optional(),
  isOnline: Truthy,
  live: Truthy,
  streamingStatus: StreamingStatus,
  isFreeSubscription: z.boolean(),
  durationFreeSubscriptionDays: z.number(),
  verifiedAccount: z.boolean(),
  isFollowed: z.boolean(),
  isFeatured: z.boolean(),
  dateOfBirth: IsoDate.nullish(),
  /** Headline and prices for the creator card: our extension, not in the search results of compatible backends. */
  headline: z.string().nullish(),
  monthlyPrice: Dollars.optional(),
  yearlyPrice: Dollars.optional(),
  isSubscribed: z.boolean().optional(),
});

/** Values come from `GET /user-additional`. */
export const bodyTraits = [
  ...(['height', 'weight', 'hair', 'pubicHair', 'butt', 'ethnicity', 'eyes', 'bodyType'] as const),
  'sexualOrientation',
] as const;

export const PerformerPublic = PerformerSearch.extend({
  ...each(bodyTraits, z.string().nullish()),
  isPerformer: z.literal(true),
  bio: z.string().nullish(),
  monthlyPrice: Dollars,
  yearlyPrice: Dollars,
  publicChatPrice: Dollars.optional(),
  isSubscribed: z.boolean(),
  lastStreamingTime: IsoDate.nullish(),
  welcomeVideoPath: z.string().nullish(),
  welcomeVideoName: z.string().nullish(),
  activateWelcomeVideo: z.boolean().optional(),
});

export const BlockCountries = z.object({ countryCodes: z.array(z.string()) });

/** The viewer's subscription to this creator. Our extension, so that a profile needs one call; compatible backends lack it. */
export const ViewerSubscription = z.object({
  _id: ObjectId,
  subscriptionType: z.enum(['monthly', 'yearly', 'free', 'system']),
  status: z.enum(['active', 'deactivated', 'past_due']),
  expiredAt: IsoDate,
  /** Renewals keep its day of the month. */
  startRecurringDate: IsoDate.nullish(),
  nextRecurringDate: IsoDate.nullish(),
  price: Dollars,
});

export const PerformerDetails = PerformerPublic.extend({
  status: AccountStatus,
  ...each(['firstName', 'lastName', 'city', 'state', 'zipcode', 'address'], z.string().nullish()),
  languages: z.array(z.string()),
  categoryIds: z.array(z.string()),
  socialLinks: z.array(z.object({ label: z.string(), url: z.string() })).optional(),
  isBookMarked: z.boolean(),
  isBookmarked: z.boolean(),
  welcomeVideoId: ObjectId.nullish(),
  subscription: ViewerSubscription.nullish(),
  /** Whether published items contain photos or videos; no count of compatible backends covers posts. Our extension. */
  hasMedia: z.boolean().optional(),
  /** Our extension: false if not even subscribers can start a conversation. */
  takesMessages: z.boolean().optional(),
  createdAt: IsoDate,
  updatedAt: IsoDate,
});

const Document = z.object({
  _id: ObjectId,
  url: z.string(),
  mimeType: z.string(),
  /** Our extension: the operators' decision and its reason. */
  status: z.enum(['waiting', 'approved', 'rejected']).optional(),
  reason: z.string().nullish(),
  /** Our extension: since when it has waited for review. */
  sentAt: IsoDate.optional(),
});

/** Bank account for payouts; private. Wire contract 2.3. */
export const BankingInformation = z.object({
  ...stamps,
  performerId: ObjectId,
  ...each(['firstName', 'lastName', 'bankName', 'bankAccount'], z.string()),
  ...each(['SSN', 'bankRouting', 'bankSwiftCode', 'address', 'city', 'state', 'country'], z.string().nullish()),
});

/** Gateway account for payouts; private. `value` depends on the gateway, such as `{ email }` for PayPal. */
export const PaymentGatewaySetting = z.object({
  _id: ObjectId,
  performerId: ObjectId,
  key: z.enum(['paypal', 'ccbill']),
  value: z.record(z.string(), z.string()),
  status: z.enum(['active', 'inactive']),
});

/** Our extension: the site's commission on a creator's sales, as fractions, and the holding period of income. */
export const EarningTerms = z.object({
  commission: z.number(),
  /** Kinds of sale with a commission of their own. */
  commissions: z.array(z.object({ kind: z.string(), commission: z.number() })),
  /** Days from a sale until its income is available. */
  holdingDays: z.number(),
});
export type EarningTerms = z.output<typeof EarningTerms>;

export const PerformerMe = PerformerDetails.extend({
  balance: Dollars,
  wallet: Dollars,
  pendingBalance: Dollars,
  email: z.string().nullish(),
  phone: z.string().nullish(),
  phoneCode: z.string().nullish(),
  blockCountries: BlockCountries,
  verifiedEmail: z.boolean(),
  /** Our extension: false while the prices are the defaults of new creators. */
  pricesChosen: z.boolean().optional(),
  earningTerms: EarningTerms.optional(),
  verifiedDocument: z.boolean(),
  idVerification: Document.nullish(),
  idVerificationId: ObjectId.nullish(),
  documentVerification: Document.nullish(),
  documentVerificationId: ObjectId.nullish(),
  bankingInformation: BankingInformation.nullish(),
  paypalSetting: PaymentGatewaySetting.nullish(),
  ccbillSetting: PaymentGatewaySetting.nullish(),
  twitterConnected: z.boolean(),
  googleConnected: z.boolean(),
  twoStepEnabled: z.boolean().optional(),
  followPopupShown: z.boolean().optional(),
  welcomeVideoDismissed: z.boolean().optional(),
  welcomeMessage: z.string().nullish(),
  welcomeMessageFiles: z.array(File).optional(),
  ...ownState,
});

/** Distinguished by `isPerformer`. */
export const Me = z.union([PerformerMe, UserMe]);

export const PersonPublic = z.union([PerformerPublic, UserPublic]);
