import { index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { createdAt, id, instant, ref, timestamps } from '../columns';
import { person } from './accounts';
import { items } from './items';

/** What only posts have, one row an item of kind `feed`. */
export const feedPosts = pgTable('feed_posts', {
  id: ref('id')
    .primaryKey()
    .references(() => items.id, { onDelete: 'cascade' }),
  pollDescription: text('poll_description').notNull().default(''),
  pollExpiredAt: instant('poll_expired_at'),
  streamingScheduled: instant('streaming_scheduled'),
});

/** Answer options; the question is the feed's `pollDescription`. Wire contract 3.4. */
export const polls = pgTable(
  'polls',
  {
    id: id(),
    performerId: person('performer_id'),
    feedId: ref('feed_id').references(() => feedPosts.id, { onDelete: 'cascade' }),
    description: text('description').notNull(),
    position: integer('position').notNull().default(0),
    totalVote: integer('total_vote').notNull().default(0),
    expiredAt: instant('expired_at'),
    ...timestamps(),
  },
  (t) => [index('polls_feed').on(t.feedId), index('polls_performer').on(t.performerId)],
);

/** One vote a feed and person. */
export const votes = pgTable(
  'votes',
  {
    feedId: ref('feed_id')
      .notNull()
      .references(() => feedPosts.id, { onDelete: 'cascade' }),
    voterId: person('voter_id'),
    pollId: ref('poll_id')
      .notNull()
      .references(() => polls.id, { onDelete: 'cascade' }),
    createdAt: createdAt(),
  },
  (t) => [
    primaryKey({ columns: [t.feedId, t.voterId] }),
    index('votes_voter').on(t.voterId),
    index('votes_poll').on(t.pollId),
  ],
);
