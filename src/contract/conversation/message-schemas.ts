import { z } from 'zod';
import {
  DollarsInput,
  Flag,
  ListQuery,
  NumberText,
  ObjectId,
  Success,
  UploadReply,
  byId,
  byIdIfAllowed,
  byKey,
  getPage,
} from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import { line, requiredLine, text } from '../base/field-schemas';
import { limits } from '../base/limits';
import { PersonPublic } from '../identity/people-schemas';
import { AccountSource, Conversation, ConversationType, Message } from './message-entities';
import type { messageRoutes } from './message-routes';

/** The default limit is 25, unlike that of other lists. Specification 9. */
const MessageQuery = ListQuery.extend({
  limit: NumberText.optional().transform((n) =>
    n === undefined || n < 1 ? limits.messagePage : Math.min(Math.trunc(n), limits.listMax),
  ),
});

const ConversationQuery = MessageQuery.extend({
  type: ConversationType.optional(),
  keyword: line(200).optional(),
  /** Sent for further pages by clients of compatible backends; ignored. */
  isMore: Flag.optional(),
  /** Our extension: only conversations with unread messages. */
  unread: Flag.optional(),
  /** Our extension: for creators, only conversations with current subscribers. */
  subscribers: Flag.optional(),
});

const Sequence = NumberText.pipe(z.number().int().min(0));

const SentMessage = z.object({
  text: text(limits.messageText).optional(),
  type: z.enum(['text', 'photo', 'video', 'audio']).optional(),
  fileIds: z.array(ObjectId).max(limits.messageFiles).optional(),
  clientId: z.string().min(1).max(64).optional(),
});

type Sent = z.output<typeof SentMessage>;
const saysSomething = (sent: Sent) => (sent.text ?? '').trim() !== '' || (sent.fileIds ?? []).length > 0;
const nothingSaid = { error: 'needs words or a file', path: ['text'] };

const PrivateMessage = SentMessage.extend({ isSale: z.boolean().optional(), price: DollarsInput.nullish() })
  .refine(saysSomething, nothingSaid)
  .refine((sent) => !sent.isSale || (sent.price ?? 0) > 0, { error: 'must be given for sale', path: ['price'] });

/** Text only: chats of shows accept no files. */
const StreamMessage = SentMessage.refine(({ text: words }) => (words ?? '').trim() !== '', {
  error: 'needs words',
  path: ['text'],
});

const entryErrors = [
  'REMOVED_FROM_SHOW',
  'UNAUTHORIZED',
  'NOT_SUBSCRIBED',
  'NOT_FOLLOWING',
  'TICKET_REQUIRED',
] as const;

const writingInStream = {
  ...byId,
  body: StreamMessage,
  data: Message,
  errors: [
    'ENTITY_NOT_FOUND',
    'REMOVED_FROM_SHOW',
    'NOT_SUBSCRIBED',
    'NOT_FOLLOWING',
    'TICKET_REQUIRED',
    'STREAM_OFFLINE',
    'INVALID_OR_MISSING_FILE',
    'DOCUMENTS_NOT_APPROVED',
    'CHAT_MUTED',
    'CHAT_LIMITED',
    'CHAT_EMOTES_ONLY',
    'CHAT_TOO_FAST',
  ],
} as const;

export const messageSchemas = {
  listConversations: {
    summary: "The caller's conversations, newest message first",
    mark: 'seen',
    query: ConversationQuery,
    data: getPage(Conversation),
  },
  createConversation: {
    summary: 'Open the conversation with somebody, made when there is none yet',
    mark: 'seen',
    /** `source` is the other party's kind of account. */
    body: z.object({ source: AccountSource, sourceId: ObjectId, type: z.literal('private').optional() }),
    data: Conversation,
    errors: ['MESSAGE_TO_SELF', 'ENTITY_NOT_FOUND', 'FORBIDDEN', 'MESSAGES_CLOSED'],
  },
  searchConversations: {
    summary: 'Conversations by the name of the other party',
    mark: 'seen-path',
    query: ConversationQuery,
    data: getPage(Conversation),
  },
  getStreamConversation: {
    ...byId,
    summary: 'The chat of a stream',
    data: Conversation,
    errors: ['ENTITY_NOT_FOUND', ...entryErrors],
  },
  getPublicStreamConversation: {
    ...byKey,
    summary: "The public chat of a performer's stream; the id is the performer's",
    data: Conversation,
    errors: ['ENTITY_NOT_FOUND', ...entryErrors],
  },
  getConversation: { ...byId, summary: 'One own conversation', data: Conversation },
  updateConversationSettings: {
    ...byId,
    summary: 'Silence an own conversation, or close it to the other party; the other party is not told',
    mark: 'assumed',
    body: z.object({ isMuted: z.boolean().optional(), isClosed: z.boolean().optional() }),
    data: Conversation,
  },
  renameConversation: {
    ...byId,
    summary: 'Rename the chat of an own stream',
    body: z.object({ name: requiredLine(200) }),
    data: Conversation,
  },
  searchMessages: {
    summary: "Messages whose text has these words, in all the caller's conversations, newest first",
    mark: 'assumed',
    query: MessageQuery.extend({ q: requiredLine(200) }),
    data: getPage(Message.extend({ recipientInfo: PersonPublic.nullish() })),
  },
  listMessages: {
    ...byId,
    summary: 'Messages of an own conversation, newest first',
    query: MessageQuery.extend({
      /** Our extension: messages after this one, to fill a gap, or before it, so that pages of older messages do not shift. */
      afterSequence: Sequence.optional(),
      beforeSequence: Sequence.optional(),
    }),
    data: getPage(Message),
  },
  sendMessage: {
    ...byId,
    summary: 'Write a message, for a price if wanted; the same clientId again answers the first message',
    body: PrivateMessage,
    data: Message,
    errors: [
      'MESSAGES_CLOSED',
      'ENTITY_NOT_FOUND',
      'FORBIDDEN',
      'NOT_SUBSCRIBED',
      'PRICE_OUT_OF_BOUNDS',
      'INVALID_OR_MISSING_FILE',
    ],
  },
  listPublicStreamMessages: {
    ...byId,
    summary: 'The chat of a public stream, newest first',
    query: MessageQuery.extend({ afterSequence: Sequence.optional(), beforeSequence: Sequence.optional() }),
    data: getPage(Message),
    errors: ['ENTITY_NOT_FOUND', ...entryErrors],
  },
  sendStreamMessage: { ...writingInStream, summary: 'Write into the chat of a stream' },
  sendPublicStreamMessage: { ...writingInStream, summary: 'Write into the chat of a public stream' },
  countUnread: {
    summary: 'How many conversations have unread messages',
    mark: 'seen',
    data: z.object({ total: z.number() }),
  },
  readAllMessages: { ...byId, summary: 'Mark a conversation read', data: z.object({ ok: z.literal(true) }) },
  deleteMessage: {
    ...byIdIfAllowed,
    summary: 'Take back an own message; it stays in the list as deleted',
    data: Message,
  },
  removeAllMessages: {
    ...byId,
    summary: 'Empty the chat of an own stream; the id is the conversation',
    data: Success,
  },
  uploadMessagePhoto: {
    summary: 'Store a picture for a message; private in spite of the path',
    mark: 'seen',
    files: { file: { kinds: ['image'], required: true, wrongKind: 'WRONG_MEDIA_KIND' } },
    data: UploadReply,
    errors: ['NO_FILE', 'WRONG_MEDIA_KIND', 'PAYLOAD_TOO_LARGE'],
  },
  uploadMessageVideo: {
    summary: 'Store a video for a message; conversion is queued',
    mark: 'seen',
    files: { file: { kinds: ['video'], required: true, wrongKind: 'WRONG_MEDIA_KIND' } },
    data: UploadReply,
    errors: ['NO_FILE', 'WRONG_MEDIA_KIND', 'PAYLOAD_TOO_LARGE'],
  },
  uploadMessageFile: {
    summary: 'Store a file for a message, or with a recipient make the message at once, as older clients do',
    mark: 'seen',
    body: z.object({
      recipientId: ObjectId.optional(),
      recipientType: AccountSource.optional(),
      conversationId: ObjectId.optional(),
    }),
    files: {
      file: {
        kinds: ['image', 'video', 'audio'],
        required: true,
        aliases: ['message-photo'],
        wrongKind: 'WRONG_MEDIA_KIND',
      },
    },
    /** A message if `recipientId` was sent, else the uploaded file. */
    data: z.union([Message, UploadReply]),
    errors: [
      'NO_FILE',
      'WRONG_MEDIA_KIND',
      'PAYLOAD_TOO_LARGE',
      'ENTITY_NOT_FOUND',
      'FORBIDDEN',
      'NOT_SUBSCRIBED',
      'MESSAGE_TO_SELF',
    ],
  },
} satisfies SchemasFor<typeof messageRoutes>;
