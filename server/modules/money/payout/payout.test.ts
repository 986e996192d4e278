import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { cents } from '@contract/base/money';
import { performers } from '../../../db/schema/accounts';
import { ledgerAccounts, walletCharges } from '../../../db/schema/money';
import { inTransaction } from '../../../db/transaction';
import { runAdmin } from '../../../../tests/factories/operator';
import { readDebt, readPersonBalances } from '../../../ledger/accounts';
import { buildSale, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let creator: BuiltPerformer;
let token: string;
const bank = { firstName: 'Mira', lastName: 'Okafor', bankName: 'Bank', bankAccount: '=1+1', country: 'PT' };
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
/** Builds a creator with $80 available. */
beforeEach(async () => {
  await app.jobs.drain();
  app.mails.splice(0);
  app.clock.set('2026-03-02T10:00:00Z');
  creator = await buildPerformer(app, { name: 'Noor Halim' });
  await app.context.db.update(performers).set({ banking: bank }).where(eq(performers.id, creator.id));
  const fan = await buildUser(app, { wallet: cents(10_000) });
  const post = await buildSale(app, creator, cents(10_000));
  expect((await app.call('buyFeed', { as: fan.token, params: { id: post.id } })).status).toBe(200);
  app.clock.advance({ days: 8 });
  await app.jobs.run('release-earnings', {});
  token = await app.services.session.open(creator.id);
});
afterEach(async () => {
  await app.services.settings.write('payoutFee', 0);
  expect(await listProblems(app)).toEqual([]);
});

const request = (requestTokens: number, body: object = {}, as = token) =>
  app.call('createPayoutRequest', { as, body: { source: 'performer', requestTokens, ...body } });
const change = (id: string, requestTokens: number) =>
  app.call('updatePayoutRequest', { as: token, params: { id }, body: { requestTokens } });
const withdraw = (id: string, as = token) => app.call('withdrawPayoutRequest', { as, params: { id } });
const getWallet = async () => (await readPersonBalances(app.context.db, creator.id)).wallet;
async function refundSale() {
  const [charge] = await app.context.db.select().from(walletCharges).where(eq(walletCharges.performerId, creator.id));
  await inTransaction(app.context.db, (tx) => app.services.wallet.refund(tx, charge!.id));
}
const admin = (...args: string[]) => runAdmin(app, ...args);

describe('a payout request', () => {
  it('announces the balance that it leaves, and that its withdrawal restores', async () => {
    app.events.length = 0;
    const body = { source: 'performer', requestTokens: 60 } as const;
    const { data } = await app.call('createPayoutRequest', { as: token, body });
    await app.call('withdrawPayoutRequest', { as: token, params: { id: data._id } });
    const told = app.events.filter(({ event }) => event === 'update_balance').map(({ payload }) => payload);
    expect(told).toMatchObject([
      { token: -60, balance: 20 },
      { token: 60, balance: 80 },
    ]);
  });

  it('M-1: is created, changed and withdrawn once per idempotency key; a repeat returns the current state', async () => {
    const headers = { 'idempotency-key': 'made' };
    const body = { source: 'performer', requestTokens: 60 } as const;
    const create = () => app.call('createPayoutRequest', { as: token, body, headers });
    const made = await create();
    const { _id: id } = made.data;
    expect((await create()).data).toEqual(made.data);
    expect((await app.call('getPayoutRequest', { as: token, params: { id } })).data).toEqual(made.data);
    const edit = { as: token, params: { id }, body: { requestTokens: 50 }, headers: { 'idempotency-key': 'changed' } };
    const changed = await app.call('updatePayoutRequest', edit);
    expect(changed.data).toMatchObject({ _id: id, requestTokens: 50, status: 'pending' });
    expect((await app.call('updatePayoutRequest', edit)).data).toEqual(changed.data);
    const end = { as: token, params: { id }, headers: { 'idempotency-key': 'withdrawn' } };
    const withdrawn = await app.call('withdrawPayoutRequest', end);
    expect(withdrawn.data).toMatchObject({ _id: id, status: 'rejected' });
    expect((await app.call('withdrawPayoutRequest', end)).data).toEqual(withdrawn.data);
    expect((await create()).data).toEqual(withdrawn.data);
    const other = { ...body, requestTokens: 61 };
    const reused = await app.call('createPayoutRequest', { as: token, body: other, headers });
    expect(reused.body.error).toBe('IDEMPOTENCY_KEY_REUSED');
    expect(await getWallet()).toBe(8000);
  });

  it('reserves its amount immediately and waits for review', async () => {
    const { status, data } = await request(60, { requestNote: 'Thanks' });
    expect([status, data]).toEqual([
      200,
      expect.objectContaining({
        status: 'pending',
        requestTokens: 60,
        requestNote: 'Thanks',
        paymentAccountType: 'banking',
      }),
    ]);
    expect(await getWallet()).toBe(2000);
    const pending = await app.call('checkPendingPayout', { as: token });
    expect(pending.data).toEqual({ hasPending: true, pending: true });
    const sums = await app.call('calculatePayout', { as: token, body: { requestTokens: 60 } });
    expect(sums.data).toMatchObject({
      totalEarnedTokens: 80,
      previousPaidOutTokens: 0,
      remainingUnpaidTokens: 20,
      feeTokens: 0,
      netTokens: 60,
    });
    expect((await app.call('calculatePayout', { as: token })).data).toMatchObject({ remainingUnpaidTokens: 20 });
    expect((await app.call('searchPayoutRequests', { as: token })).data).toMatchObject({
      total: 1,
      data: [{ _id: data._id }],
    });
    expect((await app.call('getPayoutRequest', { as: token, params: { id: data._id } })).data.sourceInfo).toMatchObject(
      { name: 'Noor Halim' },
    );
  });

  it.each([
    ['below the minimum', 49, {}, 422, 'PAYOUT_BELOW_MINIMUM'],
    ['above the balance', 81, {}, 422, 'PAYOUT_OVER_BALANCE'],
    ['to an account that is not set up', 60, { paymentAccountType: 'paypal' }, 404, 'PAYOUT_ACCOUNT_MISSING'],
  ] as const)('%s is rejected', async (_what, tokens, body, status, error) => {
    const reply = await request(tokens, body);
    expect([reply.status, reply.body.error, await getWallet()]).toEqual([status, error, 8000]);
  });

  it('is the only one at a time, even for forty concurrent requests', async () => {
    const replies = await Promise.all(Array.from({ length: 40 }, () => request(60)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(replies.map(({ body }) => body.error))).toEqual(new Set([undefined, 'PAYOUT_PENDING']));
    expect(await getWallet()).toBe(2000);
  });

  it('is rejected for a day after the payout account was changed', async () => {
    const params = { id: creator.id };
    const body = { performerId: creator.id, ...bank, bankAccount: '2222' };
    expect((await app.call('updateBankingSettings', { as: token, params, body })).status).toBe(200);
    const message = expect.stringContaining('You changed where your money goes.');
    expect((await request(60)).body).toMatchObject({ error: 'PAYOUT_RESTS', message });
    const restsUntil = new Date(app.clock.now().getTime() + 24 * 3600 * 1000).toISOString();
    const reply = await app.call('calculatePayout', { as: token });
    expect(reply.data).toMatchObject({ restsUntil, restReason: 'changed' });
    app.clock.advance({ days: 1, seconds: 1 });
    token = await app.services.session.open(creator.id);
    expect((await app.call('calculatePayout', { as: token })).data.restsUntil).toBeNull();
    expect((await request(60)).status).toBe(200);
  });

  it('is rejected for a day after the first payout account was added, which replaced nothing', async () => {
    const unpaid = { banking: null, payoutAccountChangedAt: null };
    await app.context.db.update(performers).set(unpaid).where(eq(performers.id, creator.id));
    const params = { id: creator.id };
    const save = async (bankAccount: string) => {
      const body = { performerId: creator.id, ...bank, bankAccount };
      expect((await app.call('updateBankingSettings', { as: token, params, body })).status).toBe(200);
      app.clock.advance({ minutes: 1 });
    };
    const readRest = async () => {
      const { restsUntil, restReason } = (await app.call('calculatePayout', { as: token })).data;
      return { restsUntil, restReason };
    };
    await save('1111');
    const message = 'You added where your money goes. For your safety the first payout waits a day.';
    expect((await request(60)).body).toMatchObject({ error: 'PAYOUT_RESTS', message });
    const added = await readRest();
    expect(added.restReason).toBe('added');
    await save('1111');
    expect(await readRest()).toEqual(added);
    await save('2222');
    expect((await readRest()).restReason).toBe('changed');
  });

  it('keeps the payout account that was set when it was created', async () => {
    const account = (bankAccount: string) =>
      app.context.db
        .update(performers)
        .set({ banking: { ...bank, bankAccount } })
        .where(eq(performers.id, creator.id));
    await account('PT50 0002 0123 1234 5678 9015 4');
    const { data } = await request(60);
    await account('PT50 0002 0123 5678 9012 3002 8');
    const found = await app.call('getPayoutRequest', { as: token, params: { id: data._id } });
    expect(found.data.accountHint).toBe('0154');
    expect(JSON.stringify(found.body)).not.toContain('1234 5678');
  });

  it('can be changed and withdrawn by its creator while it is pending', async () => {
    const { data } = await request(60);
    expect((await change(data._id, 80)).data).toMatchObject({ requestTokens: 80 });
    expect(await getWallet()).toBe(0);
    expect((await change(data._id, 81)).body.error).toBe('PAYOUT_OVER_BALANCE');
    expect((await change(data._id, 50)).status).toBe(200);
    expect(await getWallet()).toBe(3000);
    const other = await buildPerformer(app);
    const params = { id: data._id };
    const refused = [
      await withdraw(data._id, other.token),
      await app.call('getPayoutRequest', { as: other.token, params }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([404, 404]);
    expect((await withdraw(data._id)).data).toMatchObject({ status: 'rejected', reasonCode: 'withdrawn' });
    expect(await getWallet()).toBe(8000);
    expect((await withdraw(data._id)).body.error).toBe('PAYOUT_NOT_EDITABLE');
    expect((await change(data._id, 60)).status).toBe(403);
  });

  it('prevents its creator from deleting their account', async () => {
    await request(80);
    const body = { confirmation: creator.account.username ?? '', giveUpBalance: true };
    expect((await app.call('requestDeletion', { as: token, body })).body.error).toBe('DELETION_MONEY_PENDING');
  });
});

describe('an operator', () => {
  it('can approve and pay a payout less the fee, and the creator is notified', async () => {
    await app.services.settings.write('payoutFee', 2);
    const { data } = await request(60);
    expect(await admin('payouts', 'list')).toContain(data._id);
    expect(await admin('payouts', 'approve', data._id)).toContain('approved');
    expect(await admin('payouts', 'file')).toContain(`${data._id},58.00,USD,Mira,Okafor,Bank,'=1+1,`);
    await admin('payouts', 'paid', data._id, 'TX-1');
    const { data: paid } = await app.call('getPayoutRequest', { as: token, params: { id: data._id } });
    expect(paid).toMatchObject({ status: 'done', payoutId: 'TX-1', feeTokens: 2 });
    const [out] = await app.context.db.select().from(ledgerAccounts).where(eq(ledgerAccounts.kind, 'payout'));
    expect(out?.balance).toBeGreaterThanOrEqual(5800);
    await app.jobs.drain();
    expect(app.mails.map(({ subject }) => subject)).toEqual(expect.arrayContaining(['Payout approved', 'Payout sent']));
    expect((await app.call('calculatePayout', { as: token })).data).toMatchObject({ previousPaidOutTokens: 60 });
    await expect(admin('payouts', 'paid', data._id)).rejects.toMatchObject({ code: 'PAYOUT_NOT_EDITABLE' });
  });

  it('can reject a payout with a reason, even after approving it', async () => {
    const { data } = await request(60);
    await admin('payouts', 'approve', data._id);
    await admin('payouts', 'reject', data._id, 'The', 'bank', 'sent', 'it', 'back.');
    const { data: rejected } = await app.call('getPayoutRequest', { as: token, params: { id: data._id } });
    expect(rejected).toMatchObject({ status: 'rejected', reasonCode: 'rejected', adminNote: 'The bank sent it back.' });
    expect(await getWallet()).toBe(8000);
    await expect(admin('payouts', 'reject', 'f'.repeat(24), 'x')).rejects.toThrow('There is no payout');
  });

  it("can return a payout with its fee, which pays the creator's debt first", async () => {
    await app.services.settings.write('payoutFee', 2);
    const { data } = await request(60);
    await admin('payouts', 'approve', data._id);
    await expect(admin('payouts', 'returned', data._id, 'x')).rejects.toMatchObject({ code: 'PAYOUT_NOT_EDITABLE' });
    await admin('payouts', 'paid', data._id, 'TX-1');
    await refundSale();
    expect(await readDebt(app.context.db, creator.id)).toBe(6_000);
    await admin('payouts', 'returned', data._id, 'The account is closed.');
    const { data: returned } = await app.call('getPayoutRequest', { as: token, params: { id: data._id } });
    expect(returned).toMatchObject({
      status: 'rejected',
      reasonCode: 'returned',
      adminNote: 'The account is closed.',
      payoutId: 'TX-1',
    });
    expect(returned.paidAt).not.toBeNull();
    expect([await getWallet(), await readDebt(app.context.db, creator.id)]).toEqual([0, 0]);
    expect((await app.call('calculatePayout', { as: token })).data).toMatchObject({ previousPaidOutTokens: 0 });
    await app.jobs.drain();
    const mail = app.mails.find(({ subject }) => subject === 'Payout came back');
    expect(mail?.text).toContain('Your payout of $58.00 could not be paid in, and $60.00 is back in your balance.');
    const again = await Promise.allSettled([1, 2].map(() => admin('payouts', 'returned', data._id, 'Again')));
    expect(again.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  });
});

describe('M-13: random actions by creator and operator', () => {
  it('never pay more than the balance or revert a decision', async () => {
    const steps = ['request', 'change', 'withdraw', 'approve', 'reject', 'paid', 'returned'] as const;
    const order: Record<string, number> = { pending: 0, approved: 1, done: 2, rejected: 3 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ step: fc.constantFrom(...steps), amount: fc.integer({ min: 50, max: 90 }) }), {
          maxLength: 8,
        }),
        async (list) => {
          const states = new Map<string, string>();
          for (const { step, amount } of list) {
            const { data: page } = await app.call('searchPayoutRequests', { as: token });
            const id = page.data[0]?._id ?? 'f'.repeat(24);
            if (step === 'request') await request(amount);
            if (step === 'change') await change(id, amount);
            if (step === 'withdraw') await withdraw(id);
            if (step === 'approve') await admin('payouts', 'approve', id).catch(() => undefined);
            if (step === 'reject') await admin('payouts', 'reject', id, 'No').catch(() => undefined);
            if (step === 'paid') await admin('payouts', 'paid', id).catch(() => undefined);
            if (step === 'returned') await admin('payouts', 'returned', id, 'Closed').catch(() => undefined);
            const { data: after } = await app.call('searchPayoutRequests', { as: token });
            expect(after.data.filter(({ status }) => status === 'pending').length).toBeLessThanOrEqual(1);
            for (const { _id, status } of after.data) {
              expect(order[status]!).toBeGreaterThanOrEqual(order[states.get(_id) ?? 'pending']!);
              states.set(_id, status);
            }
            const paid = after.data
              .filter(({ status }) => status !== 'rejected')
              .reduce((sum, one) => sum + one.requestTokens, 0);
            expect((await getWallet()) + paid * 100).toBe(8000);
            expect(await listProblems(app)).toEqual([]);
          }
          // Return all money to the wallet for the next run.
          const { data: left } = await app.call('searchPayoutRequests', { as: token });
          for (const { _id, status } of left.data)
            if (status === 'pending' || status === 'approved') await admin('payouts', 'reject', _id, 'Over');
        },
      ),
      { numRuns: 12, endOnFailure: true },
    );
  });
});
