import { isLinked, isSubscribed, type Comment, type Person, type StoredFile, type World } from './state';
import { fileUrl } from './files';

/* Contains only fields that were observed in public servers. Wire contract 0, 3. */

const count = <T>(rows: T[], isCounted: (row: T) => boolean) => rows.filter(isCounted).length;

export function userPublic(world: World, person: Person) {
  const { _id, name, avatar, username, country, createdAt, updatedAt } = person;
  const stats = {
    totalSubscriptions: count(world.subscriptions, ({ userId, status }) => userId === _id && status === 'active'),
    following: count(world.follows, ({ from }) => from === _id),
  };
  return {
    _id,
    name,
    avatar,
    username,
    country,
    stats,
    createdAt,
    updatedAt,
    isOnline: isConnected(world, _id),
    isPerformer: false,
  };
}

export function userMe(world: World, person: Person) {
  const { email, firstName, lastName, phone, status, gender, balance, verifiedEmail } = person;
  return {
    ...userPublic(world, person),
    email,
    firstName,
    lastName,
    phone,
    status,
    gender,
    balance,
    verifiedEmail,
    roles: ['user'],
    twitterConnected: false,
    googleConnected: false,
    ...getUnread(world, person),
  };
}

function getUnread({ profile, conversations, notifications }: World, { _id }: Person) {
  if (!profile.countsUnread) return {};
  return {
    unreadMessage: count(conversations, ({ unseen }) => (unseen[_id] ?? 0) > 0),
    unreadNotification: count(notifications, ({ userId, read }) => userId === _id && !read),
  };
}

function performerStats(world: World, { _id, views }: Person) {
  const files = world.feeds.filter(({ fromSourceId }) => fromSourceId === _id);
  return {
    likes: count(world.reactions, ({ objectId, action }) => objectId === _id && action === 'like'),
    subscribers: count(world.subscriptions, ({ performerId, status }) => performerId === _id && status === 'active'),
    views,
    followers: count(world.follows, ({ to }) => to === _id),
    totalVideos: count(world.assets, ({ kind, fromSourceId }) => kind === 'video' && fromSourceId === _id),
    totalPhotos: 0,
    totalGalleries: count(world.assets, ({ kind, fromSourceId }) => kind === 'gallery' && fromSourceId === _id),
    totalProducts: 0,
    totalFeeds: count(files, ({ status }) => status === 'active'),
    totalStreamTime: 0,
  };
}

/** Some flags are numbers in compatible backends. */
function performerCore(world: World, person: Person, viewer: Person | undefined) {
  const { _id, name, avatar, cover, username, gender, country, page } = person;
  const hasUsedOffer = world.subscriptions.some(
    (one) => one.userId === viewer?._id && one.performerId === _id && one.usedFreeSubscription,
  );
  const isLive = world.streams.some(({ performerId, isStreaming }) => performerId === _id && isStreaming);
  return {
    _id,
    name,
    avatar,
    cover,
    username,
    gender,
    country,
    stats: performerStats(world, person),
    isOnline: isConnected(world, _id) ? 1 : 0,
    isFreeSubscription: page['isFreeSubscription'] === true && !hasUsedOffer,
    durationFreeSubscriptionDays: page['durationFreeSubscriptionDays'] ?? 1,
    verifiedAccount: true,
    live: isLive ? 1 : 0,
    streamingStatus: isLive ? 'public' : 'offline',
    isFollowed: isLinked(world.follows, viewer?._id, _id),
    isFeatured: false,
    dateOfBirth: page['dateOfBirth'],
  };
}

export const performerSearch = (world: World, person: Person, viewer: Person | undefined) => ({
  ...performerCore(world, person, viewer),
  score: person.views,
});

export function performerPublic(world: World, person: Person, viewer: Person | undefined) {
  const { page } = person;
  const told = ['publicChatPrice', 'height', 'weight', 'hair', 'butt', 'ethnicity', 'bio', 'eyes', 'bodyType'] as const;
  return {
    ...performerCore(world, person, viewer),
    ...Object.fromEntries([...told, 'sexualOrientation'].map((field) => [field, page[field]])),
    welcomeVideoPath: page['welcomeVideoPath'],
    welcomeVideoName: page['welcomeVideoName'],
    activateWelcomeVideo: page['activateWelcomeVideo'] === true,
    isSubscribed: viewer?._id === person._id || isSubscribed(world, viewer?._id, person._id),
    monthlyPrice: page.monthlyPrice,
    yearlyPrice: page.yearlyPrice,
    isPerformer: true,
  };
}

const addressFields = ['city', 'state', 'zipcode', 'address', 'languages', 'categoryIds', 'welcomeVideoId'] as const;

export function performerDetails(world: World, person: Person, viewer: Person | undefined) {
  const { _id, status, firstName, lastName, createdAt, updatedAt, page, views, blockedCountries } = person;
  return {
    ...performerPublic(world, person, viewer),
    ...Object.fromEntries(addressFields.map((field) => [field, page[field]])),
    status,
    firstName,
    lastName,
    createdAt,
    updatedAt,
    score: views,
    blockCountries: { countryCodes: blockedCountries },
    isBookMarked: world.reactions.some(
      (one) => one.createdBy === viewer?._id && one.objectId === _id && one.action === 'bookmark',
    ),
  };
}

/** Null if the author's account was deleted; its items remain. */
export function authorView(world: World, personId: string, viewer: Person | undefined) {
  const person = world.people.get(personId);
  return person ? performerDetails(world, person, viewer) : null;
}

export function performerMe(world: World, person: Person) {
  const { balance, email, phone, status, firstName, lastName, verifiedEmail, page, createdAt, updatedAt } = person;
  const own = ['phoneCode', 'idVerification', 'idVerificationId', 'documentVerification', 'documentVerificationId'];
  return {
    ...performerPublic(world, person, person),
    ...Object.fromEntries(
      [...addressFields, ...own, 'bankingInformation', 'paypalSetting'].map((field) => [field, page[field]]),
    ),
    balance,
    email,
    phone,
    status,
    firstName,
    lastName,
    verifiedEmail,
    createdAt,
    updatedAt,
    verifiedDocument: page.verifiedDocument,
    blockCountries: { countryCodes: person.blockedCountries },
    twitterConnected: false,
    googleConnected: false,
    ...getUnread(world, person),
  };
}

export const meView = (world: World, person: Person) =>
  person.isPerformer ? performerMe(world, person) : userMe(world, person);

export const personView = (world: World, person: Person | undefined, viewer: Person | undefined) =>
  person && (person.isPerformer ? performerPublic(world, person, viewer) : userPublic(world, person));

const isConnected = ({ io }: World, personId: string): boolean =>
  (io?.sockets.adapter.rooms.get(`person:${personId}`)?.size ?? 0) > 0;

/** A locked file has a URL that cannot be opened. Wire contract 1.7. */
export function fileView(world: World, file: StoredFile, { isOpen, link }: { isOpen: boolean; link: string }) {
  const { bytes, readyAt, ...shown } = file;
  const isFilm = file.mimeType.startsWith('video/') || file.mimeType.startsWith('audio/');
  const url = isOpen ? fileUrl(world, file, link, true) : isFilm ? null : fileUrl(world, file, link, false);
  return {
    ...shown,
    size: bytes.length,
    server: 'diskStorage',
    ...(readyAt !== undefined && { status: readyAt > Date.now() ? 'processing' : 'finished' }),
    thumbnails: file.mimeType.startsWith('image/') ? [`${world.url}/static/${file._id}?thumbnail=1`] : [],
    url,
  };
}

export function commentView(world: World, comment: Comment, viewer: Person | undefined) {
  const about = (one: { objectId: string }) => one.objectId === comment._id;
  return {
    ...comment,
    creator: personView(world, world.people.get(comment.createdBy), viewer),
    isLiked: world.reactions.some((one) => about(one) && one.createdBy === viewer?._id),
    isAuth: viewer?._id === comment.createdBy,
    totalReply: count(world.comments, about),
    totalLike: count(world.reactions, about),
  };
}
