import { z } from 'zod';
import { Dollars, File, IsoDate, ObjectId, each, stamps, revisionField } from '../base/common-schemas';
import { defaultMails } from '../base/limits';

/** Views of people, named as in wire contract 0. Counters are whole numbers; `isOnline`, `live` are read by truthiness. */

const Truthy = z.union([z.boolean(), z.number()]);
export const Gender = z.enum(['male', 'female', 'transgender', 'couple']);
/** The last two are ours: `closing` may still be taken back by its owner, of `deleted` only what others need is left. */
export const AccountStatus = z.enum([
  'active',
  'inactive',
  'pending-email-confirmation',
  'closing',
  'erasing',
  'deleted',
]);

/** Who may write to somebody, or comment: those linked by a follow or a subscription, or by a running subscription only. Ours. */
export const Circle = z.enum(['everyone', 'follows', 'subscriptions', 'nobody']);

/** Which mails come; those about the account itself and about payments always do. Ours. */
export const MailPreferences = z.object(each(Object.keys(defaultMails) as (keyof typeof defaultMails)[], z.boolean()));

/** Ours. `hideFromSearch` keeps somebody out of lists, not from those who know their name. */
const Preferences = z.object({
  hideFromSearch: z.boolean(),
  showOnline: z.boolean(),
  readReceipts: z.boolean(),
  messagesFrom: Circle,
  /** Creators only. */
  commentsFrom: Circle.optional(),
  mails: MailPreferences,
});

/** What only ours tells accounts of themselves. */
const ownState = {
  ...revisionField,
  /** False for accounts that were made by phone or by another site's log-in. */
  hasPassword: z.boolean().optional(),
  /** An address that counts once the link sent there was opened. */
  pendingEmail: z.string().nullish(),
  /** When the account goes, while `status` is `closing`. */
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
  /** Absolute URL, empty when none. */
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
  /** `balance` and `wallet` are the same sum under both names. Wire contract 6. */
  balance: Dollars,
  wallet: Dollars,
  pendingBalance: Dollars,
  roles: z.array(z.string()),
  /** Ours: they have declared to be as old as the site asks. */
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
  /** One line on what they make, prices: not in the family's search view, sent by ours for the creator card. */
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

/** The viewer's own subscription to this creator: not in the family, sent by ours so that a profile needs one call. */
export const ViewerSubscription = z.object({
  _id: ObjectId,
  subscriptionType: z.enum(['monthly', 'yearly', 'free', 'system']),
  status: z.enum(['active', 'deactivated', 'past_due']),
  expiredAt: IsoDate,
  /** Its day of the month is the one that renewals keep. */
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
  /** Whether anything published holds photos or videos: no count of the family says so of posts. Ours. */
  hasMedia: z.boolean().optional(),
  /** Ours: false where not even subscribers may begin to write. */
  takesMessages: z.boolean().optional(),
  createdAt: IsoDate,
  updatedAt: IsoDate,
});

const Document = z.object({
  _id: ObjectId,
  url: z.string(),
  mimeType: z.string(),
  /** Ours: what the operators said of it, and why not. */
  status: z.enum(['waiting', 'approved', 'rejected']).optional(),
  reason: z.string().nullish(),
  /** Ours: since when it waits to be looked at. */
  sentAt: IsoDate.optional(),
});

/** Where payouts by bank go; private. Wire contract 2.3. */
export const BankingInformation = z.object({
  ...stamps,
  performerId: ObjectId,
  ...each(['firstName', 'lastName', 'bankName', 'bankAccount'], z.string()),
  ...each(['SSN', 'bankRouting', 'bankSwiftCode', 'address', 'city', 'state', 'country'], z.string().nullish()),
});

/** Where payouts by a gateway go; private. `value` is the gateway's own, such as `{ email }` for PayPal. */
export const PaymentGatewaySetting = z.object({
  _id: ObjectId,
  performerId: ObjectId,
  key: z.enum(['paypal', 'ccbill']),
  value: z.record(z.string(), z.string()),
  status: z.enum(['active', 'inactive']),
});

/** Ours: what the site keeps of a creator's sales, as fractions, and when the rest is theirs. */
export const EarningTerms = z.object({
  commission: z.number(),
  /** The kinds of sale that have their own. */
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
  /** Ours: false while the prices are those that every new creator begins with. */
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

/** The current user, told apart by `isPerformer`. */
export const Me = z.union([PerformerMe, UserMe]);

/** The other party of something: a fan or a creator. */
export const PersonPublic = z.union([PerformerPublic, UserPublic]);
