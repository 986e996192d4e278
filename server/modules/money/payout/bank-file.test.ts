import { desc, eq, sql } from 'drizzle-orm';
import { defaultCurrency, readCurrency, setSiteCurrency } from '@contract/base/currency';
import { cents } from '@contract/base/money';
import { buildOperator, runAdmin } from '../../../../tests/factories/operator';
import { buildPerformer } from '../../../../tests/factories/performer';
import { fillWallet } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { operatorActs } from '../../../db/schema/operators';
import { runOperatorCommand } from '../../../cli/operator-commands';

const IBANS = {
  germany: 'DE89 3704 0044 0532 0130 00',
  ireland: 'IE29AIBK93115212345678',
  brazil: 'BR1800360305000010009795493C1',
};

let app: TestApp;
let email: string;
const notes: string[] = [];
beforeAll(async () => {
  app = await buildTestApp({ CURRENCY: 'EUR' });
  email = (await buildOperator(app)).account.email ?? '';
});
afterAll(() => app.close());
beforeEach(() => setSiteCurrency(readCurrency('EUR')));
afterEach(() => void notes.splice(0));

const admin = (...words: string[]) =>
  runOperatorCommand({ services: app.services, jobs: app.jobs, note: (line) => void notes.push(line) }, [
    ...words,
    '--as',
    email,
  ]);

async function approve(bank: Record<string, string>, requestTokens = 60): Promise<string> {
  const creator = await buildPerformer(app);
  await fillWallet(app, creator.id, cents(100_000));
  const account = { performerId: creator.id, firstName: 'Zoë', lastName: 'Ł’Abbé <x>', bankName: 'Bank', ...bank };
  await app.call('updateBankingSettings', { as: creator.token, params: { id: creator.id }, body: account });
  app.clock.advance({ days: 2 });
  const as = await app.services.session.open(creator.id);
  const { data } = await app.call('createPayoutRequest', {
    as,
    body: { requestTokens, paymentAccountType: 'banking' },
  });
  await admin('payouts', 'approve', data._id);
  return data._id;
}

const readAll = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, text]) => text);

describe('payouts file', () => {
  it('is CSV until the site sets its own IBAN, and whenever CSV is requested', async () => {
    const id = await approve({ bankAccount: IBANS.ireland });
    expect(await admin('payouts', 'file')).toContain(`${id},60.00,EUR,Zoë`);
    await expect(admin('settings', 'set', 'companyIban', 'DE00370400440532013000')).rejects.toThrow('must be an IBAN');
    await expect(admin('settings', 'set', 'companyIban', IBANS.brazil)).rejects.toThrow('SEPA');
    await expect(admin('settings', 'set', 'companyBic', 'BANK')).rejects.toThrow('must be a BIC');
    await admin('settings', 'set', 'companyIban', IBANS.germany);
    await admin('settings', 'set', 'companyBic', 'COBADEFFXXX');
    await admin('settings', 'set', 'companyName', 'Ovela & Söhne GmbH');
    expect(await admin('payouts', 'file', 'csv', 'again')).toContain(`${id},60.00,EUR,Zoë`);
    expect(await admin('payouts', 'file', 'again')).toContain('pain.001.001.09');
    await expect(admin('payouts', 'file', 'pdf')).rejects.toThrow('[csv]');
  });

  it('contains payouts to SEPA accounts minus the fee, and lists the others in a note', async () => {
    await app.services.settings.write('payoutFee', 1.5);
    const id = await approve({ bankAccount: IBANS.ireland, bankSwiftCode: 'aibk ie2d' }, 70.25);
    const far = await approve({ bankAccount: IBANS.brazil });
    const wrong = await approve({ bankAccount: 'IE29AIBK93115212345679' });
    const file = await admin('payouts', 'file');
    const ids = readAll(file, 'EndToEndId');
    expect(ids).toContain(id);
    expect(ids).not.toContain(far);
    expect(notes).toEqual([expect.stringMatching(new RegExp(`Not in the file.*(${far}|${wrong}).*(${far}|${wrong})`))]);
    const mine = readAll(file, 'CdtTrfTxInf').find((text) => text?.includes(id));
    expect(mine).toContain('<InstdAmt Ccy="EUR">68.75</InstdAmt>');
    expect(mine).toContain('<BICFI>AIBKIE2D</BICFI>');
    expect(mine).toContain(`<IBAN>${IBANS.ireland}</IBAN>`);
    expect(mine).toContain("<Nm>Zoe L'Abbe .x.</Nm>");
    expect(readAll(file, 'NbOfTxs')).toEqual([String(ids.length), String(ids.length)]);
  });

  it('contains each payout once, unless asked for again', async () => {
    const first = await approve({ bankAccount: IBANS.ireland });
    await admin('payouts', 'file', 'csv');
    const second = await approve({ bankAccount: IBANS.ireland });
    const file = await admin('payouts', 'file', 'csv');
    expect(file).toContain(second);
    expect(file).not.toContain(first);
    await expect(admin('payouts', 'file', 'csv')).rejects.toThrow('There is no approved payout');
    expect(await admin('payouts', 'file', 'csv', 'again')).toContain(first);
    const [line] = await app.context.db.select().from(operatorActs).orderBy(desc(operatorActs.seq)).limit(1);
    expect(line?.details).toMatchObject({
      again: expect.any(Number),
      payoutIds: expect.arrayContaining([first, second]),
    });
  });

  it('contains new payouts however many earlier files contain', async () => {
    const old = await approve({ bankAccount: IBANS.ireland });
    await admin('payouts', 'file', 'csv');
    const columns = sql.raw(
      'performer_id, amount, fee, account_type, account_info, status, decided_at, bank_file_at, created_at, updated_at',
    );
    await app.context.db.execute(sql`insert into payout_requests (id, ${columns})
      select 'c' || lpad(to_hex(n), 23, '0'), ${columns} from payout_requests, generate_series(1, 5000) n where id = ${old}`);
    const fresh = await approve({ bankAccount: IBANS.ireland });
    expect(await admin('payouts', 'file', 'csv')).toContain(fresh);
    await app.context.db.execute(sql`delete from payout_requests where id like 'c000%'`);
  });

  it('needs a payout that it can contain, and is logged only then', async () => {
    const other = await buildTestApp();
    await expect(runAdmin(other, 'payouts', 'file')).rejects.toThrow('There is no approved payout');
    expect(await other.context.db.$count(operatorActs, eq(operatorActs.act, 'bank-file.made'))).toBe(0);
    await other.close();
    setSiteCurrency(readCurrency('EUR'));
  });

  it('W-12: is in the log with the payouts that it contains', async () => {
    await admin('payouts', 'file', 'csv', 'again');
    const [line] = await app.context.db.select().from(operatorActs).orderBy(desc(operatorActs.seq)).limit(1);
    expect(line).toMatchObject({ act: 'bank-file.made', details: { format: 'csv', payoutIds: expect.any(Array) } });
    expect(JSON.stringify(line)).not.toContain(IBANS.ireland.slice(4));
  });

  it('is CSV in a currency other than euros', async () => {
    setSiteCurrency(defaultCurrency);
    expect(await admin('payouts', 'file', 'again')).toMatch(/^id,amount,currency,firstName/);
  });
});
