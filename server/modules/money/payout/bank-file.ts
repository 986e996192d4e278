import { inArray } from 'drizzle-orm';
import { getSiteCurrency } from '@contract/base/currency';
import { toCsv } from '@contract/base/csv';
import { isBic, isInSepa, toPlainIban } from '@contract/base/iban';
import { cents, fromCents, type Cents } from '@contract/base/money';
import type { Operator } from '../../../access';
import type { ServerContext } from '../../../context';
import { payoutRequests } from '../../../db/schema/payouts';
import { inTransaction } from '../../../db/transaction';
import { AppError } from '../../../errors';
import { recordAct } from '../../../operator-log/record-act';
import type { SettingsService, SiteSettings } from '../../site/settings/settings-service';
import { writeCreditTransfers, type CreditTransfer } from './credit-transfers';
import type { PayoutRepository, PayoutRow } from './payout-repository';

export interface BankFile {
  format: 'sepa' | 'csv';
  content: string;
  /** Ids of the payouts in the file. */
  ids: string[];
  total: Cents;
  /** Approved payouts to bank accounts that SEPA cannot reach. */
  leftOutIds: string[];
}

interface BankFileDeps extends Pick<ServerContext, 'db' | 'clock'> {
  settings: Pick<SettingsService, 'read'>;
  repository: Pick<PayoutRepository, 'lockForBank'>;
}

export interface BankFileOptions {
  isCsv: boolean;
  /** Also payouts that an earlier file contains. */
  isRepeated: boolean;
}

/**
 * Approved payouts to bank accounts: SEPA credit transfers if the site uses euros and has its own IBAN, else CSV. Unless asked for,
 * each payout is in one file only, so that none is paid twice. Logged, because bank details of creators leave the site.
 *
 * @throws AppError NO_PAYOUTS_TO_SEND
 */
export async function makeBankFile(
  { db, clock, settings, repository }: BankFileDeps,
  { isCsv, isRepeated }: BankFileOptions,
  by: Operator,
): Promise<BankFile> {
  const site = await settings.read();
  return inTransaction(db, async (tx) => {
    const rows = await repository.lockForBank(isRepeated, tx);
    const file = isCsv || !canUseSepa(site) ? toCsvFile(rows) : toSepaFile(rows, site, clock.now());
    if (file.ids.length === 0) throw new AppError('NO_PAYOUTS_TO_SEND');
    await tx.update(payoutRequests).set({ bankFileAt: clock.now() }).where(inArray(payoutRequests.id, file.ids));
    const again = rows.filter(({ id, bankFileAt }) => bankFileAt !== null && file.ids.includes(id)).length;
    await recordAct(tx, by, {
      act: 'bank-file.made',
      subject: { kind: 'site', id: 'payouts' },
      details: { format: file.format, total: file.total, payoutIds: file.ids, again },
    });
    return file;
  });
}

export const canUseSepa = ({ companyIban }: Pick<SiteSettings, 'companyIban'>): boolean =>
  getSiteCurrency().code === 'EUR' && companyIban !== '';

function toSepaFile(rows: readonly PayoutRow[], site: SiteSettings, now: Date): BankFile {
  const transfers = rows.map(toTransfer);
  const payable = transfers.filter(({ iban }) => isInSepa(iban));
  const debtor = { name: site.companyName || site.siteName, iban: site.companyIban, bic: site.companyBic };
  return {
    format: 'sepa',
    content: writeCreditTransfers(debtor, payable, now),
    ids: payable.map(({ id }) => id),
    total: cents(payable.reduce((sum, { amount }) => sum + amount, 0)),
    leftOutIds: transfers.filter((one) => !payable.includes(one)).map(({ id }) => id),
  };
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

function toCsvFile(rows: readonly PayoutRow[]): BankFile {
  const { code } = getSiteCurrency();
  const lines = rows.map((row) => [
    row.id,
    fromCents(getNet(row)),
    code,
    ...columns.map((column) => row.accountInfo[column]),
  ]);
  return {
    format: 'csv',
    content: toCsv(['id', 'amount', 'currency', ...columns], lines).trimEnd(),
    ids: rows.map(({ id }) => id),
    total: cents(rows.reduce((sum, row) => sum + getNet(row), 0)),
    leftOutIds: [],
  };
}
