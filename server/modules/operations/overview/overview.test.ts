import { sql } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import type { OperatorRole } from '@contract/base/operator-roles';
import type { AccountName } from '../../../ledger/accounts';
import { postTransfer, reverseTransfer } from '../../../ledger/post-transfer';
import type { TransferCode } from '../../../ledger/transfers';
import { inTransaction } from '../../../db/transaction';
import { walletCharges } from '../../../db/schema/money';
import { reports } from '../../../db/schema/social';
import { disputes } from '../../../db/schema/disputes';
import { payoutRequests } from '../../../db/schema/payouts';
import { buildStoredPhoto } from '../../../../tests/factories/media';
import { buildOperator } from '../../../../tests/factories/operator';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { setClock } from '../../../../tests/harness/clock/set-clock';

let app: TestApp;
let fan: BuiltPerson;
let creator: BuiltPerformer;
const tokens = new Map<OperatorRole, string>();
beforeEach(async () => {
  // Also the day of the database, which stamps transfers.
  setClock('2026-11-21T14:00:00Z');
  app = await buildTestApp();
  app.clock.set('2026-11-21T14:00:00Z');
  for (const role of ['owner', 'moderator', 'accountant', 'support'] as const)
    tokens.set(role, (await buildOperator(app, role)).token);
  fan = await buildUser(app, { wallet: cents(5_000) });
  creator = await buildPerformer(app);
});
afterEach(() => app.close());

const failedJob = {
  id: 'job-1',
  name: 'send-mail',
  attempts: 3,
  failedAt: new Date('2026-11-20T10:00:00Z'),
  requestId: null,
  message: 'the mail server is on fire',
};

describe('GET /admin/todos', () => {
  const list = async (role: OperatorRole) => (await app.call('listTodos', { as: tokens.get(role) })).data;

  it('is empty when nothing waits', async () => {
    expect(await list('owner')).toEqual([]);
  });

  it('has what the role may do, with the age of the oldest', async () => {
    const [old, late] = [new Date('2026-11-19T08:00:00Z'), new Date('2026-11-20T08:00:00Z')];
    const report = { createdBy: fan.id, target: 'feed', performerId: creator.id, title: 'Spam' };
    await app.context.db.insert(reports).values([
      { ...report, targetId: creator.id, openedAt: late },
      { ...report, targetId: fan.id, openedAt: old },
      { ...report, targetId: 'x', status: 'resolved', openedAt: new Date(0) },
    ]);
    await app.context.db.insert(payoutRequests).values({
      performerId: creator.id,
      amount: cents(5_000),
      accountType: 'banking',
      accountInfo: {},
      status: 'pending',
      createdAt: late,
    });
    await app.context.db.insert(payoutRequests).values(
      (['banking', 'paypal', 'stripe'] as const).map((accountType) => ({
        performerId: creator.id,
        amount: cents(5_000),
        accountType,
        accountInfo: {},
        status: 'approved' as const,
        decidedAt: late,
      })),
    );
    vi.spyOn(app.jobs, 'listFailed').mockResolvedValue([failedJob]);
    expect(await list('owner')).toEqual([
      { kind: 'report', count: 2, oldestAt: old.toISOString() },
      { kind: 'payout', count: 1, oldestAt: late.toISOString() },
      // Stripe pays its own.
      { kind: 'unpaidPayout', count: 2, oldestAt: late.toISOString() },
      { kind: 'job', count: 1, oldestAt: '2026-11-20T10:00:00.000Z' },
    ]);
    const kinds = async (role: OperatorRole) => (await list(role)).map(({ kind }) => kind);
    expect(await kinds('moderator')).toEqual(['report']);
    expect(await kinds('accountant')).toEqual(['payout', 'unpaidPayout']);
    expect(await kinds('support')).toEqual([]);
  });

  it('counts creators whose documents wait', async () => {
    const file = await buildStoredPhoto(app, { ownerId: creator.id, type: 'feed-photo', isPublic: false });
    await app.context.db.execute(sql`update files set created_at = '2026-11-18T10:00:00Z' where id = ${file.id}`);
    const set = (status: string) =>
      app.context.db.execute(sql`update performers set verified_document = false, id_verification_id = ${file.id},
        id_verification_status = ${status} where id = ${creator.id}`);
    await set('waiting');
    expect(await list('moderator')).toEqual([{ kind: 'creator', count: 1, oldestAt: '2026-11-18T10:00:00.000Z' }]);
    await set('rejected');
    expect(await list('moderator')).toEqual([]);
  });

  it('counts open disputes', async () => {
    const [payment] = (await app.context.db.execute<{ id: string }>(sql`select id from payment_transactions limit 1`))
      .rows;
    expect(payment).toBeUndefined();
    await inTransaction(app.context.db, async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      const dispute = { gatewayId: 'd', paymentId: 'p', userId: fan.id, amount: cents(100), status: 'open' } as const;
      await tx.insert(disputes).values({ ...dispute, createdAt: new Date('2026-11-20T00:00:00Z') });
    });
    expect(await list('accountant')).toEqual([{ kind: 'dispute', count: 1, oldestAt: '2026-11-20T00:00:00.000Z' }]);
  });
});

describe('GET /admin/overview', () => {
  const read = async (role: OperatorRole) => (await app.call('getSiteOverview', { as: tokens.get(role) })).data;

  it('counts the sign-ups of 14 days, in UTC', async () => {
    await buildUser(app, { createdAt: new Date('2026-11-08T00:00:00Z') });
    await buildUser(app, { createdAt: new Date('2026-11-07T23:59:59Z') });
    await buildPerformer(app, { createdAt: new Date('2026-11-20T23:59:59Z') });
    const { signUps } = await read('support');
    expect(signUps).toHaveLength(14);
    expect(signUps[0]).toEqual({ day: '2026-11-08', fans: 1, creators: 0 });
    expect(signUps[12]).toEqual({ day: '2026-11-20', fans: 0, creators: 1 });
    // Four operators and a fan.
    expect(signUps[13]).toEqual({ day: '2026-11-21', fans: 5, creators: 1 });
  });

  it('warns those who change settings while messages of the contact form reach nobody', async () => {
    const site = await buildTestApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
    const readAs = async (role: OperatorRole) => {
      const { token } = await buildOperator(site, role);
      return (await site.call('getSiteOverview', { as: token })).data.contactProblem;
    };
    expect(await readAs('owner')).toBe('address');
    expect(await readAs('moderator')).toBeNull();
    await site.services.settings.write('contactEmail', 'desk@example.test');
    expect(await readAs('owner')).toBeNull();
    await site.close();
  });

  it('warns of nothing where the demo’s outbox has the messages', async () => {
    expect((await read('owner')).contactProblem).toBeNull();
  });

  it('groups failures by job, for those who look after jobs', async () => {
    const newer = { ...failedJob, id: 'job-2', failedAt: new Date('2026-11-21T10:00:00Z'), message: 'still' };
    vi.spyOn(app.jobs, 'listFailed').mockResolvedValue([newer, failedJob]);
    expect((await read('owner')).failures).toEqual([
      { name: 'send-mail', count: 2, lastAt: '2026-11-21T10:00:00.000Z', message: 'still' },
    ]);
    expect((await read('support')).failures).toEqual([]);
  });
});

describe('GET /admin/overview/money', () => {
  const read = async (period?: string) =>
    (await app.call('getMoneyOverview', { as: tokens.get('accountant'), query: { ...(period && { period }) } })).data;

  /** The database stamps transfers. */
  const setClockToDatabase = async () => {
    const { rows } = await app.context.db.execute<{ now: string }>(sql`select now() as now`);
    app.clock.set(new Date(rows[0]?.now ?? 0));
  };
  const age = (code: string, days: number) =>
    inTransaction(app.context.db, async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.execute(sql`update ledger_transfers set created_at = created_at - ${days} * interval '1 day'
        where code = ${code}`);
    });
  const tip = (price: number) =>
    app.call('tipPerformer', { as: fan.token, params: { id: creator.id }, body: { price } });
  const post = (code: Exclude<TransferCode, 'refund'>, from: AccountName, to: AccountName) =>
    inTransaction(app.context.db, (tx) =>
      postTransfer(tx, { code, key: code, subject: code, postings: [{ from, to, amount: cents(300) }] }),
    );

  it('equals the ledger', async () => {
    await setClockToDatabase();
    await tip(10);
    await age('tip', 10);
    await tip(20);
    const ownerId = creator.id;
    await post('release', { kind: 'pending', ownerId }, { kind: 'wallet', ownerId });
    await post('payout-request', { kind: 'wallet', ownerId }, { kind: 'reserved', ownerId });
    expect((await read()).held).toEqual({ available: 0, pending: 21, requested: 3 });
    await post('payout', { kind: 'reserved', ownerId }, { kind: 'payout' });
    const month = await read();
    expect(month).toEqual({
      moneyIn: 50,
      payments: 1,
      refunded: 0,
      paidOut: 3,
      payouts: 1,
      sales: { creators: 24, commission: 6, tax: 0 },
      held: { available: 0, pending: 21, requested: 0 },
      fanWallets: 20,
      fans: 1,
    });
    const week = { ...month, sales: { creators: 16, commission: 4, tax: 0 } };
    expect(await read('7')).toEqual(week);
    await age('top-up', 2);
    expect(await read('1')).toEqual({ ...week, moneyIn: 0, payments: 0 });
  });

  it('counts a payment for several orders once', async () => {
    await setClockToDatabase();
    const price = cents(300);
    const paid = { originalPrice: price, totalPrice: price, status: 'success' as const, paymentId: 'p1', products: [] };
    const charges = ['c1', 'c2'].map((id) => {
      const product = { type: 'product' as const, target: 'product' as const, targetId: id };
      return { id, userId: fan.id, performerId: creator.id, ...product, ...paid };
    });
    await inTransaction(app.context.db, async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`);
      await tx.insert(walletCharges).values(charges);
      for (const { id } of charges) {
        const postings = [{ from: { kind: 'gateway' }, to: { kind: 'revenue' }, amount: price }] as const;
        await postTransfer(tx, { code: 'product', key: id, subject: id, postings });
      }
    });
    // One more than the fan's top-up.
    expect(await read('1')).toMatchObject({ moneyIn: 56, payments: 2 });
  });

  it('subtracts what was given back', async () => {
    await setClockToDatabase();
    await tip(10);
    const { rows } = await app.context.db.execute<{ key: string }>(
      sql`select key from ledger_transfers where code = 'tip'`,
    );
    await inTransaction(app.context.db, (tx) => reverseTransfer(tx, { key: rows[0]?.key ?? '', reverseKey: 'back' }));
    expect(await read('1')).toMatchObject({ sales: { creators: 0, commission: 0 }, fanWallets: 50 });
  });

  it('has whole months of the calendar', async () => {
    await tip(10);
    const book = (at: string) =>
      inTransaction(app.context.db, async (tx) => {
        await tx.execute(sql`set local session_replication_role = replica`);
        await tx.execute(sql`update ledger_transfers set created_at = ${at}::timestamptz where code = 'tip'`);
      });
    app.clock.set('2027-01-31T23:30:00Z');
    // The other session has expired.
    tokens.set('accountant', (await buildOperator(app, 'accountant')).token);
    const commissions = [];
    for (const at of ['2027-01-01T00:00:00Z', '2026-12-31T23:59:59Z', '2026-12-01T00:00:00Z', '2026-11-30T23:59:59Z']) {
      await book(at);
      const [now, last] = [await read('month'), await read('last-month')];
      commissions.push([now.sales.commission, last.sales.commission]);
    }
    expect(commissions).toEqual([
      [2, 0],
      [0, 2],
      [0, 2],
      [0, 0],
    ]);
  });

  it('knows no other period', async () => {
    const reply = await app.call('getMoneyOverview', { as: tokens.get('owner'), query: { period: '365' } });
    expect(reply.status).toBe(400);
  });
});
