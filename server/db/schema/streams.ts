import { sql } from 'drizzle-orm';
import { boolean, check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { foreignKey, id, money, ownedBy, timestamps, timestampUtc } from '../columns';
import { accounts, person, personInBooks } from './accounts';
import { feedPosts } from './feeds';
import { conversations, messages } from './messages';
import { walletCharges } from './money';

export const streams = pgTable(
  'streams',
  {
    id: id(),
    performerId: personInBooks('performer_id'),
    /** Name of the video channel; each show has a new one. */
    sessionId: text('session_id').notNull(),
    type: text('type', { enum: ['public', 'group', 'private'] }).notNull(),
    state: text('state', { enum: ['prepared', 'live', 'ended'] })
      .notNull()
      .default('prepared'),
    title: text('title').notNull().default(''),
    description: text('description').notNull().default(''),
    audience: text('audience', { enum: ['everyone', 'followers', 'subscribers'] }).notNull(),
    /** Ticket price; null if tickets are not sold. */
    price: money('price'),
    /**
     * The people who need a ticket: the whole audience, or only people outside the audience, who are admitted if they buy one.
     */
    ticketFor: text('ticket_for', { enum: ['audience', 'others'] })
      .notNull()
      .default('audience'),
    /** Price per minute of a private show that fans can request, or for each member of a group. Null if not offered. */
    minutePrice: money('minute_price'),
    goalText: text('goal_text').notNull().default(''),
    goalAmount: money('goal_amount'),
    isRecorded: boolean('is_recorded').notNull().default(false),
    startedAt: timestampUtc('started_at'),
    endedAt: timestampUtc('ended_at'),
    endedBy: text('ended_by', { enum: ['host', 'hostGone', 'operator', 'seats'] }),
    /** The host counts as present until this time; each heartbeat extends it. */
    hostUntil: timestampUtc('host_until'),
    /** Duration as reported by old clients; never decreases. */
    toldSeconds: integer('told_seconds').notNull().default(0),
    peakViewers: integer('peak_viewers').notNull().default(0),
    slowSeconds: integer('slow_seconds').notNull().default(0),
    chatWriters: text('chat_writers', { enum: ['everyone', 'followers', 'subscribers'] })
      .notNull()
      .default('everyone'),
    isEmoteOnly: boolean('is_emote_only').notNull().default(false),
    pinnedMessageId: foreignKey('pinned_message_id').references(() => messages.id, { onDelete: 'set null' }),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('streams_session').on(t.sessionId),
    // A creator can have one open show, plus a private one that interrupts it.
    uniqueIndex('streams_open')
      .on(t.performerId)
      .where(sql`state <> 'ended' and type <> 'private'`),
    uniqueIndex('streams_open_private')
      .on(t.performerId)
      .where(sql`state = 'live' and type = 'private'`),
    index('streams_performer').on(t.performerId, t.createdAt),
    index('streams_live')
      .on(t.startedAt)
      .where(sql`state = 'live'`),
    index('streams_pinned').on(t.pinnedMessageId),
  ],
);

export const streamViewers = pgTable(
  'stream_viewers',
  {
    streamId: ownedBy('stream_id', () => streams.id),
    /** An account's id, or the connection id of a guest. */
    viewerKey: text('viewer_key').notNull(),
    accountId: foreignKey('account_id').references(() => accounts.id, { onDelete: 'cascade' }),
    since: timestampUtc('since').notNull(),
    presentUntil: timestampUtc('present_until').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.streamId, t.viewerKey] }),
    index('stream_viewers_account').on(t.accountId),
    index('stream_viewers_present').on(t.streamId, t.presentUntil),
  ],
);

export const streamRestrictions = pgTable(
  'stream_restrictions',
  {
    streamId: ownedBy('stream_id', () => streams.id),
    accountId: person('account_id'),
    kind: text('kind', { enum: ['mute', 'ban'] }).notNull(),
    until: timestampUtc('until'),
    ...timestamps(),
  },
  (t) => [
    // A viewer who was muted and then removed is still muted once let back in.
    primaryKey({ columns: [t.streamId, t.accountId, t.kind] }),
    index('stream_restrictions_account').on(t.accountId),
  ],
);

/** A seat is charged whenever `dueAt` has passed, but not while the host is away. Promises M-22. */
export const streamSeats = pgTable(
  'stream_seats',
  {
    id: id(),
    streamId: foreignKey('stream_id')
      .notNull()
      .references(() => streams.id, { onDelete: 'restrict' }),
    conversationId: foreignKey('conversation_id')
      .notNull()
      .references(() => conversations.id, { onDelete: 'restrict' }),
    performerId: personInBooks('performer_id'),
    userId: personInBooks('user_id'),
    state: text('state', { enum: ['asked', 'running', 'declined', 'withdrawn', 'expired', 'ended'] }).notNull(),
    endedBy: text('ended_by', { enum: ['fan', 'host', 'wallet', 'limit', 'hostGone', 'operator', 'access'] }),
    /** The agreed price per minute. */
    price: money('price').notNull(),
    note: text('note').notNull().default(''),
    answerBy: timestampUtc('answer_by'),
    startedAt: timestampUtc('started_at'),
    endedAt: timestampUtc('ended_at'),
    dueAt: timestampUtc('due_at'),
    /** When the host left. The minute already paid continues when the host returns. */
    pausedAt: timestampUtc('paused_at'),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('stream_seats_open')
      .on(t.streamId, t.userId)
      .where(sql`state in ('asked', 'running')`),
    index('stream_seats_stream').on(t.streamId),
    index('stream_seats_due')
      .on(t.dueAt)
      .where(sql`state = 'running'`),
    index('stream_seats_asked')
      .on(t.answerBy)
      .where(sql`state = 'asked'`),
    index('stream_seats_user').on(t.userId, t.createdAt),
    index('stream_seats_performer').on(t.performerId, t.createdAt),
    index('stream_seats_conversation').on(t.conversationId),
    check('stream_seats_price', sql`${t.price} > 0`),
  ],
);

/** Charged minutes: one row per show, fan and minute, even if several processes charge. Promises M-22. */
export const streamMinutes = pgTable(
  'stream_minutes',
  {
    streamId: foreignKey('stream_id')
      .notNull()
      .references(() => streams.id, { onDelete: 'restrict' }),
    userId: personInBooks('user_id'),
    minute: integer('minute').notNull(),
    seatId: foreignKey('seat_id')
      .notNull()
      .references(() => streamSeats.id, { onDelete: 'restrict' }),
    chargeId: foreignKey('charge_id')
      .notNull()
      .references(() => walletCharges.id, { onDelete: 'restrict' }),
    startedAt: timestampUtc('started_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.streamId, t.userId, t.minute] }),
    uniqueIndex('stream_minutes_charge').on(t.chargeId),
    index('stream_minutes_seat').on(t.seatId),
    index('stream_minutes_user').on(t.userId),
  ],
);

export const streamReminders = pgTable(
  'stream_reminders',
  {
    feedId: ownedBy('feed_id', () => feedPosts.id),
    accountId: person('account_id'),
    remindedAt: timestampUtc('reminded_at'),
    ...timestamps(),
  },
  (t) => [primaryKey({ columns: [t.feedId, t.accountId] }), index('stream_reminders_account').on(t.accountId)],
);
