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
    /** For private conversations: both account ids, sorted, so that a pair has one conversation. */
    pairKey: text('pair_key'),
    performerId: foreignKey('performer_id'),
    /** Null if a subscription or a tip opened it. While it has no message, only this account lists it. */
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
    /** Whether this member ever wrote here: a creator who did can always be answered. */
    hasWritten: boolean('has_written').notNull().default(false),
    /** Messages up to here were covered by a mail; the next mail needs a message to be read first. */
    mailedSequence: integer('mailed_sequence').notNull().default(0),
    /** No badge and no mail while set. */
    mutedAt: timestampUtc('muted_at'),
    /** The other party cannot write while set. */
    closedAt: timestampUtc('closed_at'),
    /** Copied from the conversation, so that an account's list is one index scan. */
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
    /** Set by the sender, so that a retry finds the first message. */
    clientId: text('client_id'),
    sequence: integer('sequence').notNull(),
    isSale: boolean('is_sale').notNull().default(false),
    price: moneyOrZero('price'),
    isDeleted: boolean('is_deleted').notNull().default(false),
    isSystem: boolean('is_system').notNull().default(false),
    /** When the other party of a private conversation read it. */
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
