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
    /** Private ones: both ids, sorted, so that a pair has one conversation. */
    pairKey: text('pair_key'),
    performerId: foreignKey('performer_id'),
    /** Who began it; null when it came with a subscription or a tip. Until a message is in it, nobody else lists it. */
    openedBy: foreignKey('opened_by'),
    streamId: foreignKey('stream_id'),
    lastMessage: text('last_message').notNull().default(''),
    lastSenderId: foreignKey('last_sender_id'),
    lastMessageCreatedAt: timestampUtc('last_message_created_at'),
    /** Number of the newest message; messages count up from 1. */
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
    /** Whether they ever wrote here themselves: a creator who did may always be answered. */
    hasWritten: boolean('has_written').notNull().default(false),
    /** Up to where a mail told of unread messages: the next one goes out after something was read. */
    mailedSequence: integer('mailed_sequence').notNull().default(0),
    /** When they silenced it: no badge, no mail. Null while it may be heard. */
    mutedAt: timestampUtc('muted_at'),
    /** When they closed it to the other party, who cannot write there any more; null while it is open. */
    closedAt: timestampUtc('closed_at'),
    /** Copied from the conversation so that a person's list is one index scan. */
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
    /** The sender's own id of it: a retry finds the first. */
    clientId: text('client_id'),
    /** Place in the conversation, given under its lock. */
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
