import { sql } from 'drizzle-orm';
import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { foreignKey, id, timestampUtc, timestamps } from '../columns';
import { person } from './accounts';

/** Each time that operators removed content, with the appeal of its author. The content keeps its place for a restoration. */
export const takedowns = pgTable(
  'takedowns',
  {
    id: id(),
    target: text('target').notNull(),
    targetId: foreignKey('target_id').notNull(),
    /** The author of the content. */
    ownerId: person('owner_id'),
    /** Names the content, even after its author has deleted it. */
    title: text('title').notNull().default(''),
    /** The item's status when it was removed; empty for a comment. */
    statusBefore: text('status_before').notNull().default(''),
    rule: text('rule').notNull(),
    /** For the author, and for the accounts that reported the content. */
    reason: text('reason').notNull(),
    /** The operator who removed the content. */
    decidedBy: foreignKey('decided_by').notNull(),
    state: text('state', { enum: ['standing', 'appealed', 'upheld', 'restored'] })
      .notNull()
      .default('standing'),
    appeal: text('appeal').notNull().default(''),
    appealedAt: timestampUtc('appealed_at'),
    /** For the author: about the appeal, or about a restoration without one. */
    answer: text('answer').notNull().default(''),
    /** The operator who decided the appeal, or restored the content without one. */
    answeredBy: foreignKey('answered_by'),
    answeredAt: timestampUtc('answered_at'),
    ...timestamps(),
  },
  (t) => [
    uniqueIndex('takedowns_once')
      .on(t.target, t.targetId)
      .where(sql`state <> 'restored'`),
    index('takedowns_target').on(t.targetId),
    index('takedowns_owner').on(t.ownerId, t.createdAt),
    index('takedowns_appeals').on(t.state, t.appealedAt),
    index('takedowns_decider').on(t.decidedBy),
    index('takedowns_answerer')
      .on(t.answeredBy)
      .where(sql`answered_by is not null`),
  ],
);
