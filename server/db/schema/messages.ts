import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, timestampUtc, ownedBy, foreignKey, moneyOrZero, timestamps } from '../columns';
import { person } from './accounts';
import { files } from './files';

export const conversations = pgTable(
  'conversations',
  {
    id: id(),
    type: text('type', { enum: ['private', 'stream_public', 'stream_group', 'stream_private'] }).notNull(),
    name: text('name').notNull().default(''),
    /** For private conversations: both account ids, sorted, so that a pair can have only one conversation. */
    pairKey: text('pair_key'),
    performerId: foreignKey('performer_id'),
    /** Null if a subscription or a tip opened it. Until there is a message, only this account sees it in its list. */
    openedBy: foreignKey('opened_by'),
    streamId: foreignKey('stream_id'),
    lastMessage: text('last_message').notNull().default(''),
    lastSenderId: foreignKey('last_sender_id'),
    lastMessageCreatedAt: timestampUtc('last_message_created_at'),
    lastSequence: integer('last_sequence').notNull().default(0),
    meta: jsonb('meta').$type<Record<string, unknown>>().notNull().default({}),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('conversations_pair').on(t.pairKey),
    index('conversations_performer').on(t.performerId, t.type),
    index('conversations_stream').on(t.streamId),
    index('conversations_last_sender').on(t.lastSenderId),
  ],
);

export const conversationMembers = pgTable(
  'conversation_members',
  {
    conversationId: ownedBy('conversation_id', () => conversations.id),
    accountId: person('account_id'),
    unread: integer('unread').notNull().default(0),
    lastReadSequence: integer('last_read_sequence').notNull().default(0),
    /** Whether this member has ever written here: fans can always reply to a creator who has. */
    hasWritten: boolean('has_written').notNull().default(false),
    /** An email digest has covered messages up to this one. The next digest is sent only after a message has been read. */
    mailedSequence: integer('mailed_sequence').notNull().default(0),
    /** While set, new messages cause no badge and no mail. */
    mutedAt: timestampUtc('muted_at'),
    /** While set, the other member cannot write. */
    closedAt: timestampUtc('closed_at'),
    /** Copied from the conversation, so that an account's list needs only one index scan. */
    lastMessageAt: timestampUtc('last_message_at').notNull().defaultNow(),
  },
  (t) => [
    primaryKey({ columns: [t.conversationId, t.accountId] }),
    index('conversation_members_list').on(t.accountId, t.lastMessageAt),
    index('conversation_members_unread')
      .on(t.accountId)
      .where(sql`unread > 0`),
    index('conversation_members_unmailed')
      .on(t.lastMessageAt)
      .where(sql`unread > 0 and mailed_sequence <= last_read_sequence`),
  ],
);

export const messages = pgTable(
  'messages',
  {
    id: id(),
    conversationId: ownedBy('conversation_id', () => conversations.id),
    senderId: foreignKey('sender_id').notNull(),
    senderSource: text('sender_source', { enum: ['user', 'performer'] }).notNull(),
    type: text('type', { enum: ['text', 'photo', 'video', 'audio', 'tip', 'notify'] }).notNull(),
    text: text('text').notNull().default(''),
    /** Chosen by the sender, so that a retry finds the message instead of sending it twice. */
    clientId: text('client_id'),
    sequence: integer('sequence').notNull(),
    isSale: boolean('is_sale').notNull().default(false),
    price: moneyOrZero('price'),
    isDeleted: boolean('is_deleted').notNull().default(false),
    isSystem: boolean('is_system').notNull().default(false),
    /** When the other member of a private conversation read it. */
    seenAt: timestampUtc('seen_at'),
    meta: jsonb('meta').$type<Record<string, unknown>>().notNull().default({}),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('messages_sequence').on(t.conversationId, t.sequence),
    uniqueIndex('messages_client').on(t.conversationId, t.senderId, t.clientId),
    index('messages_sender').on(t.senderId),
  ],
);

export const messageFiles = pgTable(
  'message_files',
  {
    messageId: ownedBy('message_id', () => messages.id),
    fileId: ownedBy('file_id', () => files.id),
    position: integer('position').notNull(),
  },
  (t) => [primaryKey({ columns: [t.messageId, t.fileId] }), index('message_files_file').on(t.fileId)],
);
