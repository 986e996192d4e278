import { nameCurrency } from '@contract/base/currency';
import { cents, type Cents } from '@contract/base/money';
import type { Seller } from '../../../db/schema/money';
import { dayText } from '../../../mail/compose-mail';
import type { Paper, PaperBlock, PaperRow } from '../../../papers/paper';
import { listSellerLines, printMoney } from '../invoice/invoice-service';
import { sumBalance, type Statement } from './read-statement';
import { getChange, type StatementLine, type StatementSums } from './statement-figures';
import { namePeriod, type StatementPeriod } from './statement-period';
import { getReference, nameKind, nameLine } from './statement-words';

/** As many lines as fit on about forty pages. Longer statements list the sums of each day; the CSV lists every movement. */
export const MOST_LINES = 2_000;

/** A dash for 0, so that the other amounts stand out. */
const orDash = (amount: Cents): string => (amount === 0 ? '–' : printMoney(amount));

interface StatementTerms {
  period: StatementPeriod;
  statement: Statement;
  /** Null if there are more lines than `MOST_LINES`. */
  lines: readonly StatementLine[] | null;
  creator: readonly string[];
  seller: Seller;
  address: string;
  now: Date;
}

export function composeStatement({ period, statement, lines, creator, seller, address, now }: StatementTerms): Paper {
  const name = namePeriod(period);
  const isComplete = period.to <= now;
  const last = new Date(Math.min(period.to.getTime() - 1, now.getTime()));
  return {
    title: `Statement of earnings, ${name}`,
    siteName: seller.siteName,
    sheets: [
      {
        heading: 'Statement of earnings',
        ...(!isComplete && { mark: `Not final: movements until ${dayText(now)}` }),
        facts: [
          ['Period', name],
          ['From', dayText(period.from)],
          ['To', dayText(last)],
          ['Made on', dayText(now)],
        ],
        parties: [
          {
            label: 'Issued by',
            lines: listSellerLines(seller, address),
          },
          { label: 'For', lines: creator },
        ],
        blocks: [
          composeSummary(statement),
          ...composeKinds(statement),
          ...(period.isYear ? [composeMonths(statement)] : []),
          composeBalance(statement),
          ...composeMovements(statement, lines),
          {
            kind: 'note',
            text: `Amounts in ${nameCurrency()}; days and months are in UTC. Gross is what people paid without tax. Tax was paid by the buyers on top, and is no income of yours.`,
          },
        ],
      },
    ],
  };
}

function composeSummary({ opening, closing, sums }: Statement): PaperBlock {
  const { sales, refunds, payouts, fees, other } = sums;
  const lines: [string, Cents][] = [
    ['Opening balance', opening],
    ['Sales, gross', sales.gross],
    ['Commission', cents(-sales.commission)],
    ['Refunds, gross', refunds.gross],
    ['Commission returned', cents(-refunds.commission)],
    ['Payouts', payouts],
    ['Payout fees', fees],
    ...(other === 0 ? [] : ([['Other movements', other]] as [string, Cents][])),
  ];
  return {
    kind: 'sums',
    caption: 'Summary',
    lines: [
      ...lines.map(([label, amount]) => ({ label, value: printMoney(amount) })),
      { label: 'Closing balance', value: printMoney(closing), isTotal: true },
    ],
  };
}

function composeKinds({ byKind, sums }: Statement): PaperBlock[] {
  const toRow = (name: string, { count, gross, commission, net, tax }: StatementSums['sales']): PaperRow => [
    name,
    count.toLocaleString('en-US'),
    printMoney(gross),
    printMoney(commission),
    printMoney(net),
    printMoney(tax),
  ];
  const compose = (caption: string, part: 'sales' | 'refunds'): PaperBlock[] => {
    const rows = [...byKind].flatMap(([code, of]) => (of[part].count > 0 ? [toRow(nameKind(code), of[part])] : []));
    if (rows.length === 0) return [];
    const columns = [
      { label: 'Kind', share: 3 },
      { label: 'Number', share: 1.1, isNumber: true },
      { label: 'Gross', share: 1.7, isNumber: true },
      { label: 'Commission', share: 1.7, isNumber: true },
      { label: 'Yours', share: 1.7, isNumber: true },
      { label: 'Tax (not yours)', share: 1.7, isNumber: true },
    ] as const;
    return [{ kind: 'table', caption, columns, rows: [...rows, toRow('Total', sums[part])] }];
  };
  return [...compose('Sales by kind', 'sales'), ...compose('Refunds by kind', 'refunds')];
}

const monthText = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });

function composeMonths({ byMonth, opening }: Statement): PaperBlock {
  const months = [...byMonth].map(([month, sums]) => [monthText.format(new Date(`${month}-01`)), sums] as const);
  return composeSpans('By month', 'Month', months, opening);
}

function composeSpans(
  caption: string,
  label: string,
  spans: readonly (readonly [string, StatementSums])[],
  opening: Cents,
): PaperBlock {
  let balance = opening;
  return {
    kind: 'table',
    caption,
    columns: [
      { label, share: 1.8 },
      ...['Gross', 'Commission', 'Refunds', 'Payouts, fees', 'Other', 'Balance'].map((name) => {
        return { label: name, share: 1.5, isNumber: true } as const;
      }),
    ],
    rows: spans.map(([name, sums]) => {
      const { sales, refunds, payouts, fees, other } = sums;
      balance = cents(balance + getChange(sums));
      const amounts = [sales.gross, cents(-sales.commission), refunds.net, cents(payouts + fees), other];
      return [name, ...amounts.map(orDash), printMoney(balance)];
    }),
  };
}

function composeBalance({ balance, closing }: Statement): PaperBlock {
  const { pending, wallet, reserved, debt } = balance;
  // Both are sums of the same entries. Never issue a statement in which they differ.
  if (sumBalance(balance) !== closing)
    throw new Error(`Statement balance ${sumBalance(balance)} differs from closing balance ${closing}`);
  return {
    kind: 'sums',
    caption: 'Where the closing balance is',
    isTitled: true,
    lines: [
      { label: 'Available', value: printMoney(wallet) },
      { label: 'Pending, in its holding period', value: printMoney(pending) },
      { label: 'On its way as a payout', value: printMoney(reserved) },
      ...(debt === 0 ? [] : [{ label: 'Owed after refunds', value: printMoney(debt) }]),
      { label: 'Closing balance', value: printMoney(closing), isTotal: true },
    ],
  };
}

function composeMovements({ byDay, opening, count }: Statement, lines: readonly StatementLine[] | null): PaperBlock[] {
  if (lines === null)
    return [
      composeSpans(
        'Each day',
        'Day',
        [...byDay].map(([day, sums]) => [day, sums] as const),
        opening,
      ),
      { kind: 'note', text: `There were ${count.toLocaleString('en-US')} movements. The CSV file lists each of them.` },
    ];
  if (lines.length === 0) return [{ kind: 'note', text: 'Nothing moved in this period.' }];
  return [
    {
      kind: 'table',
      caption: 'Movements',
      columns: [
        { label: 'Day', share: 1.5 },
        { label: 'What', share: 3.6 },
        { label: 'Reference', share: 1.5 },
        ...['Gross', 'Commission', 'Yours', 'Balance'].map((label) => {
          return { label, share: 1.5, isNumber: true } as const;
        }),
      ],
      rows: lines.map((line) => [
        line.at.toISOString().slice(0, 10),
        nameLine(line),
        getReference(line),
        orDash(line.gross),
        orDash(cents(-line.commission)),
        printMoney(line.net),
        printMoney(line.balance),
      ]),
    },
  ];
}
