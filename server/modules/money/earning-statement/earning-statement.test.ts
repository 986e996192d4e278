import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { cents, toCents } from '@contract/base/money';
import { buildCard, buildCoupon, buildSale, byDefaultCard, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { readPdf } from '../../../../tests/harness/read-pdf';
import { performers } from '../../../db/schema/accounts';
import { items } from '../../../db/schema/items';
import { inTransaction, type Tx } from '../../../db/transaction';
import { readStatement, sumBalance } from './read-statement';
import type { StatementLine } from './statement-figures';
import { getChange } from './statement-figures';
import { listPeriods, readPeriod } from './statement-period';

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
let token: string;
const bank = { firstName: 'Mira', lastName: 'Okafor', bankName: 'Bank', bankAccount: '1', country: 'PT' };
beforeEach(async () => {
  app = await buildTestApp();
  creator = await buildPerformer(app, { name: 'Noor Halim' });
  await app.context.db.update(performers).set({ banking: bank }).where(eq(performers.id, creator.id));
  fan = await buildUser(app, { name: 'Zoë', wallet: cents(1_000_000) });
  token = creator.token;
});
afterEach(async () => {
  await app.jobs.run('number-invoices', {});
  expect(await listProblems(app)).toEqual([]);
  await app.close();
});

async function tip(price: number): Promise<string> {
  const { data } = await app.call('tipPerformer', { as: fan.token, params: { id: creator.id }, body: { price } });
  return data._id;
}
async function sell(price: number, title = 'For sale'): Promise<string> {
  const post = await buildSale(app, creator, cents(price));
  await app.context.db.update(items).set({ title }).where(eq(items.id, post.id));
  return (await app.call('buyFeed', { as: fan.token, params: { id: post.id } })).data._id;
}
const refund = (id: string) => inTransaction(app.context.db, (tx) => app.services.wallet.refund(tx, id));
/** The current periods, because ledger entries use the database's clock. */
const month = new Date().toISOString().slice(0, 7);
const year = month.slice(0, 4);

/** Backdates all transfers into the previous month. */
const moveBack = () =>
  inTransaction(app.context.db, async (tx: Tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(sql`update ledger_transfers set created_at = date_trunc('month', now()) - interval '3 days'`);
  });
const lastMonth = () => {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1)).toISOString().slice(0, 7);
};

const list = (as = token) => app.call('listStatements', { as });
const link = (period: string, format = 'pdf', as = token) =>
  app.call('getStatementFile', { as, params: { period }, query: { format } });
async function open(period: string, format: 'pdf' | 'csv') {
  const { data } = await link(period, format);
  return app.http.inject({ method: 'GET', url: data.url.replace('http://api.test', '') });
}
const readCsv = async (period: string) =>
  (await open(period, 'csv')).payload
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));

describe('a statement', () => {
  it('lists sales by kind, refunds, payouts and fees between the opening and closing balances', async () => {
    await tip(10);
    await sell(2_000);
    await moveBack();
    const [kept, back] = [await tip(5), await tip(7)];
    await sell(600, 'Harbour at night');
    await refund(back);
    await app.services.settings.write('payoutFee', 2);
    await app.services.settings.write('minimumPayoutAmount', 20);
    app.clock.advance({ days: 8 });
    await app.jobs.run('release-earnings', {});
    token = await app.services.session.open(creator.id);
    const body = { source: 'performer', requestTokens: 20 };
    const { data: payout } = await app.call('createPayoutRequest', { as: token, body });
    await app.services.payout.decide(payout._id, { status: 'approved' });
    await app.services.payout.decide(payout._id, { status: 'done' });
    const lines: StatementLine[] = [];
    const statement = await readStatement(app.context.db, creator.id, readPeriod(month), {
      onLines: (more) => void lines.push(...more),
    });
    expect(statement).toMatchObject({
      opening: 2_400,
      sums: {
        sales: { count: 3, gross: 1_800, commission: 360, net: 1_440, tax: 0 },
        refunds: { count: 1, gross: -700, commission: -140, net: -560 },
        payouts: -1_800,
        fees: -200,
        other: 0,
      },
      closing: 2_400 + 1_440 - 560 - 2_000,
      balance: { pending: 0, reserved: 0, debt: 0 },
    });
    expect(lines.map(({ kind, code }) => `${kind} ${code}`)).toEqual([
      'sale tip',
      'sale tip',
      'sale feed',
      'refund tip',
      'payout payout',
    ]);
    expect(lines[0]?.subject).toBe(kept);
    const reply = await open(month, 'pdf');
    expect(reply.headers['content-disposition']).toBe(`attachment; filename="statement-${month}.pdf"`);
    const pdf = await readPdf(reply.rawPayload);
    expect(pdf).toMatchObject({
      isTagged: true,
      language: 'en',
      title: expect.stringContaining('Statement of earnings,'),
    });
    const text = pdf.pages.join(' ');
    for (const part of [
      'Opening balance $24.00',
      'Sales, gross $18.00',
      'Commission −$3.60',
      'Refunds, gross −$7.00',
      'Commission returned $1.40',
      'Payouts −$18.00',
      'Payout fees −$2.00',
      'Closing balance $12.80',
      'Tips 2 $12.00 $2.40 $9.60 $0.00',
      'Posts 1 $6.00 $1.20 $4.80 $0.00',
      'Post: Harbour at night',
      'Refund: Tip',
      'Noor Halim',
    ])
      expect(text).toContain(part);
    // Statements are for accountants, and contain references instead of the names of fans.
    expect(text).not.toContain('Zoë');
  });

  it('shows the tax on card sales apart from the creator’s income', async () => {
    await buildCard(app, fan);
    const address = { line1: 'Rua 1', city: 'Lisboa', region: 'Lisboa', postalCode: '1100-001', country: 'PT' };
    const coupon = await buildCoupon(app, { value: 0.1 });
    const body = { performerId: creator.id, type: 'monthly', address, couponCode: coupon.code };
    await app.call('subscribePerformer', { as: fan.token, body: { ...body, ...(await byDefaultCard(app, fan)) } });
    const { sums } = await readStatement(app.context.db, creator.id, readPeriod(month));
    const { data: stats } = await app.call('getEarningStats', { as: token });
    expect(sums.sales).toMatchObject({
      gross: toCents(stats.totalGrossPrice),
      commission: toCents(stats.totalSiteCommission),
      net: toCents(stats.totalNetPrice),
    });
    expect(sums.sales.tax).toBe(Math.round(sums.sales.gross * 0.23));
  });

  it('equals the sum of its ledger entries after random actions', async () => {
    const steps = {
      tip: (amount: number) => tip(3 + amount / 100),
      sell: (amount: number) => sell(amount + 1),
      refund: async () => {
        const { data } = await app.call('listCharges', { as: fan.token });
        const charge = data.data.find(({ status }) => status === 'success');
        if (charge) await refund(charge._id);
      },
      release: async () => {
        app.clock.advance({ days: 8 });
        await app.jobs.run('release-earnings', {});
      },
      payOut: async (amount: number) => {
        const as = await app.services.session.open(creator.id);
        const body = { source: 'performer', requestTokens: 50 + amount / 100 };
        const { status, data } = await app.call('createPayoutRequest', { as, body });
        if (status !== 200) return;
        await app.services.payout.decide(
          data._id,
          amount % 3 === 0 ? { status: 'rejected', reason: 'No' } : { status: 'approved' },
        );
        if (amount % 3 !== 0) await app.services.payout.decide(data._id, { status: 'done' });
      },
      moveBack,
    };
    await app.services.settings.write('payoutFee', 1);
    await app.services.settings.write('minimumPayoutAmount', 20);
    const step = fc.record({
      name: fc.constantFrom(...(Object.keys(steps) as (keyof typeof steps)[])),
      amount: fc.nat(9_000),
    });
    const sumEntries = async (before: Date) => {
      const { rows } = await app.context.db.execute<{ sum: string }>(sql`
        select coalesce(sum(e.amount), 0) as sum from ledger_entries e join ledger_accounts a on a.id = e.account_id
        join ledger_transfers t on t.id = e.transfer_id where a.owner_id = ${creator.id} and t.created_at < ${before}`);
      return Number(rows[0]?.sum);
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (history) => {
        for (const { name, amount } of history) {
          // The actions advance the clock, which expires the sessions.
          fan.token = await app.services.session.open(fan.id);
          await steps[name](amount);
        }
        for (const period of [month, lastMonth(), year].map(readPeriod)) {
          const lines: StatementLine[] = [];
          const statement = await readStatement(app.context.db, creator.id, period, {
            onLines: (more) => void lines.push(...more),
          });
          const { opening, closing, sums, byMonth, byDay, byKind, balance } = statement;
          expect([opening, closing]).toEqual([await sumEntries(period.from), await sumEntries(period.to)]);
          expect(opening + getChange(sums)).toBe(closing);
          expect(sumBalance(balance)).toBe(closing);
          expect(opening + lines.reduce((sum, { net }) => sum + net, 0)).toBe(closing);
          for (const groups of [byMonth, byDay])
            expect([...groups.values()].reduce((sum, one) => sum + getChange(one), 0)).toBe(closing - opening);
          const kinds = [...byKind.values()];
          for (const part of ['sales', 'refunds'] as const) {
            expect(kinds.reduce((sum, one) => sum + one[part].net, 0)).toBe(sums[part].net);
            expect(sums[part].gross).toBe(sums[part].commission + sums[part].net);
          }
        }
        fan.token = await app.services.session.open(fan.id);
        token = await app.services.session.open(creator.id);
        // Without any movement there would be no statement.
        await tip(5);
        expect((await open(month, 'pdf')).statusCode).toBe(200);
      }),
      { numRuns: 4 },
    );
  });

  it('exports every movement as CSV, in which titles are not formulas', async () => {
    await tip(10);
    await moveBack();
    const id = await sell(600, '=HYPERLINK("http://evil.test")');
    await refund(await tip(5));
    const csv = await open(month, 'csv');
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(Number(csv.headers['content-length'])).toBe(csv.rawPayload.length);
    const lines = csv.payload.split('\r\n');
    expect(lines[0]).toBe('Date,Type,What,Reference,Gross,Commission,Net,Balance,Tax paid by buyers,Currency');
    expect(lines[1]).toBe(',opening balance,,,,,,8.00,,USD');
    expect(lines[2]).toContain(
      `,sale,"Post: =HYPERLINK(""http://evil.test"")",${id.slice(-8).toUpperCase()},6.00,1.20,4.80,12.80,0.00,USD`,
    );
    expect(lines.slice(3, 6).map((line) => line.replace(/^[^,]*/, ''))).toEqual([
      expect.stringMatching(/^,sale,Tip,[0-9A-F]{8},5.00,1.00,4.00,16.80,0.00,USD$/),
      expect.stringMatching(/^,refund,Refund: Tip,[0-9A-F]{8},-5.00,-1.00,-4.00,12.80,0.00,USD$/),
      ',closing balance,,,,,,12.80,,USD',
    ]);
  });

  it('lists daily sums if there are too many movements; the CSV lists all', async () => {
    const { id: owner } = creator;
    await inTransaction(app.context.db, async (tx) => {
      await tx.execute(sql`
        with account as (
          insert into ledger_accounts (id, kind, owner_id) values (${'a'.repeat(24)}, 'pending', ${owner}),
            (${'b'.repeat(24)}, 'revenue', 'of the test'), (${'c'.repeat(24)}, 'gateway', 'of the test') returning id
        ), transfer as (
          insert into ledger_transfers (id, code, key, subject, created_at)
          select lpad(to_hex(n), 24, '0'), 'tip', 'many:' || n, lpad(to_hex(n), 24, '0'), date_trunc('month', now()) + n * interval '1 second'
          from generate_series(1, 3000) n returning id
        ) select count(*) from account, transfer`);
      await tx.execute(sql`
        insert into ledger_entries (transfer_id, account_id, amount, balance_after)
        select t.id, l.account_id, l.amount, 0 from ledger_transfers t
        cross join (values (${'a'.repeat(24)}, 400), (${'b'.repeat(24)}, 100), (${'c'.repeat(24)}, -500)) l(account_id, amount)
        where t.key like 'many:%' order by t.id, l.account_id`);
    });
    const pdf = await readPdf((await open(month, 'pdf')).rawPayload);
    expect(pdf.pages.join(' ')).toContain('There were 3,000 movements. The CSV file lists each of them.');
    expect(pdf.pages.join(' ')).toContain(`${month}-01 $15,000.00 −$3,000.00`);
    expect(pdf.pages.length).toBeLessThan(4);
    const csv = await readCsv(month);
    expect(csv).toHaveLength(3_003);
    expect(csv.at(-1)).toEqual(['', 'closing balance', '', '', '', '', '', '12000.00', '', 'USD']);
  });
});

describe('statements', () => {
  it('exist for the months and years since the first movement', async () => {
    expect((await list()).data).toEqual({ data: [] });
    expect((await link(month)).status).toBe(404);
    await tip(10);
    await moveBack();
    const { data } = await list();
    const before = lastMonth();
    expect(data.data.slice(0, 2).map(({ period }) => period)).toEqual([year, month]);
    expect(data.data.map(({ period }) => period)).toContain(before);
    expect(data.data.find(({ period }) => period === month)).toEqual({ period: month, isComplete: false });
    expect(data.data.find(({ period }) => period === before)).toEqual({ period: before, isComplete: true });
    expect((await link('2001')).status).toBe(404);
    expect((await link('2099-01')).status).toBe(404);
  });

  it('can only be opened by their creator', async () => {
    await tip(10);
    const other = await buildPerformer(app);
    const call = (as?: string) => app.call('getStatementFile', { as, params: { period: month }, query: {} });
    expect((await call()).status).toBe(401);
    expect((await call(fan.token)).status).toBe(403);
    expect((await list(fan.token)).status).toBe(403);
    expect((await call(other.token)).status).toBe(404);
    const { data } = await call(token);
    const url = data.url.replace('http://api.test', '');
    for (const as of [other.token, fan.token])
      expect((await app.http.inject({ method: 'GET', url, headers: { authorization: as } })).statusCode).toBe(403);
    const another = url.replace(creator.id, other.id);
    expect((await app.http.inject({ method: 'GET', url: another })).statusCode).toBe(403);
    expect((await app.http.inject({ method: 'GET', url: url.replace('.pdf', '.csv') })).statusCode).toBe(403);
  });

  it.each(['2026-13', '2026-00', '26-11', '2026-11-01', '../x', "2026'"])('reject %s as a period', async (period) => {
    expect((await link(encodeURIComponent(period))).status).toBe(400);
  });
});

describe('listPeriods', () => {
  it('uses UTC across the turn of a year', () => {
    const names = listPeriods(new Date('2025-11-30T23:59:59Z'), new Date('2026-01-01T00:00:00Z')).map(
      ({ name }) => name,
    );
    expect(names).toEqual(['2026', '2026-01', '2025', '2025-12', '2025-11']);
    expect(readPeriod('2025-12')).toMatchObject({
      from: new Date('2025-12-01T00:00:00Z'),
      to: new Date('2026-01-01T00:00:00Z'),
    });
  });
});
