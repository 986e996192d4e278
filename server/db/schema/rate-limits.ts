import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { timestampUtc } from '../columns';

/** The columns are those of `rate-limiter-flexible`. The table is unlogged, since losing it in a crash does no harm. */
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

/** Solved captchas that have not expired yet, so that each is accepted only once. */
export const spentCaptchas = pgTable(
  'spent_captchas',
  { nonce: text('nonce').primaryKey(), expiresAt: timestampUtc('expires_at').notNull() },
  (t) => [index('spent_captchas_expires').on(t.expiresAt)],
);
