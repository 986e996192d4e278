import { sql } from 'drizzle-orm';
import { check, pgTable } from 'drizzle-orm/pg-core';
import { money, sharedPrimaryKey, timestamps, timestampUtc } from '../columns';
import { accounts } from './accounts';

/** What fans want to spend in a calendar month (UTC) at most; no row, or no amount, for no limit. */
export const spendingLimits = pgTable(
  'spending_limits',
  {
    userId: sharedPrimaryKey('user_id', () => accounts.id),
    amount: money('amount'),
    /** Set while a higher amount, or none, waits; it counts from then on. */
    nextFrom: timestampUtc('next_from'),
    /** Null for none. */
    nextAmount: money('next_amount'),
    ...timestamps(),
  },
  (t) => [check('spending_limits_positive', sql`${t.amount} > 0 and ${t.nextAmount} > 0`)],
);
