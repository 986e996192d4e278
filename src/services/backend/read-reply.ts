import type { EndpointName } from '@contract/schemas';
import { ApiError } from '../api-error';
import * as entity from './entities';
import { isRow, type Read } from './entities';
import { readNumber, readList } from './read-row';

type ReadData = (data: unknown) => unknown;

/** `{ data, total }` without rows that cannot be shown; where the total is missing, what came is all there is. Wire contract 1.2. */
const getPage =
  (read: Read): ReadData =>
  (data) => {
    const page = isRow(data) ? data : { data };
    const rows = readList(page['data'], read);
    return { ...page, data: rows, total: readNumber(page['total']) ?? rows.length };
  };

/** A bare list, without what stands for nothing. */
const getList =
  (read: Read): ReadData =>
  (data) =>
    readList(data, read);

const listOfTexts: ReadData = (data) =>
  Array.isArray(data) ? data.filter((one) => typeof one === 'string' && one !== '') : [];

const numbers =
  (...names: string[]): ReadData =>
  (data) => {
    const row = isRow(data) ? data : {};
    return { ...row, ...Object.fromEntries(names.map((name) => [name, readNumber(row[name]) ?? 0])) };
  };

/** The rest to be paid out has an older name. Wire contract 2.14. */
function readPayoutSums(data: unknown): unknown {
  const row = isRow(data) ? data : {};
  const left = row['remainingUnpaidTokens'] ?? row['unpaidTokens'] ?? row['unpaidToken'];
  const read = numbers('totalEarnedTokens', 'previousPaidOutTokens', 'remainingUnpaidTokens');
  return read({ ...row, remainingUnpaidTokens: left });
}

/** The same under two names, of which each server has one. Wire contract 2.14. */
function readPendingPayout(data: unknown): unknown {
  const row = isRow(data) ? data : {};
  const isPending = [row['hasPending'], row['pending']].some((told) => told === true || told === 'true' || told === 1);
  return { hasPending: isPending, pending: isPending };
}

/**
 * One thing that was asked for. Without an id, or with its author gone, it is not there.
 *
 * @throws ApiError 404
 */
const oneOf =
  (read: Read): ReadData =>
  (data) => {
    const row = isRow(data) ? read(data) : null;
    if (!row)
      throw new ApiError(404, { statusCode: 404, message: 'This is no longer here.', error: 'ENTITY_NOT_FOUND' });
    return row;
  };

/** What a call that stores something replies about it, if it replies: it was stored all the same. */
const getStored =
  (read: Read): ReadData =>
  (data) =>
    isRow(data) ? (read(data) ?? data) : data;

/** Which calls reply one thing (`get`), what they stored (`stored`) or a page of them, by the thing. */
const groups: { read: Read; get?: EndpointName[]; stored?: EndpointName[]; page?: EndpointName[] }[] = [
  {
    read: entity.me,
    get: ['getMe', 'getMyPerformer'],
    stored: ['updateMe', 'updatePerformer', 'setFollowPopupStatus', 'dismissWelcomeVideo'],
  },
  { read: entity.person, get: ['getUser'], page: ['searchUsers'] },
  { read: entity.performerSearch, page: ['searchPerformers', 'listRandomPerformers', 'listTopPerformers'] },
  { read: entity.performer, get: ['getPerformer'] },
  { read: entity.follow, page: ['listFollowers', 'listFollowing'] },
  { read: entity.blocked, page: ['listBlockedUsers'] },
  { read: entity.feed, get: ['getFeed'], page: ['listFeeds'] },
  { read: entity.ownFeed, get: ['getPerformerFeed'], stored: ['createFeed'], page: ['listPerformerFeeds'] },
  { read: entity.video, get: ['getVideo'], page: ['searchVideos'] },
  {
    read: entity.ownVideo,
    get: ['getPerformerVideo'],
    stored: ['uploadVideo', 'updateVideo'],
    page: ['searchPerformerVideos'],
  },
  { read: entity.gallery, get: ['getGallery'], page: ['searchGalleries'] },
  {
    read: entity.ownGallery,
    get: ['getPerformerGallery'],
    stored: ['createGallery', 'updateGallery'],
    page: ['searchPerformerGalleries'],
  },
  {
    read: entity.photo,
    stored: ['uploadPhoto', 'updatePhoto', 'setPhotoCover'],
    page: ['listPhotos', 'listPhotosOfPerformer', 'searchPerformerPhotos'],
  },
  { read: entity.product, get: ['getProduct'], page: ['searchProducts'] },
  {
    read: entity.ownProduct,
    get: ['getPerformerProduct'],
    stored: ['createProduct', 'updateProduct'],
    page: ['searchPerformerProducts'],
  },
  { read: entity.reaction, stored: ['createReaction'], page: ['listBookmarks'] },
  { read: entity.comment, stored: ['createComment'], page: ['listComments'] },
  { read: entity.notification, page: ['listNotifications'] },
  {
    read: entity.conversation,
    get: ['getConversation', 'createConversation', 'getStreamConversation', 'getPublicStreamConversation'],
    page: ['listConversations', 'searchConversations'],
  },
  {
    read: entity.message,
    stored: ['sendMessage', 'deleteMessage', 'sendStreamMessage', 'sendPublicStreamMessage'],
    page: ['listMessages', 'listPublicStreamMessages'],
  },
  {
    read: entity.payment,
    stored: [
      ...(['tipPerformer', 'buyFeed', 'buyVideo', 'buyGallery', 'buyMessage'] as const),
      ...(['subscribePerformer', 'subscribePlatform', 'topUpWallet'] as const),
    ],
  },
  { read: entity.transaction, page: ['searchTransactions'] },
  { read: entity.charge, page: ['listCharges'] },
  { read: entity.order, get: ['getOrder'], page: ['searchOrders', 'searchUserOrders'] },
  {
    read: entity.payout,
    get: ['getPayoutRequest'],
    stored: ['createPayoutRequest', 'updatePayoutRequest', 'withdrawPayoutRequest'],
    page: ['searchPayoutRequests'],
  },
  { read: entity.card, stored: ['addCard', 'setDefaultCard'], page: ['listCards'] },
  { read: entity.subscription, page: ['searchUserSubscriptions', 'searchPerformerSubscriptions'] },
  { read: entity.earning, page: ['searchEarnings', 'searchSubscriptionEarnings'] },
  { read: entity.post, get: ['getPost'], page: ['listPosts'] },
  { read: entity.address, stored: ['createAddress'], page: ['listAddresses'] },
  { read: entity.keyword, page: ['listKeywords'] },
  {
    read: entity.uploadedFile,
    stored: [
      ...([
        'uploadFeedAudio',
        'uploadFeedPhoto',
        'uploadFeedVideo',
        'uploadFeedThumbnail',
        'uploadFeedTeaser',
      ] as const),
      ...(['uploadMessagePhoto', 'uploadMessageVideo', 'getFileStatus'] as const),
    ],
  },
  { read: entity.stream, stored: ['updateLiveStream', 'updateStream'], page: ['searchStreams'] },
  { read: entity.liveStream, get: ['joinStream'], stored: ['startStream'] },
  { read: entity.banner, page: ['listBanners'] },
];

const readers = new Map<EndpointName, ReadData>([
  ...groups.flatMap(({ read, get = [], stored = [], page = [] }) => [
    ...get.map((name) => [name, oneOf(read)] as const),
    ...stored.map((name) => [name, getStored(read)] as const),
    ...page.map((name) => [name, getPage(read)] as const),
  ]),
  ['countUnread', numbers('total')],
  ['getEarningStats', numbers('totalGrossPrice', 'totalNetPrice', 'totalSiteCommission')],
  ['calculatePayout', readPayoutSums],
  ['checkPendingPayout', readPendingPayout],
  ['searchKeyword', numbers('totalPerformer', 'totalProduct', 'totalFeed')],
  ['getSettings', (data) => (isRow(data) ? entity.settings(data) : data)],
  ['getSettingValues', (data) => (isRow(data) ? entity.settings(data) : data)],
  ['getProfileOptions', (data) => entity.profileOptions(isRow(data) ? data : {})],
  ['checkCountryBlock', (data) => ({ ...(isRow(data) && data), blocked: isRow(data) && data['blocked'] === true })],
  ['listCountries', getList(entity.choice)],
  ['listLanguages', getList(entity.choice)],
  ['listPhoneCodes', getList(entity.choice)],
  ['listStates', listOfTexts],
  ['listCities', listOfTexts],
]);

/**
 * Reads a reply of any generation of the family into the shape that the contract names for its call. Replies of our own
 * API pass through unchanged.
 *
 * @param data the envelope's `data`, null where there was none.
 * @throws ApiError 404 where one thing was asked for and the reply holds none
 */
export function readReply(name: EndpointName, data: unknown): unknown {
  const read = readers.get(name);
  return read ? read(data) : data;
}

const eventReaders: Record<string, Read> = {
  message_created: entity.message,
  message_deleted: entity.message,
  message_updated: entity.message,
  send_notification: entity.notification,
  stripe_confirm_payment: entity.transaction,
  'stream/changed': entity.stream,
};

/** Names of a show's chat end in the conversation's id. Wire contract 4.3. */
const isChatEvent = (name: string) => /^message_(created|deleted)_conversation_/.test(name);

/** The same for what a socket says; an event that says nothing of its thing stays as it is. Wire contract 4.3. */
export function readEvent(name: string, payload: unknown): unknown {
  const read = isChatEvent(name) ? entity.message : eventReaders[name];
  return read && isRow(payload) ? (read(payload) ?? payload) : payload;
}
