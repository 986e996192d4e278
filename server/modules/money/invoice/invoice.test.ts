import { asc, eq, sql } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { buildSale, buildCard, byDefaultCard, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { newId } from '../../../db/columns';
import { invoices, ledgerTransfers } from '../../../db/schema/money';
import { inTransaction, type Tx } from '../../../db/transaction';
import { paidTransfers } from '../../../ledger/transfers';
import { receiptRules } from '../receipt/receipt-rules';
import { formatNumber } from './invoice-number';
import { getSeller } from './invoice-service';
import { numberInvoices } from './number-invoices';

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
beforeEach(async () => {
  app = await buildTestApp();
  creator = await buildPerformer(app, { name: 'Noor Halim' });
  fan = await buildUser(app, { name: 'Zoë', wallet: cents(100_000) });
  // Turn the fan's top-up into a gift, which gets no number, so that the test's own sales are numbered from one.
  await change((tx) => tx.update(ledgerTransfers).set({ code: 'promotion' }).where(eq(ledgerTransfers.code, 'top-up')));
});
afterEach(async () => {
  expect(await listProblems(app)).toEqual([]);
  await app.close();
});

async function tip(price = 5): Promise<string> {
  const { data } = await app.call('tipPerformer', { as: fan.token, params: { id: creator.id }, body: { price } });
  return data._id;
}
const refund = (id: string) => inTransaction(app.context.db, (tx) => app.services.wallet.refund(tx, id));
const number = () => app.jobs.run('number-invoices', {});
const listNumbers = async () =>
  (
    await app.context.db.select().from(invoices).orderBy(asc(invoices.year), asc(invoices.series), asc(invoices.number))
  ).map((row) => `${formatNumber(row)} ${row.subjectId}`);
const year = new Date().getUTCFullYear();

/** Bypasses the triggers that reject changes to the ledger. */
const change = (work: (tx: Tx) => Promise<unknown>) =>
  inTransaction(app.context.db, async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await work(tx);
  });

const backdate = (subject: string, at: string) =>
  change((tx) =>
    tx
      .update(ledgerTransfers)
      .set({ createdAt: new Date(at) })
      .where(eq(ledgerTransfers.subject, subject)),
  );

describe('invoice numbers', () => {
  it('are assigned in the order of payment, to charges and to card payments without charges', async () => {
    const bought = [await tip(), await tip()];
    await buildCard(app, fan);
    const card = await byDefaultCard(app, fan);
    const topUp = await app.call('topUpWallet', { as: fan.token, body: { amount: 20, ...card } });
    const post = await buildSale(app, creator, cents(600));
    const buying = { as: fan.token, body: { target: 'feed', targetId: post.id, ...card } };
    const { data: payment } = await app.call('buyByCard', buying);
    const { data: receipt } = await app.call('getReceipt', { as: fan.token, params: { id: bought[0] ?? '' } });
    expect(receipt.number).toBe(bought[0]?.slice(-8).toUpperCase());
    expect(await listNumbers()).toEqual([]);
    await number();
    const list = await listNumbers();
    expect(list.slice(0, 3)).toEqual([
      `${year}-000001 ${bought[0]}`,
      `${year}-000002 ${bought[1]}`,
      `${year}-000003 ${'_id' in topUp.data ? topUp.data._id : ''}`,
    ]);
    // For a purchase by card, the number belongs to its charge. The receipt of the payment shows that number.
    expect(list).toHaveLength(4);
    expect(list[3]).not.toContain('_id' in payment ? payment._id : '');
    const show = async (id: string) => (await app.call('getReceipt', { as: fan.token, params: { id } })).data.number;
    expect(await show(bought[0] ?? '')).toBe(`${year}-000001`);
    expect(await show('_id' in payment ? payment._id : '')).toBe(`${year}-000004`);
  });

  it('continue without a gap; refunds have a series of their own', async () => {
    const [first] = [await tip(), await tip()];
    await number();
    await refund(first);
    const third = await tip();
    await number();
    await number();
    expect((await listNumbers()).map((line) => line.slice(0, 12).trim())).toEqual([
      `${year}-R000001`,
      `${year}-000001`,
      `${year}-000002`,
      `${year}-000003`,
    ]);
    expect((await listNumbers())[0]).toContain(first);
    expect((await listNumbers())[3]).toContain(third);
    const { data } = await app.call('getReceipt', { as: fan.token, params: { id: first } });
    expect(data).toMatchObject({ number: `${year}-000001`, creditNoteNumber: `${year}-R000001`, status: 'refunded' });
  });

  it('restart each year in UTC; late commits of the old year continue its series', async () => {
    const [old, last, first] = [await tip(), await tip(), await tip()];
    await backdate(old, `${year - 1}-12-31T23:59:58Z`);
    await backdate(first, `${year}-01-01T00:00:00Z`);
    await backdate(last, `${year - 1}-12-31T23:59:59.999Z`);
    await number();
    expect(await listNumbers()).toEqual([
      `${year - 1}-000001 ${old}`,
      `${year - 1}-000002 ${last}`,
      `${year}-000001 ${first}`,
    ]);
    const late = await tip();
    await backdate(late, `${year - 1}-12-31T23:59:59.500Z`);
    await number();
    expect((await listNumbers())[2]).toBe(`${year - 1}-000003 ${late}`);
  });

  it('are assigned once by concurrent processes that work in batches', async () => {
    const other = await buildTestApp({}, { beside: app });
    try {
      const seller = getSeller(await app.services.settings.read());
      const tips: string[] = [];
      const sell = async () => {
        for (let count = 0; count < 20; count += 1) tips.push(await tip());
      };
      const give = async ({ context }: TestApp) => {
        for (let count = 0; count < 12; count += 1) await numberInvoices(context.db, seller, 3);
      };
      await Promise.all([sell(), give(app), give(other), give(other)]);
      await numberInvoices(app.context.db, seller, 3);
      const list = await listNumbers();
      expect(list.map((line) => Number(line.slice(5, 11)))).toEqual(Array.from({ length: 20 }, (_, at) => at + 1));
      expect(list.map((line) => line.slice(12))).toEqual(tips);
    } finally {
      await other.close();
    }
  });

  it('leave no gap if a process dies before its commit', async () => {
    await tip();
    const seller = getSeller(await app.services.settings.read());
    const dying = inTransaction(app.context.db, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('invoices', 0))`);
      const [{ id } = { id: '' }] = await tx.select().from(ledgerTransfers).where(eq(ledgerTransfers.code, 'tip'));
      const row = { transferId: id, series: 'invoice', year, number: 1, subjectId: id } as const;
      await tx.insert(invoices).values({ ...row, seller });
      await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
    });
    await expect(dying).rejects.toThrow('terminat');
    await number();
    expect((await listNumbers()).map((line) => line.slice(0, 11))).toEqual([`${year}-000001`]);
  });

  it('keep the seller of the day on which they were assigned', async () => {
    await app.services.settings.write('companyName', 'Ovela GmbH');
    await tip();
    await number();
    await app.services.settings.write('companyName', 'Ovela AG');
    const [row] = await app.context.db.select().from(invoices);
    expect(row?.seller).toMatchObject({ companyName: 'Ovela GmbH' });
  });

  it('appear in mails', async () => {
    await buildCard(app, fan);
    await app.call('topUpWallet', { as: fan.token, body: { amount: 20, ...(await byDefaultCard(app, fan)) } });
    const id = await tip();
    await app.jobs.drain();
    await refund(id);
    await app.jobs.drain();
    const texts = app.mails.filter(({ to }) => to === fan.account.email).map(({ text }) => text);
    expect(texts.find((text) => text.includes('You tipped'))).toContain(`Invoice number: ${year}-000002`);
    expect(texts.find((text) => text.includes('was refunded'))).toContain(`Credit note: ${year}-R000001`);
  });
});

describe('the invoice rules of verify', () => {
  const findRules = async () => [...new Set((await listProblems(app)).map(({ rule }) => rule))];

  it('find a gap, a number without a sale, and a sale without a number after a day', async () => {
    for (let count = 0; count < 3; count += 1) await tip();
    await number();
    const rows = await app.context.db.select().from(invoices).orderBy(asc(invoices.number));
    const second = rows[1]!;
    await app.context.db.delete(invoices).where(eq(invoices.number, 2));
    expect(await findRules()).toEqual(['invoices-have-no-gap']);
    const [funding] = await app.context.db.select().from(ledgerTransfers).where(eq(ledgerTransfers.code, 'promotion'));
    await app.context.db.insert(invoices).values({ ...second, transferId: funding?.id ?? '' });
    expect(await findRules()).toEqual(['invoice-is-of-a-sale']);
    await app.context.db.delete(invoices).where(eq(invoices.number, 2));
    await app.context.db.insert(invoices).values(second);
    const unnumbered = await tip();
    await backdate(unnumbered, new Date(Date.now() - 25 * 3_600_000).toISOString());
    expect(await findRules()).toEqual(['sale-is-numbered']);
    await backdate(unnumbered, new Date().toISOString());
    const twice = app.context.db.insert(invoices).values({ ...second, transferId: newId() });
    await expect(twice).rejects.toMatchObject({ cause: { code: '23505' } });
  });

  it('cover exactly the transfer codes of paid receipts', () => {
    const paid = Object.entries(receiptRules).filter(([code, rule]) => 'paid' in rule && code !== 'trial');
    expect(paid.map(([code]) => code).toSorted()).toEqual([...paidTransfers].toSorted());
  });
});
