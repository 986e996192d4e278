import { eq, sql } from 'drizzle-orm';
import { cents, type Cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import type { Db } from '../../../db/client';
import { findRow, getSingle } from '../../../db/query-helpers';
import { taxReportProgress, taxReports } from '../../../db/schema/tax';
import type { TaxLocation, TaxReports } from '../../../gateways/tax';
import { isNumbered, paidCodes } from '../../../ledger/transfers';
import { eachOrThrow } from '../../../lib/each-or-throw';
import { toTaxArea } from '../payment/tax-service';

/** A ledger transfer by card: a sale, or its full or partial refund. */
interface Movement {
  id: string;
  at: Date;
  /** For a refund, the id of the sale's transfer; null for a sale. */
  saleId: string | null;
  total: Cents;
  /** Id of the card payment. */
  paymentId: string;
  location: TaxLocation;
}

const BATCH_SIZE = 500;

/** Reports sales and refunds by card to the tax gateway, if it takes reports. */
export function createTaxReportService({ db, gateways }: Pick<ServerContext, 'db' | 'gateways'>) {
  async function report(reports: TaxReports, { id, at, saleId, total, location }: Movement): Promise<string | null> {
    if (saleId === null) return reports.reportSale({ key: id, total, location, at });
    const sale = await findRow(db, taxReports, eq(taxReports.transferId, saleId));
    return sale?.gatewayId ? reports.reportRefund({ key: id, saleId: sale.gatewayId, total }) : null;
  }

  return {
    /** Reports what is due, in the order of payment. Can run at any time, even concurrently. @throws AggregateError */
    async reportDue(): Promise<void> {
      const { reports } = gateways.tax;
      if (!reports) return;
      const unreported = new Set<string>();
      const due = await listDue(db, await readReportedUntil(db));
      await eachOrThrow(due, async (movement) => {
        const { id, saleId } = movement;
        unreported.add(id);
        // Reporting the sale failed in this run, so leave both to the next run.
        if (saleId !== null && unreported.has(saleId)) return;
        const gatewayId = await report(reports, movement);
        await db.insert(taxReports).values({ transferId: id, gatewayId }).onConflictDoNothing();
        await forgetAddress(db, movement);
        unreported.delete(id);
      });
      if (due.length < BATCH_SIZE) await db.update(taxReportProgress).set({ reportedUntil: lateCommits });
    },
  };
}

/** Reduces the stored address to the tax area, once all sales of the payment are reported. */
async function forgetAddress(db: Db, { paymentId, location }: Movement): Promise<void> {
  if (location.line1 === undefined) return;
  await db.execute(sql`
    update payment_transactions p set tax_location = ${JSON.stringify(toTaxArea(location))}::jsonb
    where p.id = ${paymentId} and not exists (
      select from ledger_transfers t
      where t.subject in (select p.id union all select c.id from wallet_charges c where c.payment_id = p.id)
      and t.code in (${paidCodes}) and not exists (select from tax_reports x where x.transfer_id = t.id))`);
}

type MovementRow = Record<'id' | 'at' | 'total', string> & Pick<Movement, 'saleId' | 'paymentId' | 'location'>;

/** A day back, because transfers can be committed late. */
const lateCommits = sql`greatest(${taxReportProgress.reportedUntil}, now() - interval '1 day')`;

/** The first run begins an hour back: earlier sales are from before tax reports. */
async function readReportedUntil(db: Db): Promise<Date> {
  const first = sql`coalesce((
    select max(t.created_at) - interval '1 day' from tax_reports r join ledger_transfers t on t.id = r.transfer_id
  ), now() - interval '1 hour')`;
  await db.insert(taxReportProgress).values({ id: 1, reportedUntil: first }).onConflictDoNothing();
  return (await getSingle(db.select().from(taxReportProgress))).reportedUntil;
}

async function listDue(db: Db, since: Date): Promise<Movement[]> {
  const { rows } = await db.execute<MovementRow>(sql`
    select t.id, t.created_at as at, coalesce(t.reverses_id, o.id) as "saleId", s.total, p.id as "paymentId",
      p.tax_location as location
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
    where ${isNumbered} and t.created_at >= ${since.toISOString()}
    and not exists (select from tax_reports x where x.transfer_id = t.id)
    order by t.created_at, t.id limit ${BATCH_SIZE}`);
  return rows.map(({ at, total, ...row }) => ({ ...row, at: new Date(at), total: cents(Number(total)) }));
}
