import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { paymentTransactions } from '../../../db/schema/money';

/** Condition for rows whose payer has a payment for the same under way. @param subject columns of the query it stands in. */
export const isPaymentUnderWay = ({
  userId,
  target,
  targetId,
}: {
  userId: PgColumn;
  target: 'performer' | 'platform';
  targetId: PgColumn | null;
}): SQL => sql`exists (select 1 from ${paymentTransactions} where ${paymentTransactions.userId} = ${userId}
  and ${paymentTransactions.target} = ${target} and coalesce(${paymentTransactions.targetId}, '') = ${targetId ?? ''}
  and ${paymentTransactions.status} in ('processing', 'require_authentication'))`;
