import { z } from 'zod';
import { Dollars, File, IsoDate, ObjectId, stamps } from '../base/common-schemas';
import { PersonPublic } from '../identity/people-schemas';

export const AccountSource = z.enum(['user', 'performer']);
export const ConversationType = z.enum(['private', 'stream_public', 'stream_group', 'stream_private']);

/** Only the server writes `tip` and `notify`. Wire contract 3.18. */
const MessageType = z.enum(['text', 'photo', 'video', 'audio', 'tip', 'notify']);

/** A conversation as one of its members sees it. Wire contract 3.17. */
export const Conversation = z.object({
  ...stamps,
  type: ConversationType,
  /** Only for a stream. */
  name: z.string().nullish(),
  recipients: z.array(z.object({ source: AccountSource, sourceId: ObjectId })),
  /** The other party; absent from replies that do not load accounts. */
  recipientInfo: PersonPublic.nullish(),
  /** The first characters of the last message. */
  lastMessage: z.string().nullish(),
  lastSenderId: ObjectId.nullish(),
  lastMessageCreatedAt: IsoDate.nullish(),
  totalNotSeenMessages: z.number(),
  /** For a user: whether they subscribe to the performer, and whether the performer blocked them. */
  isSubscribed: z.boolean().optional(),
  isBlocked: z.boolean().optional(),
  /** Whether the caller can send now: a fan needs a subscription, or a message from the creator; our extension. */
  canWrite: z.boolean().optional(),
  /** Whether a subscription to the performer would let the caller send; our extension. */
  opensBySubscribing: z.boolean().optional(),
  /** Muted by the caller: excluded from badges and mails; our extension. */
  isMuted: z.boolean().optional(),
  /** Closed by the caller, so that the other party cannot send; our extension. */
  isClosed: z.boolean().optional(),
  streamId: ObjectId.nullish(),
  performerId: ObjectId.nullish(),
  /** `sequence` of the newest message, and of the newest that the caller has seen; our extension. */
  lastSequence: z.number().optional(),
  lastSeenSequence: z.number().optional(),
});

/** A message as one viewer sees it: in an unpaid priced message, files have `url` null. Wire contract 3.18. */
export const Message = z.object({
  ...stamps,
  conversationId: ObjectId,
  senderId: ObjectId,
  senderSource: AccountSource,
  /** In stream chats only. */
  senderInfo: PersonPublic.nullish(),
  type: MessageType,
  text: z.string(),
  fileId: ObjectId.nullish(),
  fileIds: z.array(ObjectId),
  files: z.array(File),
  thumbnail: File.nullish(),
  /** A deleted message stays in the list, with the text 'Message deleted' and without files. Specification 3. */
  isDeleted: z.boolean(),
  /** Join and leave messages of a stream. */
  isSystem: z.boolean().optional(),
  isSale: z.boolean(),
  price: Dollars.nullish(),
  /** For the sender of a priced message: whether the recipient bought it. */
  isBought: z.boolean(),
  boughtAt: IsoDate.nullish(),
  /** On type `tip`; our extension. */
  tipAmount: Dollars.nullish(),
  /** Note on a tip; our extension. The text repeats it on a line of its own. */
  tipNote: z.string().nullish(),
  /** Chosen by the sender, so that a repeated request stores one message; our extension. */
  clientId: z.string().nullish(),
  /** Increases within the conversation, in the server's order; our extension. */
  sequence: z.number().optional(),
  /** When the other party read it; our extension. */
  seenAt: IsoDate.nullish(),
});
