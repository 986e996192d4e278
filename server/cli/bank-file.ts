import { getSiteCurrency } from '@contract/base/currency';
import { toCsv } from '@contract/base/csv';
import { isBic, isInSepa, toPlainIban } from '@contract/base/iban';
import { cents, fromCents, type Cents } from '@contract/base/money';
import type { Operator } from '../access';
import type { App } from '../app';
import { writeCreditTransfers, type CreditTransfer } from './credit-transfers';

type Services = Pick<App['services'], 'payout' | 'settings'>;
type PayoutRow = Awaited<ReturnType<Services['payout']['listByStatus']>>[number];

/**
 * SEPA credit transfers if the site uses euros and has its own IBAN, else CSV. `note` receives payouts that SEPA cannot reach.
 */
export async function writeBankFile(
  { payout, settings }: Services,
  { isCsv, note, operator }: { isCsv: boolean; note: (line: string) => void; operator: Operator },
): Promise<string> {
  const [approved, site] = await Promise.all([payout.listByStatus('approved'), settings.read()]);
  const rows = approved.filter(({ accountType }) => accountType === 'banking');
  await payout.recordBankFile(rows, operator);
  if (isCsv || getSiteCurrency().code !== 'EUR' || site.companyIban === '') return listAsCsv(rows);
  const transfers = rows.map(toTransfer);
  const payable = transfers.filter(({ iban }) => isInSepa(iban));
  const others = transfers.filter((one) => !payable.includes(one)).map(({ id }) => id);
  if (others.length > 0) {
    note(
      `Not in the file, because they have no account in the SEPA area: ${others.join(', ')}. See \`payouts file csv\`.`,
    );
  }
  if (payable.length === 0) throw new Error('No approved payout goes to a bank account in the SEPA area.');
  const debtor = { name: site.companyName || site.siteName, iban: site.companyIban, bic: site.companyBic };
  return writeCreditTransfers(debtor, payable, new Date());
}

const getNet = ({ amount, fee }: PayoutRow): Cents => cents(amount - fee);

function toTransfer(row: PayoutRow): CreditTransfer {
  const { firstName = '', lastName = '', bankAccount = '', bankSwiftCode } = row.accountInfo;
  const bic = toPlainIban(bankSwiftCode ?? '');
  return {
    id: row.id,
    amount: getNet(row),
    name: `${firstName} ${lastName}`,
    iban: bankAccount,
    bic: isBic(bic) ? bic : '',
  };
}

const columns = ['firstName', 'lastName', 'bankName', 'bankAccount', 'bankRouting', 'bankSwiftCode', 'country'];

function listAsCsv(rows: readonly PayoutRow[]): string {
  const { code } = getSiteCurrency();
  const lines = rows.map((row) => [
    row.id,
    fromCents(getNet(row)),
    code,
    ...columns.map((column) => row.accountInfo[column]),
  ]);
  return toCsv(['id', 'amount', 'currency', ...columns], lines).trimEnd();
}
