import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestampUtc } from '../columns';

/**
 * Budgets of callers that all processes count together. The columns are those that `rate-limiter-flexible` writes; the
 * table is unlogged, since a crash may as well forgive.
 */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').primaryKey(),
    points: integer('points').notNull().default(0),
    /** Milliseconds since 1970. */
    expire: bigint('expire', { mode: 'number' }),
  },
  (t) => [index('rate_limits_expire').on(t.expire)],
);

/** Puzzles whose solution was handed in, until they would have expired: each counts once. */
export const spentCaptchas = pgTable(
  'spent_captchas',
  { nonce: text('nonce').primaryKey(), expiresAt: timestampUtc('expires_at').notNull() },
  (t) => [index('spent_captchas_expires').on(t.expiresAt)],
);
