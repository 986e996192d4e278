import { sql } from 'drizzle-orm';
import { check, pgTable } from 'drizzle-orm/pg-core';
import { money, sharedPrimaryKey, timestamps, timestampUtc } from '../columns';
import { accounts } from './accounts';

/** Limits per calendar month (UTC). No row, or no amount, means no limit. */
export const spendingLimits = pgTable(
  'spending_limits',
  {
    userId: sharedPrimaryKey('user_id', () => accounts.id),
    amount: money('amount'),
    /** When `nextAmount` takes effect. Set only while a raised or removed limit is pending. */
    nextFrom: timestampUtc('next_from'),
    /** Null for no limit. */
    nextAmount: money('next_amount'),
    ...timestamps(),
  },
  (t) => [check('spending_limits_positive', sql`${t.amount} > 0 and ${t.nextAmount} > 0`)],
);
