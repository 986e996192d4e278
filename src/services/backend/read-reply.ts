import type { EndpointName } from '@contract/schemas';
import { ApiError } from '../api-error';
import { me } from './account-readers';
import { conversation, message, notification } from './conversation-readers';
import { shownFile } from './file-readers';
import { feed, gallery, ownFeed, ownGallery, ownProduct, ownVideo, photo, product, video } from './item-readers';
import { card, charge, earning, order, payment, payout, subscription, transaction } from './money-readers';
import { blocked, performer, performerSearch, person } from './people-readers';
import { comment, follow, reaction } from './reaction-readers';
import { address, banner, choice, keyword, post, profileOptions, settings } from './site-readers';
import { liveStream, stream } from './stream-readers';
import { isRow, readList, readNumber, type Read } from './read-row';

type ReadData = (data: unknown) => unknown;

/** A missing total falls back to the number of rows. Wire contract 1.2. */
const getPage =
  (read: Read): ReadData =>
  (data) => {
    const page = isRow(data) ? data : { data };
    const rows = readList(page['data'], read);
    return { ...page, data: rows, total: readNumber(page['total']) ?? rows.length };
  };

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

/** Older backends use other names for the remaining amount. Wire contract 2.14. */
function readPayoutSums(data: unknown): unknown {
  const row = isRow(data) ? data : {};
  const left = row['remainingUnpaidTokens'] ?? row['unpaidTokens'] ?? row['unpaidToken'];
  const read = numbers('totalEarnedTokens', 'previousPaidOutTokens', 'remainingUnpaidTokens');
  return read({ ...row, remainingUnpaidTokens: left });
}

/** Backends use one of two names for this flag: fill in both. Wire contract 2.14. */
function readPendingPayout(data: unknown): unknown {
  const row = isRow(data) ? data : {};
  const isPending = [row['hasPending'], row['pending']].some((told) => told === true || told === 'true' || told === 1);
  return { hasPending: isPending, pending: isPending };
}

/** For a single item. @throws ApiError 404 if it has no id or its author was deleted */
const oneOf =
  (read: Read): ReadData =>
  (data) => {
    const row = isRow(data) ? read(data) : null;
    if (!row)
      throw new ApiError(404, { statusCode: 404, message: 'This is no longer here.', error: 'ENTITY_NOT_FOUND' });
    return row;
  };

/** The reply to a call that stores an item. An invalid one is returned unchanged, since the item was stored anyway. */
const getStored =
  (read: Read): ReadData =>
  (data) =>
    isRow(data) ? (read(data) ?? data) : data;

// Readers convert replies of compatible backends to the contract's types: they add defaults for fields that older API variants
// lack, and fix spellings. Fields that only our API sends stay absent: unknown, not "no". Replies of our own API stay
// unchanged. Source: wire contract 3, whose quirks belong only in `*-readers` and `spellings`.

/** For each reader, the calls that return its item: one (`get`), the stored one (`stored`) or a page of them (`page`). */
const groups: { read: Read; get?: EndpointName[]; stored?: EndpointName[]; page?: EndpointName[] }[] = [
  {
    read: me,
    get: ['getMe', 'getMyPerformer'],
    stored: ['updateMe', 'updatePerformer', 'setFollowPopupStatus', 'dismissWelcomeVideo'],
  },
  { read: person, get: ['getUser'], page: ['searchUsers'] },
  { read: performerSearch, page: ['searchPerformers', 'listRandomPerformers', 'listTopPerformers'] },
  { read: performer, get: ['getPerformer'] },
  { read: follow, page: ['listFollowers', 'listFollowing'] },
  { read: blocked, page: ['listBlockedUsers'] },
  { read: feed, get: ['getFeed'], page: ['listFeeds'] },
  { read: ownFeed, get: ['getPerformerFeed'], stored: ['createFeed'], page: ['listPerformerFeeds'] },
  { read: video, get: ['getVideo'], page: ['searchVideos'] },
  {
    read: ownVideo,
    get: ['getPerformerVideo'],
    stored: ['uploadVideo', 'updateVideo'],
    page: ['searchPerformerVideos'],
  },
  { read: gallery, get: ['getGallery'], page: ['searchGalleries'] },
  {
    read: ownGallery,
    get: ['getPerformerGallery'],
    stored: ['createGallery', 'updateGallery'],
    page: ['searchPerformerGalleries'],
  },
  {
    read: photo,
    stored: ['uploadPhoto', 'updatePhoto', 'setPhotoCover'],
    page: ['listPhotos', 'listPhotosOfPerformer', 'searchPerformerPhotos'],
  },
  { read: product, get: ['getProduct'], page: ['searchProducts'] },
  {
    read: ownProduct,
    get: ['getPerformerProduct'],
    stored: ['createProduct', 'updateProduct'],
    page: ['searchPerformerProducts'],
  },
  { read: reaction, stored: ['createReaction'], page: ['listBookmarks'] },
  { read: comment, stored: ['createComment'], page: ['listComments'] },
  { read: notification, page: ['listNotifications'] },
  {
    read: conversation,
    get: ['getConversation', 'createConversation', 'getStreamConversation', 'getPublicStreamConversation'],
    page: ['listConversations', 'searchConversations'],
  },
  {
    read: message,
    stored: ['sendMessage', 'deleteMessage', 'sendStreamMessage', 'sendPublicStreamMessage'],
    page: ['listMessages', 'listPublicStreamMessages'],
  },
  {
    read: payment,
    stored: [
      ...(['tipPerformer', 'buyFeed', 'buyVideo', 'buyGallery', 'buyMessage'] as const),
      ...(['subscribePerformer', 'subscribePlatform', 'topUpWallet'] as const),
    ],
  },
  { read: transaction, page: ['searchTransactions'] },
  { read: charge, page: ['listCharges'] },
  { read: order, get: ['getOrder'], page: ['searchOrders', 'searchUserOrders'] },
  {
    read: payout,
    get: ['getPayoutRequest'],
    stored: ['createPayoutRequest', 'updatePayoutRequest', 'withdrawPayoutRequest'],
    page: ['searchPayoutRequests'],
  },
  { read: card, stored: ['addCard', 'setDefaultCard'], page: ['listCards'] },
  { read: subscription, page: ['searchUserSubscriptions', 'searchPerformerSubscriptions'] },
  { read: earning, page: ['searchEarnings', 'searchSubscriptionEarnings'] },
  { read: post, get: ['getPost'], page: ['listPosts'] },
  { read: address, stored: ['createAddress'], page: ['listAddresses'] },
  { read: keyword, page: ['listKeywords'] },
  {
    read: shownFile,
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
  { read: stream, stored: ['updateLiveStream', 'updateStream'], page: ['searchStreams'] },
  { read: liveStream, get: ['joinStream'], stored: ['startStream'] },
  { read: banner, page: ['listBanners'] },
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
  ['getSettings', (data) => (isRow(data) ? settings(data) : data)],
  ['getSettingValues', (data) => (isRow(data) ? settings(data) : data)],
  ['getProfileOptions', (data) => profileOptions(isRow(data) ? data : {})],
  ['checkCountryBlock', (data) => ({ ...(isRow(data) && data), blocked: isRow(data) && data['blocked'] === true })],
  ['listCountries', getList(choice)],
  ['listLanguages', getList(choice)],
  ['listPhoneCodes', getList(choice)],
  ['listStates', listOfTexts],
  ['listCities', listOfTexts],
]);

/** @param data the envelope's `data`, or null. @throws ApiError 404 if a single item was requested and is missing */
export function readReply(name: EndpointName, data: unknown): unknown {
  const read = readers.get(name);
  return read ? read(data) : data;
}

const eventReaders: Record<string, Read> = {
  message_created: message,
  message_deleted: message,
  message_updated: message,
  send_notification: notification,
  stripe_confirm_payment: transaction,
  'stream/changed': stream,
};

/** Names of chat events end with the conversation's id. Wire contract 4.3. */
const isChatEvent = (name: string) => /^message_(created|deleted)_conversation_/.test(name);

/** Like `readReply`, for socket events. An invalid payload is returned unchanged. Wire contract 4.3. */
export function readEvent(name: string, payload: unknown): unknown {
  const read = isChatEvent(name) ? message : eventReaders[name];
  return read && isRow(payload) ? (read(payload) ?? payload) : payload;
}
