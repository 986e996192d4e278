import { eq, sql } from 'drizzle-orm';
import { cents, type Cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import type { Db } from '../../../db/client';
import { findRow } from '../../../db/query-helpers';
import { taxReports } from '../../../db/schema/tax';
import type { TaxLocation, TaxReports } from '../../../gateways/tax';
import { isNumbered, paidCodes } from '../../../ledger/transfers';
import { eachOrThrow } from '../../../lib/each-or-throw';

/** A movement by card: a sale, or what gave all or a part of one back. */
interface Movement {
  id: string;
  at: Date;
  /** The movement that it gives back; null of a sale. */
  saleId: string | null;
  total: Cents;
  location: TaxLocation;
}

const BATCH_SIZE = 500;

/** Tells the tax gateway, where there is one that files, of what was paid by card and paid back. */
export function createTaxReportService({ db, gateways }: Pick<ServerContext, 'db' | 'gateways'>) {
  /** @returns the gateway's id of the report */
  async function report(reports: TaxReports, { id, at, saleId, total, location }: Movement): Promise<string | null> {
    if (saleId === null) return reports.reportSale({ key: id, total, location, at });
    const sale = await findRow(db, taxReports, eq(taxReports.transferId, saleId));
    return sale?.gatewayId ? reports.reportRefund({ key: id, saleId: sale.gatewayId, total }) : null;
  }

  return {
    /** Reports what is due, in the order of payment. Can run at any time, and twice at once. @throws AggregateError */
    async reportDue(): Promise<void> {
      const { reports } = gateways.tax;
      if (!reports) return;
      const unreported = new Set<string>();
      await eachOrThrow(await listDue(db), async (movement) => {
        const { id, saleId } = movement;
        unreported.add(id);
        // Its sale failed in this run: both come again.
        if (saleId !== null && unreported.has(saleId)) return;
        const gatewayId = await report(reports, movement);
        await db.insert(taxReports).values({ transferId: id, gatewayId }).onConflictDoNothing();
        unreported.delete(id);
      });
    },
  };
}

type MovementRow = Record<'id' | 'at' | 'total', string> & Pick<Movement, 'saleId' | 'location'>;

/** Beginning with the newest that was reported, and a day before it: what commits late is not lost. The first run begins with the last hour. */
async function listDue(db: Db): Promise<Movement[]> {
  const { rows } = await db.execute<MovementRow>(sql`
    select t.id, t.created_at as at, coalesce(t.reverses_id, o.id) as "saleId", s.total, p.tax_location as location
    from ledger_transfers t
    join lateral (
      select abs(sum(e.amount)) as total from ledger_entries e join ledger_accounts a on a.id = e.account_id
      where e.transfer_id = t.id and a.kind = 'gateway'
    ) s on s.total > 0
    left join ledger_transfers r on r.id = t.reverses_id
    left join ledger_transfers o on t.code not in (${paidCodes}) and t.reverses_id is null
      and o.subject = t.subject and o.code in (${paidCodes})
    left join wallet_charges c on c.id = t.subject
    join payment_transactions p on p.id = coalesce(c.payment_id, t.subject) and p.tax_location is not null
    where ${isNumbered} and t.created_at >= coalesce(
      (select max(l.created_at) - interval '1 day' from tax_reports x join ledger_transfers l on l.id = x.transfer_id),
      now() - interval '1 hour')
    and not exists (select from tax_reports x where x.transfer_id = t.id)
    order by t.created_at, t.id limit ${BATCH_SIZE}`);
  return rows.map(({ id, at, saleId, total, location }) => {
    return { id, at: new Date(at), saleId, total: cents(Number(total)), location };
  });
}
