import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import {
  createdAt,
  id,
  timestampUtc,
  money,
  ownedBy,
  foreignKey,
  revision,
  sharedPrimaryKey,
  texts,
  timestamps,
} from '../columns';

/** `from` and `to` as `22:00`. */
export interface QuietHours {
  from: string;
  to: string;
  /** IANA name, such as `Europe/Prague`. */
  timeZone: string;
}

/** Fans (`user`) and creators (`performer`), in one table, so that emails and usernames are unique across both. */
export const accounts = pgTable(
  'accounts',
  {
    id: id(),
    kind: text('kind', { enum: ['user', 'performer'] }).notNull(),
    /** Lower case; null for accounts created by phone. */
    email: text('email'),
    username: text('username'),
    passwordHash: text('password_hash'),
    name: text('name').notNull().default(''),
    firstName: text('first_name'),
    lastName: text('last_name'),
    phone: text('phone'),
    /** Confirmed by a texted code, so that it can be used to log in. Verified phones are stored in E.164 format. */
    verifiedPhone: boolean('verified_phone').notNull().default(false),
    phoneCode: text('phone_code'),
    gender: text('gender', { enum: ['male', 'female', 'transgender', 'couple'] }),
    country: text('country'),
    avatarId: foreignKey('avatar_id'),
    coverId: foreignKey('cover_id'),
    roles: texts('roles'),
    revision: revision(),
    /**
     * `closing` lasts until `deletionAt`; a creator stays `active` until then if fans have paid for longer. `erasing` cannot be
     * undone. `deleted` rows keep only data that others, or the law, require.
     */
    status: text('status', {
      enum: ['active', 'inactive', 'pending-email-confirmation', 'closing', 'erasing', 'deleted'],
    })
      .notNull()
      .default('active'),
    deletionAt: timestampUtc('deletion_at'),
    ageDeclaredAt: timestampUtc('age_declared_at'),
    /** Created by logging in with a phone, Google or Twitter, which does not ask for the age. */
    isWithoutForm: boolean('is_without_form').notNull().default(false),
    pendingEmail: text('pending_email'),
    verifiedEmail: boolean('verified_email').notNull().default(false),
    twitterId: text('twitter_id'),
    googleId: text('google_id'),
    twitterLabel: text('twitter_label'),
    googleLabel: text('google_label'),
    twoStepEnabled: boolean('two_step_enabled').notNull().default(false),
    /** Keyed hash of the number of the identity document from sign-up, to detect that it is used twice. */
    documentHash: text('document_hash'),
    isOnline: boolean('is_online').notNull().default(false),
    lastSeenAt: timestampUtc('last_seen_at'),
    followPopupShown: boolean('follow_popup_shown').notNull().default(false),
    welcomeVideoDismissed: boolean('welcome_video_dismissed').notNull().default(false),
    hidesFromSearch: boolean('hides_from_search').notNull().default(false),
    showsPresence: boolean('shows_presence').notNull().default(true),
    sendsReceipts: boolean('sends_receipts').notNull().default(true),
    messagesFrom: text('messages_from', { enum: ['everyone', 'follows', 'subscriptions', 'nobody'] })
      .notNull()
      .default('everyone'),
    commentsFrom: text('comments_from', { enum: ['everyone', 'follows', 'subscriptions', 'nobody'] })
      .notNull()
      .default('everyone'),
    /** Only the kinds of mail whose setting differs from the default. */
    mailPreferences: jsonb('mail_preferences').$type<Record<string, boolean>>().notNull().default({}),
    pushPreferences: jsonb('push_preferences').$type<Record<string, boolean>>().notNull().default({}),
    sitePreferences: jsonb('site_preferences').$type<Record<string, boolean>>().notNull().default({}),
    /** Nothing is pushed during these hours of the account's own time zone. Null if there are none. */
    quietHours: jsonb('quiet_hours').$type<QuietHours>(),
    referredBy: text('referred_by'),
    statFollowing: integer('stat_following').notNull().default(0),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('accounts_email').on(t.email),
    uniqueIndex('accounts_username').on(t.username),
    // Unverified numbers need not be unique: anyone can enter any number in a profile.
    uniqueIndex('accounts_verified_phone')
      .on(t.phone)
      .where(sql`verified_phone`),
    uniqueIndex('accounts_google').on(t.googleId),
    uniqueIndex('accounts_twitter').on(t.twitterId),
    uniqueIndex('accounts_document').on(t.documentHash),
    index('accounts_kind_created').on(t.kind, t.createdAt),
    index('accounts_deletion')
      .on(t.deletionAt)
      .where(sql`deletion_at is not null`),
    // For the default order of the creator list. `nullsFirst`, because that is how a plain `desc` sorts.
    index('accounts_creators')
      .on(t.isOnline.desc().nullsFirst(), t.createdAt.desc().nullsFirst(), t.id.desc().nullsFirst())
      .where(sql`${t.kind} = 'performer'`),
  ],
);

/** References the account that owns the row, and with which it is deleted. */
export const person = (name: string) => ownedBy(name, () => accounts.id);

/** For financial records, which outlive the account, so its row cannot be deleted. */
export const personInBooks = (name: string) =>
  foreignKey(name)
    .notNull()
    .references(() => accounts.id, { onDelete: 'restrict' });

export const performers = pgTable(
  'performers',
  {
    id: sharedPrimaryKey('id', () => accounts.id),
    headline: text('headline').notNull().default(''),
    bio: text('bio').notNull().default(''),
    languages: texts('languages'),
    categoryIds: texts('category_ids'),
    socialLinks: jsonb('social_links').$type<{ label: string; url: string }[]>().notNull().default([]),
    dateOfBirth: date('date_of_birth', { mode: 'string' }),
    city: text('city'),
    state: text('state'),
    zipcode: text('zipcode'),
    address: text('address'),
    /** `height`, `weight`, `hair`, `eyes`…: values of /user-additional. */
    body: jsonb('body').$type<Record<string, string>>().notNull().default({}),
    isFreeSubscription: boolean('is_free_subscription').notNull().default(false),
    freeSubscriptionDays: integer('free_subscription_days').notNull().default(1),
    monthlyPrice: money('monthly_price').notNull(),
    yearlyPrice: money('yearly_price').notNull(),
    publicChatPrice: money('public_chat_price'),
    /** False while the prices are still the site's defaults for new creators. */
    pricesChosen: boolean('prices_chosen').notNull().default(false),
    /** Fraction 0..1; null means the site's setting. */
    commission: doublePrecision('commission'),
    verifiedDocument: boolean('verified_document').notNull().default(false),
    verifiedAccount: boolean('verified_account').notNull().default(false),
    isFeatured: boolean('is_featured').notNull().default(false),
    live: boolean('live').notNull().default(false),
    streamingStatus: text('streaming_status', { enum: ['public', 'private', 'group', 'offline'] })
      .notNull()
      .default('offline'),
    lastStreamingAt: timestampUtc('last_streaming_at'),
    blockedCountries: texts('blocked_countries'),
    idVerificationId: foreignKey('id_verification_id'),
    documentVerificationId: foreignKey('document_verification_id'),
    /** An operator's decision on each document; null means that `verifiedDocument` applies. */
    idVerificationStatus: text('id_verification_status', { enum: ['waiting', 'approved', 'rejected'] }),
    documentVerificationStatus: text('document_verification_status', { enum: ['waiting', 'approved', 'rejected'] }),
    rejectionReason: text('rejection_reason').notNull().default(''),
    welcomeVideoId: foreignKey('welcome_video_id'),
    activateWelcomeVideo: boolean('activate_welcome_video').notNull().default(false),
    welcomeMessage: text('welcome_message').notNull().default(''),
    welcomeMessageFileIds: texts('welcome_message_file_ids'),
    banking: jsonb('banking').$type<Record<string, string>>(),
    /** Payouts pause for a day after such a change. */
    payoutAccountChangedAt: timestampUtc('payout_account_changed_at'),
    /** True if that change added the first account. */
    isFirstPayoutAccount: boolean('is_first_payout_account').notNull().default(false),
    /** Why an operator holds the payouts; the creator reads it. Null if they are not held. */
    payoutHold: text('payout_hold'),
    payoutSettings: jsonb('payout_settings').$type<Record<string, unknown>>().notNull().default({}),
    score: integer('score').notNull().default(0),
    /** New followers of the last seven days, plus three times the new subscribers. */
    trend: integer('trend').notNull().default(0),
    statLikes: integer('stat_likes').notNull().default(0),
    /** As of the last ranking, only for sorting. The count that pages show uses `isCurrentSubscription`. */
    statSubscribers: integer('stat_subscribers').notNull().default(0),
    statViews: integer('stat_views').notNull().default(0),
    statFollowers: integer('stat_followers').notNull().default(0),
    statVideos: integer('stat_videos').notNull().default(0),
    statPhotos: integer('stat_photos').notNull().default(0),
    statGalleries: integer('stat_galleries').notNull().default(0),
    statProducts: integer('stat_products').notNull().default(0),
    statFeeds: integer('stat_feeds').notNull().default(0),
    statStreamSeconds: integer('stat_stream_seconds').notNull().default(0),
  },
  (t) => [
    index('performers_score').on(
      t.score.desc().nullsFirst(),
      t.statSubscribers.desc().nullsFirst(),
      t.statViews.desc().nullsFirst(),
      t.id.desc().nullsFirst(),
    ),
    index('performers_featured').on(t.isFeatured),
  ],
);

/** Stores only a hash of the token, so that nobody can log in with a stolen table. */
export const sessions = pgTable(
  'sessions',
  {
    id: id(),
    accountId: person('account_id'),
    tokenHash: text('token_hash').notNull(),
    /** The token before the last confirmation of the login. Works for another minute, for pending requests and other tabs. */
    previousHash: text('previous_hash'),
    previousUntil: timestampUtc('previous_until'),
    provedAt: timestampUtc('proved_at').notNull().defaultNow(),
    remember: boolean('remember').notNull().default(false),
    userAgent: text('user_agent').notNull().default(''),
    ip: text('ip').notNull().default(''),
    expiresAt: timestampUtc('expires_at').notNull(),
    lastUsedAt: timestampUtc('last_used_at').notNull().defaultNow(),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('sessions_token').on(t.tokenHash),
    index('sessions_previous')
      .on(t.previousHash)
      .where(sql`previous_hash is not null`),
    index('sessions_account').on(t.accountId),
    index('sessions_end').on(t.expiresAt),
  ],
);

export const confirmationCodes = pgTable('confirmation_codes', {
  accountId: sharedPrimaryKey('account_id', () => accounts.id),
  codeHash: text('code_hash').notNull(),
  attempts: integer('attempts').notNull().default(0),
  expiresAt: timestampUtc('expires_at').notNull(),
  createdAt: createdAt(),
});

/** A former username redirects to its account, and nobody else can take it for a while. */
export const formerUsernames = pgTable(
  'former_usernames',
  {
    username: text('username').primaryKey(),
    accountId: person('account_id'),
    heldUntil: timestampUtc('held_until').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('former_usernames_account').on(t.accountId)],
);

export const dataExports = pgTable(
  'data_exports',
  {
    id: id(),
    accountId: person('account_id'),
    status: text('status', { enum: ['pending', 'ready', 'failed', 'expired'] })
      .notNull()
      .default('pending'),
    size: bigint('size', { mode: 'number' }),
    /** Start of the last attempt; null while queued. */
    startedAt: timestampUtc('started_at'),
    readyAt: timestampUtc('ready_at'),
    expiresAt: timestampUtc('expires_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('data_exports_account').on(t.accountId, t.createdAt),
    index('data_exports_end').on(t.expiresAt),
    uniqueIndex('data_exports_pending')
      .on(t.accountId)
      .where(sql`status = 'pending'`),
  ],
);

/**
 * Hashed like session tokens. `sign-up-told` rows only count the mails sent when somebody signs up with an address that already
 * has an account, and `closed-told` rows those about new passwords for a closed account.
 */
export const oneTimeTokens = pgTable(
  'one_time_tokens',
  {
    id: id(),
    accountId: person('account_id'),
    kind: text('kind', {
      enum: [
        'verify-email',
        'reset-password',
        'change-email',
        'revert-email',
        'end-session',
        'sign-up-told',
        'closed-told',
      ],
    }).notNull(),
    tokenHash: text('token_hash').notNull(),
    /** The email address that the token was mailed to, and so verifies. For `end-session`: the session and its device. */
    subject: text('subject').notNull().default(''),
    expiresAt: timestampUtc('expires_at').notNull(),
    usedAt: timestampUtc('used_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('one_time_tokens_hash').on(t.tokenHash),
    index('one_time_tokens_account').on(t.accountId),
    index('one_time_tokens_end').on(t.expiresAt),
    // To find addresses that are reserved because their former owner can still take them back.
    index('one_time_tokens_revert')
      .on(t.subject)
      .where(sql`kind = 'revert-email' and used_at is null`),
  ],
);
