import { desc, eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { buildCard, listProblems } from '../../../../tests/factories/money';
import { buildOperator, runAdmin } from '../../../../tests/factories/operator';
import { buildPerformer } from '../../../../tests/factories/performer';
import { buildUser, fillWallet, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { meanwhile } from '../../../../tests/harness/lock-races';
import { ledgerAccounts, paymentTransactions } from '../../../db/schema/money';
import { operatorActs } from '../../../db/schema/operators';
import { sandboxPayments } from '../../../db/schema/sandbox';
import { inTransaction, type Tx } from '../../../db/transaction';
import { readPersonBalances } from '../../../ledger/accounts';
import { recordAct } from '../../../operator-log/record-act';

let app: TestApp;
let owner: BuiltPerson;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await buildOperator(app);
  fan = await buildUser(app);
});
afterEach(async () => {
  await app.jobs.drain();
  expect(await listProblems(app)).toEqual([]);
});

const address = { line1: 'Rua 1', city: 'Lisboa', region: 'Lisboa', postalCode: '1100-001', country: 'PT' };

/** A top-up by card, in Portugal with 23 % tax. @returns id of the payment */
async function topUp(amount: number, { code = 'visa', isTaxed = true } = {}): Promise<string> {
  app.clock.advance({ minutes: 1 });
  const { token: cardId } = await buildCard(app, fan, { code, isDefault: false });
  const body = { amount, cardId, ...(isTaxed && { address }) };
  const { data, status } = await app.call('topUpWallet', { as: fan.token, body });
  expect(status).toBe(200);
  return '_id' in data ? data._id : '';
}
const refund = (expectedBalance: number, { as = owner.token, id = fan.id } = {}) =>
  app.call('refundWallet', { as, params: { id }, body: { expectedBalance, reason: 'They asked for it' } });
const readWallet = async (id = fan.id) => (await readPersonBalances(app.context.db, id)).wallet;
const readMoney = async (id = fan.id) => (await app.call('readPersonMoney', { as: owner.token, params: { id } })).data;
const readPayment = async (id: string) =>
  (await app.context.db.select().from(paymentTransactions).where(eq(paymentTransactions.id, id)))[0]!;
const readAtGateway = async (id: string) => {
  const gatewayId = (await readPayment(id)).gatewayId ?? '';
  return (await app.context.db.select().from(sandboxPayments).where(eq(sandboxPayments.id, gatewayId)))[0];
};
const readBook = async (kind: 'gateway' | 'tax') =>
  (await app.context.db.select().from(ledgerAccounts).where(eq(ledgerAccounts.kind, kind)))[0]?.balance ?? 0;
const readMails = async () => {
  await app.jobs.drain();
  return app.mails.filter(({ to }) => to === fan.account.email);
};
const close = () =>
  app.call('closeAccount', { as: owner.token, params: { id: fan.id }, body: { reason: 'Two accounts' } });
const spend = (amount: number) =>
  app.call('tipPerformer', { as: fan.token, params: { id: star.id }, body: { price: amount } });
let star: BuiltPerson;
beforeEach(async () => {
  star = await buildPerformer(app);
});

// Promises M-12.
describe('POST /admin/people/:id/wallet-refund', () => {
  it('pays the wallet of a closed account back to its card, with the tax, and says so', async () => {
    const books = [await readBook('gateway'), await readBook('tax')];
    const paymentId = await topUp(100);
    await close();
    const walletRefund = {
      amount: 100,
      tax: 23,
      stays: 0,
      cards: [{ paymentId, brand: 'Visa', last4Digits: '4242', amount: 123 }],
    };
    expect(await readMoney()).toMatchObject({ wallet: 100, walletRefund });
    expect((await refund(100)).data).toEqual(walletRefund);
    expect(await readWallet()).toBe(0);
    const mails = await readMails();
    expect(await readPayment(paymentId)).toMatchObject({ status: 'refunded' });
    expect(await readAtGateway(paymentId)).toMatchObject({ refunded: 12_300, status: 'refunded' });
    expect([await readBook('gateway'), await readBook('tax')]).toEqual(books);
    expect(await readMoney()).toMatchObject({ wallet: 0, walletRefund: null });
    expect(mails.find(({ subject }) => subject.includes('was closed'))?.text).toContain(
      '$100.00 in your wallet stays yours: write to us to get it back.',
    );
    const mail = mails.find(({ subject }) => subject === '$123.00 is on its way back to you');
    expect(mail?.text).toContain('We paid back $100.00 from your wallet, with the $23.00 tax that you paid on it.');
    expect(mail?.text).toContain('To your Visa ending in 4242: $123.00');
    const [line] = await app.context.db
      .select()
      .from(operatorActs)
      .where(eq(operatorActs.subjectId, fan.id))
      .orderBy(desc(operatorActs.seq));
    expect(line).toMatchObject({ act: 'wallet.refunded', operatorId: owner.id });
    expect(line?.details).toEqual({ ...walletRefund, before: 100, reason: 'They asked for it' });
  });

  it('gives each part a credit note, a line of the wallet and the receipt its sum', async () => {
    const id = await topUp(30);
    await spend(20);
    await refund(10);
    await app.jobs.drain();
    await app.jobs.run('number-invoices', {});
    const { data: receipt } = await app.call('getReceipt', { as: fan.token, params: { id } });
    expect(receipt).toMatchObject({ status: 'success', refunded: { amount: 12.3 } });
    expect(receipt.creditNoteNumber).not.toBeNull();
    const { data: lines } = await app.call('listWalletLines', { as: fan.token });
    expect(lines.data[0]).toMatchObject({ kind: 'refund', amount: -10, balanceAfter: 0, transactionId: id });
    expect(new Date(lines.data[0]!.createdAt).getTime()).toBeGreaterThanOrEqual(
      new Date(lines.data[1]!.createdAt).getTime(),
    );
    const { data: news } = await app.call('listNotifications', { as: fan.token });
    expect(news.data.find(({ title }) => title === 'Refund')).toMatchObject({
      refId: id,
      message: '$10.00 from your wallet with $2.30 tax is on its way back to your card.',
    });
  });

  it('starts with the newest top-up, and each gets at most what it paid', async () => {
    const first = await topUp(20, { isTaxed: false });
    const second = await topUp(30);
    await spend(15);
    const { data } = await refund(35);
    expect(data.cards).toMatchObject([
      { paymentId: second, amount: 36.9 },
      { paymentId: first, amount: 5 },
    ]);
    await app.jobs.drain();
    expect(await readPayment(second)).toMatchObject({ status: 'refunded' });
    expect(await readPayment(first)).toMatchObject({ status: 'success' });
    // The rest of the first one can follow, as when a sale is refunded later.
    await fillWallet(app, fan.id, cents(4_000));
    expect((await refund(40)).data).toMatchObject({ amount: 15, stays: 25, cards: [{ paymentId: first, amount: 15 }] });
    await app.jobs.drain();
    expect(await readPayment(first)).toMatchObject({ status: 'refunded' });
    expect(await readWallet()).toBe(2_500);
  });

  it('locks the accounts of the site last, however many cards get money back', async () => {
    await topUp(20);
    await topUp(30);
    const by = { id: owner.id, role: 'owner', via: 'console' } as const;
    const act = { act: 'payouts.held', subject: { kind: 'account', id: fan.id } } as const;
    const { kind } = ledgerAccounts;
    const lockGateway = (tx: Tx) =>
      tx.select({ kind }).from(ledgerAccounts).where(eq(kind, 'gateway')).for('update', { skipLocked: true });
    let free: { kind: string }[] = [];
    // The log of operators, which the refund must wait for, is its last step before the ledger.
    const reply = await meanwhile(
      app,
      (tx) => recordAct(tx, by, act),
      () => refund(50),
      { last: async (tx) => void (free = await lockGateway(tx)) },
    );
    expect(free).toEqual([{ kind: 'gateway' }]);
    expect(reply.data.cards).toHaveLength(2);
  });

  it('returns the tax of a top-up exactly, however its money is split', async () => {
    const id = await topUp(33.37);
    const { taxAmount, totalPrice } = await readPayment(id);
    const tax = await readBook('tax');
    await spend(33.34);
    // Three cents are left; what was spent comes back cent by cent, as refunds of sales would bring it.
    expect((await refund(0.03)).data.amount).toBe(0.03);
    for (const part of [1, 2, 334]) {
      await fillWallet(app, fan.id, cents(part));
      await refund(part / 100);
    }
    await fillWallet(app, fan.id, cents(5_000));
    await refund(50);
    await app.jobs.drain();
    expect(tax - (await readBook('tax'))).toBe(taxAmount);
    expect(await readAtGateway(id)).toMatchObject({ refunded: totalPrice, status: 'refunded' });
  });

  it('moves the money once for presses at the same time, in two processes too', async () => {
    const other = await buildTestApp({}, { beside: app });
    const id = await topUp(50);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        (n % 2 === 0 ? app : other).call('refundWallet', {
          as: owner.token,
          params: { id: fan.id },
          body: { expectedBalance: 50, reason: 'Twice' },
        }),
      ),
    );
    expect(replies.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409),
    ]);
    // The refund is a job of the process that won.
    await Promise.all([app.jobs.drain(), other.jobs.drain()]);
    expect(await readAtGateway(id)).toMatchObject({ refunded: 6_150 });
    await other.close();
  });

  it('loses no cent when the fan spends at the same moment', async () => {
    await topUp(50);
    const [spent, paid] = await Promise.all([spend(5), refund(50)]);
    expect([spent.status, paid.status].sort((a, b) => a - b)).toEqual(spent.status === 200 ? [200, 409] : [200, 422]);
    expect(await readWallet()).toBe(spent.status === 200 ? 4_500 : 0);
  });

  it('puts the money back into the wallet if the bank refuses, and does not try that card again', async () => {
    await topUp(40, { code: 'refundFails' });
    expect((await refund(40)).status).toBe(200);
    await app.jobs.drain();
    expect(await readWallet()).toBe(4_920);
    expect((await refund(49.2)).body).toMatchObject({ statusCode: 422, error: 'REFUND_NOT_POSSIBLE' });
    expect(await readMoney()).toMatchObject({ wallet: 49.2, walletRefund: null });
  });

  it('refuses another balance, money without a card, debts, creators and unknown accounts', async () => {
    await topUp(20);
    const changed = await refund(19.99);
    expect(changed.body).toMatchObject({ statusCode: 409, error: 'CHANGED_ELSEWHERE' });
    expect(changed.body.message).toContain('The wallet has $20.00 now.');
    expect(await readWallet()).toBe(2_000);
    const gifted = await buildUser(app, { wallet: cents(1_000) });
    expect((await refund(10, { id: gifted.id })).body.error).toBe('REFUND_NOT_POSSIBLE');
    await fillWallet(app, star.id, cents(1_000));
    expect((await refund(10, { id: star.id })).body.message).toContain('by payouts');
    expect((await refund(10, { id: 'a'.repeat(24) })).status).toBe(404);
  });

  it('refuses while the account owes the site for a top-up that its bank took back', async () => {
    const lost = await topUp(20);
    await topUp(30);
    await spend(40);
    await inTransaction(app.context.db, (tx) => app.services.payment.takeBack(tx, { id: lost, reason: 'Bank' }));
    await fillWallet(app, fan.id, cents(1_000));
    const { body } = await refund(10);
    expect([body.error, body.message]).toEqual([
      'REFUND_NOT_POSSIBLE',
      expect.stringContaining('owes the site $10.00'),
    ]);
    expect(await readMoney()).toMatchObject({ walletRefund: null });
  });

  it('needs a login of this moment, and changes nothing without it', async () => {
    await topUp(20);
    app.clock.advance({ hours: 2 });
    expect((await refund(20, { as: owner.token })).body.error).toBe('FRESH_LOGIN_REQUIRED');
    expect(await readWallet()).toBe(2_000);
  });
});

describe('npm run admin -- wallet refund', () => {
  it('does the same, and names what went back and what did not', async () => {
    await topUp(20);
    await fillWallet(app, fan.id, cents(500));
    const username = fan.account.username ?? '';
    await expect(runAdmin(app, 'wallet', 'refund', username, '20', 'Asked')).rejects.toThrow('$25.00 now');
    await expect(runAdmin(app, 'wallet', 'refund', username, '25')).rejects.toThrow('Arguments:');
    expect(await runAdmin(app, 'wallet', 'refund', username, '25', 'Asked', 'by', 'mail')).toBe(
      `$20.00 is on its way back to the cards of ${username}, with $4.60 tax. $5.00 stays in the wallet: no payment by card is left that it could go back to.`,
    );
    expect(await readWallet()).toBe(500);
  });
});
