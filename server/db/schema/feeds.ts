import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, id, timestampUtc, ownedBy, foreignKey, sharedPrimaryKey, timestamps } from '../columns';
import { person } from './accounts';
import { items } from './items';

export const feedPosts = pgTable('feed_posts', {
  id: sharedPrimaryKey('id', () => items.id),
  pollDescription: text('poll_description').notNull().default(''),
  pollExpiredAt: timestampUtc('poll_expired_at'),
  streamingScheduled: timestampUtc('streaming_scheduled'),
});

/** Answer options; the question is the post's `pollDescription`. Wire contract 3.4. */
export const polls = pgTable(
  'polls',
  {
    id: id(),
    performerId: person('performer_id'),
    feedId: foreignKey('feed_id').references(() => feedPosts.id, { onDelete: 'cascade' }),
    description: text('description').notNull(),
    position: integer('position').notNull().default(0),
    totalVote: integer('total_vote').notNull().default(0),
    expiredAt: timestampUtc('expired_at'),
    ...timestamps(),
  },
  (t) => [index('polls_feed').on(t.feedId), index('polls_performer').on(t.performerId)],
);

export const votes = pgTable(
  'votes',
  {
    feedId: ownedBy('feed_id', () => feedPosts.id),
    voterId: person('voter_id'),
    pollId: ownedBy('poll_id', () => polls.id),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.feedId, t.voterId] }),
    index('votes_voter').on(t.voterId),
    index('votes_poll').on(t.pollId),
  ],
);
