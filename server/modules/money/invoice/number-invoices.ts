import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import type { Seller } from '../../../db/schema/money';
import { inTransaction } from '../../../db/transaction';
import { isNumbered, paidCodes } from '../../../ledger/transfers';

const BATCH_SIZE = 1_000;

/**
 * Assigns a number to every payment and refund without one, in the order of payment. A lock lets one process run at a time, and
 * each batch is a transaction, so there are never gaps.
 *
 * Looks back an hour before the last numbered transfer, which is longer than any transaction takes. A transfer that commits
 * late gets the next number of its own year.
 *
 * @returns the count of new numbers.
 */
export async function numberInvoices(db: Db, seller: Seller, batchSize = BATCH_SIZE): Promise<number> {
  for (let total = 0; ;) {
    const given = await inTransaction(db, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('invoices', 0))`);
      const { rowCount } = await tx.execute(giveNumbers(seller, batchSize));
      return rowCount ?? 0;
    });
    total += given;
    if (given < batchSize) return total;
  }
}

const giveNumbers = (seller: Seller, batchSize: number) => sql`
  with last as (
    (select transfer_id from invoices where series = 'invoice' order by year desc, number desc limit 1)
    union all
    (select transfer_id from invoices where series = 'credit_note' order by year desc, number desc limit 1)
  ), due as (
    select t.id, t.subject, t.created_at, extract(year from t.created_at at time zone 'UTC')::int as year,
      case when t.code in (${paidCodes}) then 'invoice' else 'credit_note' end as series
    from ledger_transfers t left join ledger_transfers r on r.id = t.reverses_id
    where t.created_at >= coalesce(
      (select max(l.created_at) - interval '1 hour' from last join ledger_transfers l on l.id = last.transfer_id), '-infinity')
    and ${isNumbered}
    and not exists (select from invoices i where i.transfer_id = t.id)
    order by t.created_at, t.id limit ${batchSize}
  )
  insert into invoices (transfer_id, series, year, number, subject_id, seller)
  select id, series, year, coalesce((select max(i.number) from invoices i where i.series = due.series and i.year = due.year), 0)
    + row_number() over (partition by series, year order by created_at, id), subject, ${JSON.stringify(seller)}::jsonb
  from due`;
