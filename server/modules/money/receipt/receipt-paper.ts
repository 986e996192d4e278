import { nameCurrency } from '@contract/base/currency';
import { cents, type Cents } from '@contract/base/money';
import type { ServerContext } from '../../../context';
import type { Seller } from '../../../db/schema/money';
import { AppError } from '../../../errors';
import { dayText } from '../../../mail/compose-mail';
import type { Paper, PaperSheet } from '../../../papers/paper';
import type { SettingsService } from '../../site/settings/settings-service';
import {
  getSeller,
  listSellerLines,
  noNumbers,
  printMoney,
  type CreditNote,
  type InvoiceNumbers,
  type InvoiceService,
} from '../invoice/invoice-service';
import { getReceiptNumber, getReceiptTitle, type ReceiptFacts, type ReceiptNumbers } from './receipt-facts';
import { namePaymentMethod } from './receipt-mails';
import { getPersonName, readReceiptPeople, type ReceiptPeopleDeps } from './receipt-people';
import type { ReceiptRepository } from './receipt-repository';

interface NumbersDeps {
  invoice: Pick<InvoiceService, 'findNumbers'>;
  repository: ReceiptRepository;
}

interface ReceiptPaperDeps extends NumbersDeps, ReceiptPeopleDeps, Pick<ServerContext, 'env'> {
  settings: Pick<SettingsService, 'read'>;
}

/**
 * Reads all parts that have an invoice: the charges of a card payment, else the payment or charge itself. With their numbers.
 */
async function readParts(
  { repository, invoice }: NumbersDeps,
  facts: ReceiptFacts,
): Promise<{ facts: ReceiptFacts; numbers: InvoiceNumbers }[]> {
  const charges = facts.source === 'payment_transaction' ? await repository.listCharges(facts.id) : [];
  const parts = charges.length > 0 ? charges : [facts];
  const found = await invoice.findNumbers(parts.map(({ id }) => id));
  return parts.map((part) => ({ facts: part, numbers: found.get(part.id) ?? noNumbers }));
}

export async function readNumbers(deps: NumbersDeps, facts: ReceiptFacts): Promise<ReceiptNumbers> {
  const parts = (await readParts(deps, facts)).map(({ numbers }) => numbers);
  return {
    invoice: joinNumbers(parts.flatMap(({ invoice }) => invoice ?? [])),
    creditNote: joinNumbers(parts.flatMap(({ creditNotes }) => creditNotes)),
  };
}

const joinNumbers = (given: readonly { text: string }[]): string | null =>
  given.map(({ text }) => text).join(', ') || null;

/**
 * Composes a receipt as a document: a page for each invoice, followed by a page for each of its credit notes. Sums come from
 * the ledger. The seller is the one on the day of the invoice, but the buyer's name is the current one.
 *
 * @throws AppError ENTITY_NOT_FOUND, also for unpaid payments and those of other accounts
 */
export async function readReceiptPaper(deps: ReceiptPaperDeps, payerId: string, id: string): Promise<Paper> {
  const whole = await findPaid(deps, payerId, id);
  const [parts, site] = await Promise.all([readParts(deps, whole), deps.settings.read()]);
  const seller = getSeller(site);
  const wasTaxed = whole.paidWith.kind === 'wallet' && (await deps.repository.wereTopUpsTaxed(whole));
  const sheets: PaperSheet[] = [];
  for (const part of parts) {
    const { payer, creator } = await readReceiptPeople(deps, part.facts);
    const buyer = [payer?.name || payer?.username || '', payer?.email ?? ''].filter(Boolean);
    const creatorName = creator ? getPersonName(creator) : '';
    const terms = { ...part, buyer, creator: creatorName, seller, address: deps.env.WEB_PUBLIC_URL, wasTaxed };
    sheets.push(composeInvoice(terms));
    for (const note of listCreditNotes(terms)) sheets.push(composeCreditNote(terms, note));
  }
  const name = parts.map(({ facts, numbers }) => getReceiptNumber(facts.id, numbers.invoice?.text)).join(', ');
  return { title: `${sheets[0]?.heading ?? 'Receipt'} ${name}`, siteName: site.siteName, sheets };
}

/** @throws AppError ENTITY_NOT_FOUND, also for unpaid payments and those of other accounts */
export async function findPaid({ repository }: NumbersDeps, payerId: string, id: string): Promise<ReceiptFacts> {
  const facts = await repository.findFacts(id);
  const isPaid = facts?.status === 'success' || facts?.status === 'refunded';
  if (!facts || facts.userId !== payerId || !isPaid) throw new AppError('ENTITY_NOT_FOUND');
  return facts;
}

interface SheetTerms {
  facts: ReceiptFacts;
  numbers: InvoiceNumbers;
  buyer: readonly string[];
  /** The creator's name; empty for payments to the platform. */
  creator: string;
  /** The current seller, shown if there is no invoice number yet. */
  seller: Seller;
  address: string;
  /** True if the wallet paid, and all its top-ups were taxed. */
  wasTaxed: boolean;
}

function composeInvoice(terms: SheetTerms): PaperSheet {
  const { facts, numbers } = terms;
  const { invoice, creditNotes } = numbers;
  const refunds = joinNumbers(creditNotes);
  // A bank can return refunds to the wallet, and the payment itself is not refunded then.
  const isRefunded = facts.status === 'refunded' || (refunds !== null && sumNotes(creditNotes, 'total') >= facts.total);
  return {
    ...composeCommon(terms, invoice?.seller ?? terms.seller),
    heading: invoice ? 'Invoice' : 'Receipt',
    ...((isRefunded || refunds) && { mark: isRefunded ? 'Refunded' : 'Refunded in part' }),
    facts: [
      [invoice ? 'Invoice number' : 'Receipt number', getReceiptNumber(facts.id, invoice?.text)],
      ['Date', dayText(facts.createdAt)],
      ['Paid with', namePaymentMethod(facts)],
      ['Payment', facts.id],
      ...(refunds ? ([['Credit note', refunds]] as const) : []),
    ],
    blocks: [
      composeLines(terms, 1),
      composeSums(facts, 1),
      {
        kind: 'note',
        text: facts.total === 0 ? 'No charge.' : `Paid in full on ${dayText(facts.createdAt)}.`,
      },
      ...(terms.wasTaxed ? [{ kind: 'note' as const, text: 'Tax was paid when the wallet was topped up.' }] : []),
    ],
  };
}

/** A credit note that may not have its number yet. */
type Refund = Pick<CreditNote, 'total' | 'tax'> & Partial<CreditNote>;

function listCreditNotes({ facts, numbers: { creditNotes } }: SheetTerms): Refund[] {
  const rest = {
    total: cents(facts.total - sumNotes(creditNotes, 'total')),
    tax: cents(facts.tax - sumNotes(creditNotes, 'tax')),
  };
  return facts.status === 'refunded' && rest.total > 0 ? [...creditNotes, rest] : [...creditNotes];
}

const sumNotes = (creditNotes: readonly CreditNote[], part: 'total' | 'tax'): number =>
  creditNotes.reduce((whole, note) => whole + note[part], 0);

function composeCreditNote(terms: SheetTerms, note: Refund): PaperSheet {
  const { facts, numbers } = terms;
  const { invoice } = numbers;
  const number = getReceiptNumber(facts.id, invoice?.text);
  const isWhole = note.total === facts.total;
  return {
    ...composeCommon(terms, note.seller ?? terms.seller),
    heading: 'Credit note',
    facts: [
      ...(note.text ? ([['Number', note.text]] as const) : []),
      [invoice ? 'For invoice' : 'For receipt', number],
      ['Date', dayText(isWhole ? facts.updatedAt : (note.createdAt ?? facts.updatedAt))],
      ['Refunded to', facts.paidWith.kind === 'wallet' ? 'Wallet' : 'Card'],
    ],
    blocks: [
      isWhole ? composeLines(terms, -1) : composePartLine(terms, note),
      composeSums(isWhole ? facts : { ...facts, ...note, price: cents(note.total - note.tax), discount: cents(0) }, -1),
      {
        kind: 'note',
        text: `This takes back ${invoice ? 'invoice' : 'receipt'} ${number} of ${dayText(facts.createdAt)} in ${isWhole ? 'full' : 'part'}.`,
      },
    ],
  };
}

function composeCommon({ buyer, facts, address }: SheetTerms, seller: Seller): Pick<PaperSheet, 'parties'> {
  const place = nameTaxPlace(facts);
  const to = [...buyer, ...(place ? [place] : [])];
  return {
    parties: [
      { label: 'From', lines: listSellerLines(seller, address) },
      { label: 'To', lines: to.length > 0 ? to : ['—'] },
    ],
  };
}

function composeLines(terms: SheetTerms, sign: 1 | -1): PaperSheet['blocks'][number] {
  const { facts } = terms;
  const { unitPrice: unit } = facts;
  const sum = signed(cents(unit * facts.quantity), sign);
  const row = [describeItem(terms), String(facts.quantity), signed(unit, sign), sum];
  const shipping = cents(facts.price - unit * facts.quantity);
  return composeTable(shipping > 0 ? [row, ['Shipping', '1', signed(shipping, sign), signed(shipping, sign)]] : [row]);
}

/** A partial refund has no unit price of its own. */
function composePartLine(terms: SheetTerms, { total, tax }: Refund): PaperSheet['blocks'][number] {
  const sum = signed(cents(total - tax), -1);
  return composeTable([[`Part of ${describeItem(terms)}`, '1', sum, sum]]);
}

function describeItem({ facts, creator, seller }: SheetTerms): string {
  const title = getReceiptTitle(facts, { creator, siteName: seller.siteName });
  return creator && !title.includes(creator) ? `${title}, by ${creator}` : title;
}

function composeTable(rows: string[][]): PaperSheet['blocks'][number] {
  return {
    kind: 'table',
    caption: 'Items',
    columns: [
      { label: 'Description', share: 6 },
      { label: 'Quantity', share: 1.2, isNumber: true },
      { label: 'Price', share: 1.6, isNumber: true },
      { label: 'Amount', share: 1.6, isNumber: true },
    ],
    rows,
  };
}

type SumFacts = Pick<ReceiptFacts, 'price' | 'discount' | 'tax' | 'total' | 'taxRate'>;

function composeSums(facts: SumFacts, sign: 1 | -1): PaperSheet['blocks'][number] {
  const { price, discount, tax, total } = facts;
  const line = (label: string, amount: Cents) => ({ label, value: signed(amount, sign) });
  return {
    kind: 'sums',
    caption: 'Totals',
    lines: [
      line('Subtotal', price),
      ...(discount > 0 ? [line('Discount', cents(-discount))] : []),
      ...(discount > 0 ? [line('Amount without tax', cents(total - tax))] : []),
      line(nameTax(facts), tax),
      {
        ...line(sign === 1 ? `Total in ${nameCurrency()}` : `Total refunded in ${nameCurrency()}`, total),
        isTotal: true,
      },
    ],
  };
}

const signed = (amount: Cents, sign: 1 | -1): string => printMoney(cents(amount * sign));

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 3 });

/** `Tax 23%` if the rate is known, else `Tax`. */
function nameTax({ tax, taxRate }: Pick<SumFacts, 'tax' | 'taxRate'>): string {
  return tax > 0 && taxRate !== null ? `Tax ${percent.format(taxRate)}` : 'Tax';
}

const countries = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });

/** For example `CA, United States`; null if unknown. */
function nameTaxPlace({ taxLocation }: ReceiptFacts): string | null {
  if (!taxLocation) return null;
  const { country, region } = taxLocation;
  const name = /^[A-Z]{2}$/.test(country) ? (countries.of(country) ?? country) : country;
  return region ? `${region}, ${name}` : name;
}
