import { asc, getTableColumns, inArray, sql } from 'drizzle-orm';
import { cents, type Cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import { invoices, type Seller } from '../../../db/schema/money';
import type { AccountKind } from '../../../ledger/transfers';
import { moneyText } from '../../../mail/compose-mail';
import type { SettingsService, SiteSettings } from '../../site/settings/settings-service';
import { formatNumber, type InvoiceRow } from './invoice-number';
import { numberInvoices } from './number-invoices';

/** `text` is the formatted number; `seller` is the site's company when the number was assigned. */
export interface Numbered extends Pick<InvoiceRow, 'seller' | 'createdAt'> {
  text: string;
}

export interface InvoiceNumbers {
  invoice: Numbered | null;
  /** One for each full or partial refund. */
  creditNotes: readonly CreditNote[];
}

/** `total` includes `tax`. */
export interface CreditNote extends Numbered {
  total: Cents;
  tax: Cents;
}

export const noNumbers: InvoiceNumbers = { invoice: null, creditNotes: [] };

export type InvoiceService = ReturnType<typeof createInvoiceService>;

/**
 * Numbers invoices. Each charge has one, whether paid from the wallet or by card, and so has each card payment without charges
 * (a subscription, the membership, a top-up). Free sales have none, nor have card payments with charges. Decisions 2, ADR 59.
 */
export function createInvoiceService(
  { db, failures }: Pick<ServerContext, 'db' | 'failures'>,
  { settings }: { settings: Pick<SettingsService, 'read'> },
) {
  /** Assigns missing numbers. Can run at any time, even concurrently. */
  const numberDue = async (): Promise<void> => void (await numberInvoices(db, getSeller(await settings.read())));
  return {
    numberDue,

    /** Called before a mail is composed, which is sent even if this fails. */
    numberForMail: (): Promise<void> =>
      numberDue().catch((error: unknown) => failures.report('job', 'number-invoices', error)),

    /** Leaves out charges and payments without a number. */
    async findNumbers(subjectIds: readonly string[]): Promise<ReadonlyMap<string, InvoiceNumbers>> {
      const rows = await db
        .select({ ...getTableColumns(invoices), total: sumBack('gateway', 'wallet'), tax: sumBack('tax') })
        .from(invoices)
        .where(inArray(invoices.subjectId, subjectIds))
        .orderBy(asc(invoices.year), asc(invoices.number));
      const found = new Map<string, InvoiceNumbers>();
      for (const row of rows) {
        const { subjectId, series, seller, createdAt, total, tax } = row;
        const numbered = { text: formatNumber(row), seller, createdAt };
        const before = found.get(subjectId) ?? noNumbers;
        found.set(
          subjectId,
          series === 'invoice'
            ? { ...before, invoice: numbered }
            : { ...before, creditNotes: [...before.creditNotes, { ...numbered, total, tax }] },
        );
      }
      return found;
    },
  };
}

/** Amount that the invoice's transfer moved on the first of these account kinds that it touched; never negative. */
const sumBack = (...kinds: AccountKind[]) =>
  sql<number>`(select abs(coalesce(${sql.join(
    [...kinds.map((kind) => sql`sum(e.amount) filter (where a.kind = ${kind})`), sql`0`],
    sql`, `,
  )})) from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where e.transfer_id = invoices.transfer_id)`.mapWith((value) => cents(Number(value)));

export const getSeller = ({ siteName, companyName, companyAddress, companyTaxId }: SiteSettings): Seller => {
  return { siteName, companyName, companyAddress, companyTaxId };
};

/** With a typographic minus sign, and never `−0`. */
export const printMoney = (amount: Cents): string => moneyText(cents(amount || 0)).replace('-', '−');

/** @param address URL of the site */
export const listSellerLines = (seller: Seller, address: string): string[] => {
  const { siteName, companyName, companyAddress, companyTaxId } = seller;
  const company = [companyName || siteName, ...companyAddress.split('\n'), companyTaxId];
  return [...company, companyName && siteName, address].map((line) => line.trim()).filter(Boolean);
};
