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

/** Payloads of the socket events, by event name. Wire contract 4; what it marks assumed, or lacks, says so here. */

const InConversation = z.object({ conversationId: ObjectId });
const InStream = InConversation.extend({ streamId: ObjectId });
const Members = { total: z.number(), members: z.array(UserPublic) };
const Nothing = z.undefined();
const Login = z.object({ token: z.string().max(500) });
const PrivateShow = InStream.extend({ sessionId: z.string().max(100).optional() });

/** What a client may say; the server parses each before it acts, and ignores what does not fit. Wire contract 4.2. */
export const clientEventSchemas = {
  /** Ties the socket to an account; sent again after each reconnect. */
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
  /** Ours: who looks at a profile or a conversation hears of that account's `presence`. */
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
  /** What the fan wrote along. Ours. */
  userNote: z.string().optional(),
});

/** What the server says. Wire contract 4.3. */
export const serverEventSchemas = {
  // messages
  message_created: Message,
  message_deleted: Message,
  /** Ours: it was bought, so that its files are open now. */
  message_updated: Message,
  /** Conversations with unread messages; the spelling is the wire's. */
  nofify_read_messages_in_conversation: z.object({ total: z.number() }),
  /** Ours. `userId` has read up to `sequence`: told to the other party, and to the reader's own tabs. */
  message_seen: InConversation.extend({ userId: ObjectId, sequence: z.number(), seenAt: IsoDate }),
  typing: InConversation.extend({ userId: ObjectId, isTyping: z.boolean() }),
  'change-stream-info': z.object({ conversation: Conversation }),
  // money
  /** `token` is a change to add. The sums after it are ours: with them no missed event can make a total drift. */
  update_balance: z.object({
    token: SignedDollars,
    /** `tip`, `wallet`, … Assumed. */
    type: z.string().optional(),
    /** The change is in the pending balance, not the wallet. Assumed. */
    pending: z.boolean().optional(),
    balance: Dollars.optional(),
    pendingBalance: Dollars.optional(),
  }),
  balance_update: z.object({ balance: Dollars, pendingBalance: Dollars.optional() }),
  token_transaction_success: z.object({
    item: z.union([Feed, Video, Gallery, Stream]),
    /** What kind `item` is; ours. */
    target: ChargeTarget.optional(),
  }),
  payment_status_callback: z.object({ redirectUrl: z.string() }),
  stripe_confirm_payment: PaymentTransaction,
  TIPPED: Tipped,
  tipped: Tipped,
  // people
  /** Ours: something about the account itself is different now, as its email or that it is to be deleted. */
  account_changed: Nothing,
  send_notification: Notification,
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
  /** Ours, to the room: title, goal, rules of the chat, pinned message, or whether the host is away. */
  'stream/changed': Stream,
  /** Ours, to its fan and its host. */
  'stream/seat-changed': ShowSeat,
  /** Ours, to an account that may not see a show any more. */
  'stream/access-lost': InStream,
};

/** Events of one stream's chat: their name ends in `_` and the conversation's id. Wire contract 4.3. */
export const roomEventSchemas = {
  message_created_conversation: Message,
  message_deleted_conversation: Message,
  clear_all_messages: Nothing,
};
