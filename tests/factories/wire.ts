import type { EndpointData } from '@contract/schemas';

/** API responses for tests of the web app, with defaults and overrides. */

export type WireFeed = EndpointData<'getFeed'>;
export type WirePerformer = WireFeed['performer'];
export type WireFile = WireFeed['files'][number];
export type WireComment = EndpointData<'listComments'>['data'][number];
export type WireNotification = EndpointData<'listNotifications'>['data'][number];

let count = 0;
export const wireId = () => (count += 1).toString(16).padStart(24, 'a');

const stamps = () => ({ createdAt: '2026-11-21T08:00:00.000Z', updatedAt: '2026-11-21T08:00:00.000Z' });

export function wirePerformer(overrides: Partial<WirePerformer> = {}): WirePerformer {
  return {
    _id: wireId(),
    name: 'Mira Okafor',
    username: 'mira',
    avatar: '',
    cover: '',
    stats: {
      likes: 0,
      subscribers: 0,
      views: 0,
      followers: 0,
      totalVideos: 0,
      totalPhotos: 0,
      totalGalleries: 0,
      totalProducts: 0,
      totalFeeds: 1,
      totalStreamTime: 0,
    },
    isOnline: false,
    live: false,
    streamingStatus: 'offline',
    isFreeSubscription: false,
    durationFreeSubscriptionDays: 0,
    verifiedAccount: true,
    isFollowed: true,
    isFeatured: false,
    isPerformer: true,
    monthlyPrice: 8.5,
    yearlyPrice: 85,
    isSubscribed: false,
    ...overrides,
  };
}

export function wireFile(overrides: Partial<WireFile> = {}): WireFile {
  const _id = overrides._id ?? wireId();
  return {
    _id,
    type: 'feed-photo',
    mimeType: 'image/webp',
    width: 1200,
    height: 900,
    url: `https://media.test/${_id}/large`,
    thumbnails: [`https://media.test/${_id}/small`],
    status: 'finished',
    ...overrides,
  };
}

/** A file of a locked post: no URL, and a blurred thumbnail. */
export const wireLockedFile = (overrides: Partial<WireFile> = {}): WireFile =>
  wireFile({ url: null, thumbnails: ['https://media.test/blurred'], ...overrides });

export function wireFeed(overrides: Partial<WireFeed> = {}): WireFeed {
  const _id = overrides._id ?? wireId();
  const performer = overrides.performer ?? wirePerformer();
  return {
    _id,
    ...stamps(),
    type: 'text',
    fromSource: 'performer',
    fromSourceId: performer._id,
    slug: `post-${_id}`,
    text: 'The Thursday kiln is open.',
    fileIds: [],
    files: [],
    pollIds: [],
    polls: [],
    isSale: false,
    status: 'active',
    totalLike: 2,
    totalComment: 0,
    isLiked: false,
    isBookMarked: false,
    isBookmarked: false,
    isSubscribed: true,
    isBought: false,
    isFollowed: true,
    access: 'open',
    performer,
    ...overrides,
  };
}

export const feedItem = (feed: WireFeed) => ({ ...feed, kind: 'feed' as const });

export function wireComment(overrides: Partial<WireComment> = {}): WireComment {
  return {
    _id: wireId(),
    ...stamps(),
    content: 'Lovely glaze.',
    objectId: wireId(),
    objectType: 'feed',
    createdBy: wireId(),
    creator: {
      _id: wireId(),
      name: 'Omar Reyes',
      username: 'omar',
      avatar: '',
      isOnline: false,
      isPerformer: false,
      stats: { totalSubscriptions: 0, following: 0 },
      ...stamps(),
    },
    isLiked: false,
    isAuth: false,
    totalReply: 0,
    totalLike: 0,
    ...overrides,
  };
}

export function wireNotification(overrides: Partial<WireNotification> = {}): WireNotification {
  return {
    _id: wireId(),
    ...stamps(),
    userId: wireId(),
    type: 'feed',
    action: 'created',
    title: 'New post',
    message: 'Mira Okafor posted something.',
    read: false,
    ...overrides,
  };
}
