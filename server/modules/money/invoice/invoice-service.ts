import { asc, getTableColumns, inArray, sql } from 'drizzle-orm';
import { cents, type Cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import { invoices, type Seller } from '../../../db/schema/money';
import type { AccountKind } from '../../../ledger/transfers';
import { moneyText } from '../../../mail/compose-mail';
import type { SettingsService, SiteSettings } from '../../site/settings/settings-service';
import { formatNumber, type InvoiceRow } from './invoice-number';
import { numberInvoices } from './number-invoices';

/** The number of a document, with what is printed beside it. */
export interface Numbered extends Pick<InvoiceRow, 'seller' | 'createdAt'> {
  text: string;
}

/** Numbers of one charge or payment. */
export interface InvoiceNumbers {
  invoice: Numbered | null;
  /** Of what gave it back, in one or several parts. */
  creditNotes: readonly CreditNote[];
}

/** A credit note, with the sums that it gives back; `total` has the tax in it. */
export interface CreditNote extends Numbered {
  total: Cents;
  tax: Cents;
}

export const noNumbers: InvoiceNumbers = { invoice: null, creditNotes: [] };

export type InvoiceService = ReturnType<typeof createInvoiceService>;

/**
 * Numbers invoices. There is one for each charge, whether the wallet paid or a card, and for each payment by card without a charge:
 * a subscription, the membership, a top-up. What cost nothing has none. What was bought by card is its charges; the payment behind
 * them has no number of its own. Decisions 2, ADR 59.
 */
export function createInvoiceService(
  { db, failures }: Pick<ServerContext, 'db' | 'failures'>,
  { settings }: { settings: Pick<SettingsService, 'read'> },
) {
  /** Gives the numbers that are missing. Can run at any time, and in many processes at once. */
  const numberDue = async (): Promise<void> => void (await numberInvoices(db, getSeller(await settings.read())));
  return {
    numberDue,

    /** The same before a mail, which goes out in any case, and cannot be changed later. */
    numberForMail: (): Promise<void> =>
      numberDue().catch((error: unknown) => failures.report('job', 'number-invoices', error)),

    /** The numbers of these charges and payments; those that have none yet are absent. */
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

/** Change of the first of these kinds of accounts that a numbered movement touches, without its sign. */
const sumBack = (...kinds: AccountKind[]) =>
  sql<number>`(select abs(coalesce(${sql.join(
    [...kinds.map((kind) => sql`sum(e.amount) filter (where a.kind = ${kind})`), sql`0`],
    sql`, `,
  )})) from ledger_entries e join ledger_accounts a on a.id = e.account_id
    where e.transfer_id = invoices.transfer_id)`.mapWith((value) => cents(Number(value)));

/** The seller as the settings have it now. */
export const getSeller = ({ siteName, companyName, companyAddress, companyTaxId }: SiteSettings): Seller => {
  return { siteName, companyName, companyAddress, companyTaxId };
};

/** A sum as papers print it: with a real minus, and none before nothing. */
export const printMoney = (amount: Cents): string => moneyText(cents(amount || 0)).replace('-', '−');

/** The seller as papers print it, a line each. @param address of the site */
export const listSellerLines = (seller: Seller, address: string): string[] => {
  const { siteName, companyName, companyAddress, companyTaxId } = seller;
  const company = [companyName || siteName, ...companyAddress.split('\n'), companyTaxId];
  return [...company, companyName && siteName, address].map((line) => line.trim()).filter(Boolean);
};
