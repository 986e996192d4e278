import { z } from 'zod';
import { Dollars, File, IsoDate, ObjectId, stamps } from '../base/common-schemas';
import { PersonPublic } from '../identity/people-schemas';

export const AccountSource = z.enum(['user', 'performer']);
export const ConversationType = z.enum(['private', 'stream_public', 'stream_group', 'stream_private']);

/** `tip` and `notify` are written by the server only. Wire contract 3.18. */
const MessageType = z.enum(['text', 'photo', 'video', 'audio', 'tip', 'notify']);

/** As one of its members sees it. Wire contract 3.17. */
export const Conversation = z.object({
  ...stamps,
  type: ConversationType,
  /** Of a stream. */
  name: z.string().nullish(),
  recipients: z.array(z.object({ source: AccountSource, sourceId: ObjectId })),
  /** The other party; absent where the call does not look people up. */
  recipientInfo: PersonPublic.nullish(),
  /** The first characters of it. */
  lastMessage: z.string().nullish(),
  lastSenderId: ObjectId.nullish(),
  lastMessageCreatedAt: IsoDate.nullish(),
  totalNotSeenMessages: z.number(),
  /** For a user: whether they subscribe to the performer, and whether that performer blocked them. */
  isSubscribed: z.boolean().optional(),
  isBlocked: z.boolean().optional(),
  /** Whether the caller may write in it now: a fan needs a subscription, or a creator who wrote first; ours. */
  canWrite: z.boolean().optional(),
  /** Whether the caller could write in it once subscribed to the performer; ours. */
  opensBySubscribing: z.boolean().optional(),
  /** The caller silenced it: it counts in no badge and no mail tells of it; ours. */
  isMuted: z.boolean().optional(),
  /** The caller closed it to the other party, who cannot write there; ours. */
  isClosed: z.boolean().optional(),
  streamId: ObjectId.nullish(),
  performerId: ObjectId.nullish(),
  /** `sequence` of the newest message, and of the newest the caller has seen; ours. */
  lastSequence: z.number().optional(),
  lastSeenSequence: z.number().optional(),
});

/** As one viewer sees it: the files of an unpaid priced message have `url` null. Wire contract 3.18. */
export const Message = z.object({
  ...stamps,
  conversationId: ObjectId,
  senderId: ObjectId,
  senderSource: AccountSource,
  /** In stream chat. */
  senderInfo: PersonPublic.nullish(),
  type: MessageType,
  text: z.string(),
  fileId: ObjectId.nullish(),
  fileIds: z.array(ObjectId),
  files: z.array(File),
  thumbnail: File.nullish(),
  /** Stays in the list, with 'Message deleted' for its text and without files. Specification 3. */
  isDeleted: z.boolean(),
  /** Join and leave notes of a stream. */
  isSystem: z.boolean().optional(),
  isSale: z.boolean(),
  price: Dollars.nullish(),
  /** For the sender of a priced message: whether the recipient bought it. */
  isBought: z.boolean(),
  /** When the recipient bought it; ours. */
  boughtAt: IsoDate.nullish(),
  /** What was tipped, on type `tip`; ours. */
  tipAmount: Dollars.nullish(),
  /** What was written along with a tip; ours. The text has it, too, on a line of its own. */
  tipNote: z.string().nullish(),
  /** The sender's own id for it, so that a repeated send is one message; ours. */
  clientId: z.string().nullish(),
  /** Rises by the server's order within the conversation; ours. */
  sequence: z.number().optional(),
  /** When the other party read it; ours. */
  seenAt: IsoDate.nullish(),
});
