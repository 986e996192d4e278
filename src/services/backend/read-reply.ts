import type { EndpointName } from '@contract/schemas';
import * as entity from './entities';
import { isRow, type Read } from './entities';

/** `{ data, total }`; where the total is missing, what came is all there is. Wire contract 1.2. */
const pageOf =
  (read: Read): Read =>
  (row) => {
    const data = Array.isArray(row['data']) ? row['data'].filter(isRow).map(read) : [];
    return { ...row, data, total: row['total'] ?? data.length };
  };

const numbers =
  (...names: string[]): Read =>
  (row) => ({ ...row, ...Object.fromEntries(names.map((name) => [name, Number(row[name] ?? 0)])) });

/** Which calls reply one thing or a page of them, by the thing. */
const groups: { read: Read; one?: EndpointName[]; page?: EndpointName[] }[] = [
  {
    read: entity.me,
    one: ['getMe', 'getMyPerformer', 'updateMe', 'updatePerformer', 'setFollowPopupStatus', 'dismissWelcomeVideo'],
  },
  { read: entity.person, one: ['getUser'], page: ['searchUsers'] },
  { read: entity.performerSearch, page: ['searchPerformers', 'listRandomPerformers', 'listTopPerformers'] },
  { read: entity.performer, one: ['getPerformer'] },
  { read: entity.follow, page: ['listFollowers', 'listFollowing'] },
  { read: entity.blocked, page: ['listBlockedUsers'] },
  {
    read: entity.feed,
    one: ['getFeed', 'getPerformerFeed', 'createFeed'],
    page: ['listFeeds', 'listPerformerFeeds'],
  },
  {
    read: entity.video,
    one: ['getVideo', 'uploadVideo', 'updateVideo', 'getPerformerVideo'],
    page: ['searchVideos', 'searchPerformerVideos'],
  },
  {
    read: entity.gallery,
    one: ['getGallery', 'createGallery', 'updateGallery', 'getPerformerGallery'],
    page: ['searchGalleries', 'searchPerformerGalleries'],
  },
  {
    read: entity.photo,
    one: ['uploadPhoto', 'updatePhoto', 'setPhotoCover'],
    page: ['listPhotos', 'searchPerformerPhotos'],
  },
  {
    read: entity.product,
    one: ['getProduct', 'createProduct', 'updateProduct', 'getPerformerProduct'],
    page: ['searchProducts', 'searchPerformerProducts'],
  },
  { read: entity.reaction, page: ['listBookmarks'] },
  { read: entity.comment, one: ['createComment'], page: ['listComments'] },
  { read: entity.notification, page: ['listNotifications'] },
  {
    read: entity.conversation,
    one: ['createConversation', 'getConversation'],
    page: ['listConversations', 'searchConversations'],
  },
  { read: entity.message, one: ['sendMessage', 'deleteMessage'], page: ['listMessages'] },
  { read: numbers('total'), one: ['countUnread'] },
  {
    read: entity.payment,
    one: [
      ...(['tipPerformer', 'buyFeed', 'buyVideo', 'buyGallery', 'buyMessage'] as const),
      ...(['subscribePerformer', 'subscribePlatform', 'topUpWallet'] as const),
    ],
  },
  { read: entity.transaction, page: ['searchTransactions'] },
  { read: entity.charge, page: ['listCharges'] },
  { read: entity.card, one: ['addCard', 'setDefaultCard'], page: ['listCards'] },
  { read: entity.subscription, page: ['searchUserSubscriptions', 'searchPerformerSubscriptions'] },
  { read: entity.earning, page: ['searchEarnings', 'searchSubscriptionEarnings'] },
  { read: numbers('totalGrossPrice', 'totalNetPrice', 'totalSiteCommission'), one: ['getEarningStats'] },
  { read: entity.post, one: ['getPost'], page: ['listPosts'] },
  { read: entity.address, one: ['createAddress'], page: ['listAddresses'] },
];

const readers = new Map<EndpointName, Read>(
  groups.flatMap(({ read, one = [], page = [] }) => [
    ...one.map((name) => [name, read] as const),
    ...page.map((name) => [name, pageOf(read)] as const),
  ]),
);

/**
 * Reads a reply of any generation of the family into the shape that the contract names for its call. Replies of our own
 * API pass through unchanged.
 *
 * @param data the envelope's `data`, null where there was none.
 */
export function readReply(name: EndpointName, data: unknown): unknown {
  const read = readers.get(name);
  return read && isRow(data) ? read(data) : data;
}

const eventReaders: Record<string, Read> = {
  message_created: entity.message,
  message_deleted: entity.message,
  message_updated: entity.message,
  send_notification: entity.notification,
  stripe_confirm_payment: entity.transaction,
};

/** The same for what a socket says. Wire contract 4.3. */
export function readEvent(name: string, payload: unknown): unknown {
  const read = eventReaders[name];
  return read && isRow(payload) ? read(payload) : payload;
}
