import { desc, eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { performers } from '../../../db/schema/accounts';
import { ledgerAccounts } from '../../../db/schema/money';
import { operatorActs } from '../../../db/schema/operators';
import { listProblems } from '../../../../tests/factories/money';
import { buildOperator, runAdmin } from '../../../../tests/factories/operator';
import { buildPerformer } from '../../../../tests/factories/performer';
import { fillWallet, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let accountant: BuiltPerson;
let as: string;
beforeAll(async () => {
  app = await buildTestApp();
  app.clock.set('2026-03-02T10:00:00Z');
  accountant = await buildOperator(app, 'accountant');
});
afterAll(() => app.close());
beforeEach(async () => {
  as = await app.services.session.open(accountant.id);
  await app.services.settings.write('payoutFee', 1.5);
});
afterEach(async () => {
  expect(await listProblems(app)).toEqual([]);
});

const bank = { firstName: 'Noor', lastName: 'Adéyemi', bankName: 'Bank', bankAccount: 'IE29AIBK93115212345678' };

async function askFor(amount: number, overrides: object = {}) {
  const creator = await buildPerformer(app, { firstName: 'Noor', lastName: 'Adeyemi', banking: bank, ...overrides });
  await fillWallet(app, creator.id, cents(100_000));
  return { creator, id: await askAgain(creator, amount) };
}

async function askAgain(creator: { token: string }, requestTokens: number): Promise<string> {
  app.clock.advance({ seconds: 1 });
  const { data } = await app.call('createPayoutRequest', { as: creator.token, body: { requestTokens } });
  return data._id;
}

const search = async (query: Record<string, unknown> = {}) => (await app.call('searchPayouts', { as, query })).data;
const find = async (id: string) => (await search({ q: id })).data[0]!;
const sums = async () => (await app.call('sumPayouts', { as })).data;
const approve = async (...ids: string[]) => {
  const payouts = await Promise.all(ids.map(async (id) => ({ id, updatedAt: (await find(id)).updatedAt })));
  return app.call('approvePayouts', { as, body: { payouts } });
};
const readLog = async (id: string) =>
  app.context.db.select().from(operatorActs).where(eq(operatorActs.subjectId, id)).orderBy(desc(operatorActs.seq));

describe('the list of payouts', () => {
  it('shows amount, fee, net and the end of the account, but not the account', async () => {
    const { id, creator } = await askFor(60);
    expect(await find(id)).toMatchObject({
      performerId: creator.id,
      name: creator.account.name,
      amount: 60,
      fee: 1.5,
      net: 58.5,
      accountHint: '5678',
      status: 'pending',
      reasonCode: null,
    });
    expect(JSON.stringify(await search())).not.toContain('AIBK931152');
  });

  it('filters by state, account type, creator and day, and counts them', async () => {
    const { id, creator } = await askFor(60);
    const username = creator.account.username ?? '';
    expect(await search({ q: username })).toMatchObject({ total: 1, data: [{ _id: id }] });
    expect((await search({ q: username, status: 'done' })).total).toBe(0);
    expect((await search({ q: username, accountType: 'stripe' })).total).toBe(0);
    expect((await search({ q: username, fromDate: '2026-03-01', toDate: '2026-03-03' })).total).toBe(1);
    expect((await search({ q: username, fromDate: '2026-03-03', toDate: '2026-03-04' })).total).toBe(0);
    expect((await search({ q: '%' })).total).toBe(0);
  });

  it('has those that wait longest first, page by page', async () => {
    const ids = [(await askFor(60)).id, (await askFor(61)).id];
    const all = (await search({ status: 'pending', limit: 100 })).data.map(({ _id }) => _id);
    expect(all.slice(-2)).toEqual(ids);
    const { data } = await search({ status: 'pending', limit: 1, offset: all.length - 1 });
    expect(data.map(({ _id }) => _id)).toEqual([ids[1]]);
  });

  it.each([
    ['equal but for case, accents and order', { firstName: 'ADEYEMI', lastName: 'noor' }, true],
    ['another', { firstName: 'Leo', lastName: 'Brandt' }, false],
    ['not verified', { verifiedDocument: false }, null],
  ])('compares the holder of the account with the verified name: %s', async (_which, overrides, isNameEqual) => {
    expect((await find((await askFor(60, overrides)).id)).checks.isNameEqual).toBe(isNameEqual);
  });

  it('says which names it could not compare', async () => {
    const { checks } = await find((await askFor(60, { firstName: null, lastName: null })).id);
    expect(checks).toMatchObject({ isNameEqual: null, holder: 'Noor Adéyemi', fullName: '', isVerified: true });
  });

  it('says whether it is the first payout of the creator', async () => {
    const { id, creator } = await askFor(60);
    expect((await find(id)).checks.isFirst).toBe(true);
    await approve(id);
    await app.call('markPayoutPaid', { as, params: { id }, body: {} });
    expect((await find(id)).checks.isFirst).toBe(true);
    expect((await find(await askAgain(creator, 50))).checks.isFirst).toBe(false);
  });
});

describe('approving', () => {
  it('M-13: approves several at once, moves the sums and adds a line to the log for each', async () => {
    const ids = [(await askFor(60)).id, (await askFor(70)).id];
    const before = await sums();
    expect((await approve(...ids)).status).toBe(200);
    const after = await sums();
    expect(before.pending.count - after.pending.count).toBe(2);
    expect(after.approved.amount - before.approved.amount).toBeCloseTo(130);
    expect(after.approved.net - before.approved.net).toBeCloseTo(127);
    for (const id of ids)
      expect(await readLog(id)).toMatchObject([
        {
          act: 'payout.approved',
          operatorId: accountant.id,
          role: 'accountant',
          via: 'console',
          subjectKind: 'payout',
        },
      ]);
    await app.jobs.drain();
    expect(app.mails.at(-1)?.subject).toBe('Payout approved');
  });

  it('approves none if one is decided already', async () => {
    const [one, other] = [(await askFor(60)).id, (await askFor(70)).id];
    await approve(one);
    expect((await approve(one, other)).body.error).toBe('PAYOUT_NOT_EDITABLE');
    expect((await find(other)).status).toBe('pending');
    expect(await readLog(other)).toEqual([]);
  });

  it('approves none that its creator has changed since the operator saw it', async () => {
    const { id, creator } = await askFor(60);
    const { updatedAt } = await find(id);
    app.clock.advance({ seconds: 1 });
    await app.call('updatePayoutRequest', { as: creator.token, params: { id }, body: { requestTokens: 400 } });
    const reply = await app.call('approvePayouts', { as, body: { payouts: [{ id, updatedAt }] } });
    expect(reply.body).toMatchObject({ statusCode: 409, error: 'CHANGED_ELSEWHERE' });
  });

  it('waits a day after the creator changed where their money goes', async () => {
    const { id, creator } = await askFor(60);
    const payoutAccountChangedAt = app.clock.now();
    await app.context.db.update(performers).set({ payoutAccountChangedAt }).where(eq(performers.id, creator.id));
    const pausedUntil = new Date(payoutAccountChangedAt.getTime() + 24 * 3600 * 1000).toISOString();
    expect((await find(id)).checks.pausedUntil).toBe(pausedUntil);
    expect((await approve(id)).body.error).toBe('PAYOUT_RESTS');
    await expect(runAdmin(app, 'payouts', 'approve', id)).rejects.toThrow('a day later');
    app.clock.advance({ days: 1 });
    as = await app.services.session.open(accountant.id);
    expect((await approve(id)).status).toBe(200);
  });

  it('needs a fresh proof of identity', async () => {
    const { id } = await askFor(60);
    app.clock.advance({ hours: 2 });
    expect((await approve(id)).body.error).toBe('FRESH_LOGIN_REQUIRED');
    const body = { reason: 'Wrong holder' };
    expect((await app.call('rejectPayout', { as, params: { id }, body })).body.error).toBe('FRESH_LOGIN_REQUIRED');
    expect((await app.call('makeBankFile', { as, body: { format: 'csv' } })).body.error).toBe('FRESH_LOGIN_REQUIRED');
    expect((await find(id)).status).toBe('pending');
  });

  it('refuses payouts that do not exist', async () => {
    const params = { id: 'a'.repeat(24) };
    const body = { payouts: [{ id: params.id, updatedAt: app.clock.now().toISOString() }] };
    expect((await app.call('approvePayouts', { as, body })).status).toBe(404);
    expect((await app.call('rejectPayout', { as, params, body: { reason: 'No' } })).status).toBe(404);
  });
});

describe('the other decisions', () => {
  it('rejects with a reason that the creator reads, and returns the money', async () => {
    const { id, creator } = await askFor(60);
    expect((await app.call('rejectPayout', { as, params: { id }, body: {} })).status).toBe(400);
    const reason = 'The account must be in your own name.';
    expect((await app.call('rejectPayout', { as, params: { id }, body: { reason } })).status).toBe(200);
    const { data } = await app.call('getPayoutRequest', { as: creator.token, params: { id } });
    expect(data).toMatchObject({ status: 'rejected', adminNote: reason });
    expect((await app.services.wallet.balances(creator.id)).wallet).toBe(100_000);
    expect(await readLog(id)).toMatchObject([{ act: 'payout.rejected', details: { amount: 6000, reason } }]);
    expect((await approve(id)).body.error).toBe('PAYOUT_NOT_EDITABLE');
  });

  it('is marked as paid with the reference, and as returned; the sums are those of the ledger', async () => {
    const { id } = await askFor(60);
    const read = async () => {
      const [row] = await app.context.db.select().from(ledgerAccounts).where(eq(ledgerAccounts.kind, 'payout'));
      return (row?.balance ?? 0) / 100;
    };
    expect((await app.call('markPayoutPaid', { as, params: { id }, body: {} })).body.error).toBe('PAYOUT_NOT_EDITABLE');
    await approve(id);
    const before = await sums();
    await app.call('markPayoutPaid', { as, params: { id }, body: { reference: 'BANK-7' } });
    expect(await find(id)).toMatchObject({
      status: 'done',
      reference: 'BANK-7',
      paidAt: app.clock.now().toISOString(),
    });
    expect((await sums()).paidOut - before.paidOut).toBeCloseTo(58.5);
    expect((await sums()).paidOut).toBe(await read());
    expect(before.reserved - (await sums()).reserved).toBeCloseTo(60);
    await app.call('returnPayout', { as, params: { id }, body: { reason: 'The account is closed.' } });
    expect(await find(id)).toMatchObject({ status: 'rejected', reasonCode: 'returned' });
    expect((await sums()).paidOut).toBeCloseTo(before.paidOut);
    expect((await readLog(id)).map(({ act }) => act)).toEqual(['payout.returned', 'payout.paid', 'payout.approved']);
  });
});

describe('the bank file', () => {
  it('contains the approved payouts, and is logged without bank details', async () => {
    const { id } = await askFor(60);
    await approve(id);
    const { data } = await app.call('makeBankFile', { as, body: { format: 'csv' } });
    expect(data).toMatchObject({ format: 'csv', count: expect.any(Number), leftOutIds: [] });
    expect(data.content).toContain(`${id},58.50,USD,Noor`);
    const [line] = await readLog('payouts');
    expect(line).toMatchObject({
      act: 'bank-file.made',
      details: { format: 'csv', total: Math.round(data.total * 100), payoutIds: expect.arrayContaining([id]) },
    });
    expect(JSON.stringify(line)).not.toContain('AIBK');
  });

  it('leaves out payouts of an earlier file, and says when that was made', async () => {
    const first = (await askFor(60)).id;
    await approve(first);
    await app.call('makeBankFile', { as, body: { format: 'csv' } });
    const at = app.clock.now().toISOString();
    expect((await find(first)).bankFileAt).toBe(at);
    expect((await sums()).bankFile).toMatchObject({ fresh: { count: 0, net: 0 }, lastAt: at });
    const second = (await askFor(70)).id;
    await approve(second);
    expect((await sums()).bankFile.fresh).toEqual({ count: 1, amount: 70, net: 68.5 });
    const files = await Promise.all([1, 2].map(() => app.call('makeBankFile', { as, body: { format: 'csv' } })));
    expect(files.map(({ status }) => String(status)).toSorted()).toEqual(['200', '422']);
    const fresh = files.find(({ status }) => status === 200)?.data.content;
    expect(fresh).toContain(second);
    expect(fresh).not.toContain(first);
    const { data } = await app.call('makeBankFile', { as, body: { format: 'csv', isRepeated: true } });
    expect(data.content).toContain(first);
    expect(data.content).toContain(second);
  });

  it('is refused if there is nothing to pay', async () => {
    for (const { _id: id } of (await search({ status: 'approved', limit: 100 })).data)
      await app.call('markPayoutPaid', { as, params: { id }, body: {} });
    const again = { format: 'csv', isRepeated: true } as const;
    expect((await app.call('makeBankFile', { as, body: again })).body.error).toBe('NO_PAYOUTS_TO_SEND');
  });
});
