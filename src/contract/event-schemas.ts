import { z } from 'zod';
import { Dollars, IsoDate, ObjectId, SignedDollars } from './base/common-schemas';
import { Feed } from './content/feed-schemas';
import { Gallery } from './content/gallery-schemas';
import { Conversation, Message } from './conversation/message-entities';
import { Notification } from './conversation/notification-schemas';
import { PaymentTransaction } from './money/payment-schemas';
import { UserPublic } from './identity/people-schemas';
import { PrivateChat, ShowSeat, Stream } from './content/stream-schemas';
import { Video } from './content/video-schemas';
import { ChargeTarget } from './money/wallet-schemas';

/** Payloads of socket events by name. Wire contract 4. */

const InConversation = z.object({ conversationId: ObjectId });
const InStream = InConversation.extend({ streamId: ObjectId });
const Members = { total: z.number(), members: z.array(UserPublic) };
const Nothing = z.undefined();
const Login = z.object({ token: z.string().max(500) });
const PrivateShow = InStream.extend({ sessionId: z.string().max(100).optional() });

/** Sent by clients. The server parses each event, and ignores invalid ones. Wire contract 4.2. */
export const clientEventSchemas = {
  /** Connects the socket to an account; sent again after each reconnect. */
  'auth/login': Login,
  'auth/logout': Login,
  'public-stream/live': InConversation,
  'public-stream/join': InConversation,
  'public-stream/leave': InConversation,
  'private-stream/live': InConversation,
  'private-stream/join': PrivateShow,
  'private-stream/leave': PrivateShow,
  JOIN_ROOM: InConversation,
  LEAVE_ROOM: InConversation,
  /** Assumed. */
  typing: InConversation.extend({ isTyping: z.boolean() }),
  /** Our extension: a client that shows a profile or conversation subscribes to that account's `presence`. */
  'presence/watch': z.object({ userId: ObjectId }),
  'presence/unwatch': z.object({ userId: ObjectId }),
};

const Tipped = z.object({
  _id: ObjectId,
  senderInfo: UserPublic.nullish(),
  sourceId: ObjectId,
  targetId: ObjectId,
  createdAt: IsoDate,
  totalPrice: Dollars,
  /** The fan's note. Our extension. */
  userNote: z.string().optional(),
});

/** Sent by the server. Wire contract 4.3. */
export const serverEventSchemas = {
  // messages
  message_created: Message,
  message_deleted: Message,
  /** Our extension: the message was bought, so its files are unlocked now. */
  message_updated: Message,
  /** Number of conversations with unread messages; the spelling is the wire's. */
  nofify_read_messages_in_conversation: z.object({ total: z.number() }),
  /** Our extension. `userId` has read up to `sequence`; sent to the other party, and to the reader's other tabs. */
  message_seen: InConversation.extend({ userId: ObjectId, sequence: z.number(), seenAt: IsoDate }),
  typing: InConversation.extend({ userId: ObjectId, isTyping: z.boolean() }),
  'change-stream-info': z.object({ conversation: Conversation }),
  // money
  /** `token` is a change to add. The resulting balances are our extension: they correct the total after a missed event. */
  update_balance: z.object({
    token: SignedDollars,
    /** `tip`, `wallet`, … Assumed. */
    type: z.string().optional(),
    /** Whether the change is to the pending balance instead of the wallet. Assumed. */
    pending: z.boolean().optional(),
    balance: Dollars.optional(),
    pendingBalance: Dollars.optional(),
  }),
  balance_update: z.object({ balance: Dollars, pendingBalance: Dollars.optional() }),
  token_transaction_success: z.object({
    item: z.union([Feed, Video, Gallery, Stream]),
    /** Kind of `item`; our extension. */
    target: ChargeTarget.optional(),
  }),
  payment_status_callback: z.object({ redirectUrl: z.string() }),
  stripe_confirm_payment: PaymentTransaction,
  TIPPED: Tipped,
  tipped: Tipped,
  // people
  /** Our extension: the account itself changed, such as its email or its planned deletion. */
  account_changed: Nothing,
  send_notification: Notification,
  /** Our extension: unread notifications that are no longer true were deleted. */
  notification_withdrawn: z.object({ ids: z.array(ObjectId), totalUnread: z.number() }),
  /** Assumed. */
  presence: z.object({ userId: ObjectId, isOnline: z.boolean() }),
  // shows
  'join-broadcaster': InConversation.extend({ performerId: ObjectId }),
  'model-joined': InConversation,
  'model-left': InConversation.extend({ performerId: ObjectId }),
  'public-room-changed': InConversation.extend(Members),
  'admin-end-session-stream': InStream.extend({ createdAt: IsoDate }),
  'private-chat-request': InStream.extend({
    user: UserPublic,
    price: Dollars.optional(),
    userNote: z.string().optional(),
    createdAt: IsoDate,
  }),
  'private-chat-accept': PrivateChat.extend({ createdAt: IsoDate }),
  'private-chat-decline': InStream,
  'private-chat-payment-success': z.object({ conversation: Conversation }),
  'private-stream/streamJoined': InStream,
  'private-stream/streamLeaved': InStream,
  'private-stream/streamInformationChanged': InConversation.extend(Members),
  JOINED_THE_ROOM: InStream.extend({ ...Members, streamList: z.array(z.string()) }),
  MODEL_JOIN_ROOM: InConversation.extend({ date: IsoDate.optional() }),
  MODEL_LEFT_ROOM: InConversation.extend({ date: IsoDate.optional() }),
  /** Our extension, to the room: title, goal, chat rules or pinned message changed, or the host left or returned. */
  'stream/changed': Stream,
  /** Our extension, to the fan and the host of the show. */
  'stream/seat-changed': ShowSeat,
  /** Our extension, to an account that may no longer watch a show. */
  'stream/access-lost': InStream,
};

/** Chat events of one stream. Names end in `_` and the conversation's id. Wire contract 4.3. */
export const roomEventSchemas = {
  message_created_conversation: Message,
  message_deleted_conversation: Message,
  clear_all_messages: Nothing,
};
