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

const performers = pageOf(entity.performerSearch);
const feeds = pageOf(entity.feed);
const conversations = pageOf(entity.conversation);
const subscriptions = pageOf(entity.subscription);
const earnings = pageOf(entity.earning);

const readers: Partial<Record<EndpointName, Read>> = {
  // accounts
  getMe: entity.me,
  getMyPerformer: entity.me,
  updateMe: entity.me,
  updatePerformer: entity.me,
  setFollowPopupStatus: entity.me,
  dismissWelcomeVideo: entity.me,
  searchUsers: pageOf(entity.person),
  getUser: entity.person,
  // creators
  searchPerformers: performers,
  listRandomPerformers: performers,
  listTopPerformers: performers,
  getPerformer: entity.performer,
  listFollowers: pageOf(entity.follow),
  listFollowing: pageOf(entity.follow),
  listBlockedUsers: pageOf(entity.blocked),
  // content
  listFeeds: feeds,
  getFeed: entity.feed,
  searchVideos: pageOf(entity.video),
  getVideo: entity.video,
  searchGalleries: pageOf(entity.gallery),
  getGallery: entity.gallery,
  listPhotos: pageOf(entity.photo),
  searchProducts: pageOf(entity.product),
  getProduct: entity.product,
  uploadVideo: entity.video,
  updateVideo: entity.video,
  getPerformerVideo: entity.video,
  searchPerformerVideos: pageOf(entity.video),
  createGallery: entity.gallery,
  updateGallery: entity.gallery,
  getPerformerGallery: entity.gallery,
  searchPerformerGalleries: pageOf(entity.gallery),
  uploadPhoto: entity.photo,
  updatePhoto: entity.photo,
  setPhotoCover: entity.photo,
  searchPerformerPhotos: pageOf(entity.photo),
  createProduct: entity.product,
  updateProduct: entity.product,
  getPerformerProduct: entity.product,
  searchPerformerProducts: pageOf(entity.product),
  listPerformerFeeds: feeds,
  getPerformerFeed: entity.feed,
  createFeed: entity.feed,
  listBookmarks: pageOf(entity.reaction),
  listComments: pageOf(entity.comment),
  createComment: entity.comment,
  listNotifications: pageOf(entity.notification),
  // messages
  listConversations: conversations,
  searchConversations: conversations,
  createConversation: entity.conversation,
  getConversation: entity.conversation,
  listMessages: pageOf(entity.message),
  sendMessage: entity.message,
  deleteMessage: entity.message,
  countUnread: numbers('total'),
  // money
  tipPerformer: entity.payment,
  buyFeed: entity.payment,
  buyVideo: entity.payment,
  buyGallery: entity.payment,
  buyMessage: entity.payment,
  subscribePerformer: entity.payment,
  subscribePlatform: entity.payment,
  topUpWallet: entity.payment,
  searchTransactions: pageOf(entity.transaction),
  listCharges: pageOf(entity.charge),
  listCards: pageOf(entity.card),
  addCard: entity.card,
  setDefaultCard: entity.card,
  searchUserSubscriptions: subscriptions,
  searchPerformerSubscriptions: subscriptions,
  searchEarnings: earnings,
  searchSubscriptionEarnings: earnings,
  getEarningStats: numbers('totalGrossPrice', 'totalNetPrice', 'totalSiteCommission'),
  // the rest
  listPosts: pageOf(entity.post),
  getPost: entity.post,
  listAddresses: pageOf(entity.address),
  createAddress: entity.address,
};

/**
 * Reads a reply of any generation of the family into the shape that the contract names for its call. Replies of our own
 * API pass through unchanged.
 *
 * @param data the envelope's `data`, null where there was none.
 */
export function readReply(name: EndpointName, data: unknown): unknown {
  const read = readers[name];
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
