import type { z } from 'zod';
import { defaultMails, defaultPushes, defaultSiteNews } from '@contract/base/limits';
import { fromCents, type Cents } from '@contract/base/money';
import type { PerformerPublic, PerformerSearch, UserMe, UserPublic } from '@contract/identity/people-schemas';
import type { AccountRow, ShownPerson, SubscriptionCounts, ViewerLinks } from './people-repository';

export type UserView = z.input<typeof UserPublic>;
export type PerformerView = z.input<typeof PerformerPublic>;
export type CardView = z.input<typeof PerformerSearch>;
export type PersonView = UserView | PerformerView;

/** Returns an empty string if there is no image. */
export type PublicUrl = (file: ShownPerson['avatar'], variant: string) => string;

type ShownPerformer = NonNullable<ShownPerson['performer']>;

export interface ViewContext {
  publicUrl: PublicUrl;
  /** Empty for a guest. */
  links: ViewerLinks;
  counts: SubscriptionCounts;
  isTrialEnabled: boolean;
}

/** Wire contract 3.1. */
function displayName(account: ShownPerson['account']): string {
  const full = [account.firstName, account.lastName].filter(Boolean).join(' ');
  return account.name || full || account.username || '';
}

/** `User.public`. Wire contract 0. */
export function presentUser({ account, avatar }: ShownPerson, { publicUrl, counts }: ViewContext): UserView {
  return {
    _id: account.id,
    name: displayName(account),
    username: account.username,
    avatar: publicUrl(avatar, 'small'),
    isOnline: account.isOnline,
    isPerformer: false,
    country: account.country,
    stats: { totalSubscriptions: counts.subscriptions.get(account.id) ?? 0, following: account.statFollowing },
    createdAt: account.createdAt.toISOString(),
    updatedAt: account.updatedAt.toISOString(),
  };
}

/** `Performer.search`. Wire contract 0. */
export function presentCard(row: ShownPerson, { publicUrl, links, counts, isTrialEnabled }: ViewContext) {
  const { account } = row;
  const performer = requirePerformer(row);
  return {
    _id: account.id,
    name: displayName(account),
    username: account.username ?? account.id,
    avatar: publicUrl(row.avatar, 'small'),
    cover: publicUrl(row.cover, 'large'),
    gender: account.gender,
    country: account.country,
    stats: presentStats(performer, counts.subscribers.get(account.id) ?? 0),
    score: performer.score,
    // Creators who block the viewer appear to be offline.
    isOnline: account.isOnline && !links.blocking.has(account.id),
    live: performer.live && !links.blocking.has(account.id),
    streamingStatus: performer.streamingStatus,
    // A viewer who has used the trial is not offered it again. Wire contract 3.2.
    isFreeSubscription: isTrialEnabled && performer.isFreeSubscription && !links.usedFreeTrial.has(account.id),
    durationFreeSubscriptionDays: performer.freeSubscriptionDays,
    verifiedAccount: performer.verifiedAccount,
    isFollowed: links.followed.has(account.id),
    isFeatured: performer.isFeatured,
    // Others must not see it, although compatible backends show it.
    dateOfBirth: null,
    headline: performer.headline,
    monthlyPrice: fromCents(performer.monthlyPrice),
    yearlyPrice: fromCents(performer.yearlyPrice),
    isSubscribed: links.subscribed.has(account.id),
  } satisfies CardView;
}

/** `Performer.public`. Wire contract 0. */
export function presentPerformer(row: ShownPerson, context: ViewContext): PerformerView {
  const performer = requirePerformer(row);
  const { publicChatPrice, welcomeVideoId, activateWelcomeVideo } = performer;
  const hasVideo = activateWelcomeVideo && welcomeVideoId !== null;
  return {
    ...presentCard(row, context),
    ...performer.body,
    isPerformer: true,
    bio: performer.bio,
    ...(publicChatPrice !== null && { publicChatPrice: fromCents(publicChatPrice) }),
    lastStreamingTime: performer.lastStreamingAt?.toISOString() ?? null,
    welcomeVideoPath: hasVideo ? context.publicUrl(row.welcomeVideo, 'video') : null,
    welcomeVideoName: hasVideo ? (row.welcomeVideo?.name ?? null) : null,
    activateWelcomeVideo,
  };
}

/** Fields that only the account itself sees. `balance` and `wallet` are the same amount. Wire contract 0 and 6. */
export function presentOwnState(account: AccountRow, balances: { wallet: Cents; pending: Cents }) {
  const wallet = fromCents(balances.wallet);
  return {
    email: account.email,
    revision: account.revision,
    firstName: account.firstName,
    lastName: account.lastName,
    phone: account.phone,
    balance: wallet,
    wallet,
    pendingBalance: fromCents(balances.pending),
    verifiedEmail: account.verifiedEmail,
    twitterConnected: account.twitterId !== null,
    googleConnected: account.googleId !== null,
    followPopupShown: account.followPopupShown,
    welcomeVideoDismissed: account.welcomeVideoDismissed,
    hasPassword: account.passwordHash !== null,
    twoStepEnabled: account.twoStepEnabled,
    pendingEmail: account.pendingEmail,
    deletionAt: account.deletionAt?.toISOString() ?? null,
    preferences: {
      hideFromSearch: account.hidesFromSearch,
      showOnline: account.showsPresence,
      readReceipts: account.sendsReceipts,
      messagesFrom: account.messagesFrom,
      ...(account.kind === 'performer' && { commentsFrom: account.commentsFrom }),
      mails: { ...defaultMails, ...account.mailPreferences },
      pushes: { ...defaultPushes, ...account.pushPreferences },
      site: { ...defaultSiteNews, ...account.sitePreferences },
      quietHours: account.quietHours,
    },
  } satisfies Partial<z.input<typeof UserMe>>;
}

function presentStats(performer: ShownPerformer, subscribers: number): CardView['stats'] {
  return {
    likes: performer.statLikes,
    subscribers,
    views: performer.statViews,
    followers: performer.statFollowers,
    totalVideos: performer.statVideos,
    totalPhotos: performer.statPhotos,
    totalGalleries: performer.statGalleries,
    totalProducts: performer.statProducts,
    totalFeeds: performer.statFeeds,
    totalStreamTime: performer.statStreamSeconds,
  };
}

function requirePerformer({ account, performer }: ShownPerson): ShownPerformer {
  if (!performer) throw new Error(`Account ${account.id} is a fan: present it with presentUser`);
  return performer;
}
