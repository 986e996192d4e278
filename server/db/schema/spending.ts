import { sql } from 'drizzle-orm';
import { check, pgTable } from 'drizzle-orm/pg-core';
import { money, sharedPrimaryKey, timestamps, timestampUtc } from '../columns';
import { accounts } from './accounts';

/** Spending limits of fans, for a calendar month in UTC. Without a row, or an amount in it, there is none. */
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
