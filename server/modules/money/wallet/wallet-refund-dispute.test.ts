import { eq } from 'drizzle-orm';
import { listProblems } from '../../../../tests/factories/money';
import { buildOperator } from '../../../../tests/factories/operator';
import { buildPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import type { TestApp } from '../../../../tests/harness/build-test-app';
import { buildStripeApp, saveStripeCard } from '../../../../tests/stripe-double/build-stripe-app';
import { closeDispute, failRefund, openDispute } from '../../../../tests/stripe-double/double-payments';
import type { StripeDouble } from '../../../../tests/stripe-double/stripe-double';
import { ledgerAccounts, paymentTransactions } from '../../../db/schema/money';
import { cardRefunds } from '../../../db/schema/orders';
import { inTransaction } from '../../../db/transaction';
import { readDebt, readPersonBalances } from '../../../ledger/accounts';

let app: TestApp;
let double: StripeDouble;
let close: () => Promise<void>;
let creator: BuiltPerson;
let fan: BuiltPerson;
let owner: BuiltPerson;
beforeAll(async () => {
  ({ app, double, close } = await buildStripeApp());
});
afterAll(() => close());
beforeEach(async () => {
  creator = await buildPerformer(app);
  fan = await buildUser(app);
  owner = await buildOperator(app);
});
afterEach(async () => {
  await settle();
  expect(await listProblems(app)).toEqual([]);
  expect(-(await readBook('gateway'))).toBe(readDouble());
  expect(await readBook('disputed')).toBe(0);
});

async function settle() {
  await double.deliver({ times: 2 });
  await app.jobs.drain();
}
const readBook = async (kind: 'gateway' | 'disputed') =>
  (await app.context.db.select().from(ledgerAccounts).where(eq(ledgerAccounts.kind, kind)))[0]?.balance ?? 0;
const readDouble = () =>
  double.state.list('balance_transaction').reduce((sum, { amount }) => sum + Number(amount), 0) -
  double.state.list('dispute').length * 1_500;
async function topUp(amount: number) {
  const cardId = await saveStripeCard(app, fan.token);
  const headers = { 'cf-ipcountry': 'PT' };
  const { data } = await app.call('topUpWallet', { as: fan.token, headers, body: { amount, cardId } });
  await settle();
  const id = '_id' in data ? data._id : '';
  const [row] = await app.context.db.select().from(paymentTransactions).where(eq(paymentTransactions.id, id));
  return { id, gatewayId: row!.gatewayId!, tax: row!.taxAmount };
}
const refund = (expectedBalance: number) =>
  app.call('refundWallet', { as: owner.token, params: { id: fan.id }, body: { expectedBalance, reason: 'Asked' } });
const readWallet = async () => (await readPersonBalances(app.context.db, fan.id)).wallet;
const spend = (price: number) =>
  app.call('tipPerformer', { as: fan.token, params: { id: creator.id }, body: { price } });
async function dispute(gatewayId: string) {
  const { id } = openDispute(double.state, gatewayId);
  await settle();
  return async (result: 'won' | 'lost') => {
    closeDispute(double.state, id, result);
    await settle();
  };
}

describe('a top-up that was paid back to its card in part', () => {
  it('is taken back without that part if the bank decides against the site', async () => {
    const { gatewayId, tax } = await topUp(100);
    expect(tax).toBeGreaterThan(0);
    await spend(60);
    expect((await refund(40)).status).toBe(200);
    await settle();
    const end = await dispute(gatewayId);
    await end('lost');
    expect(await readWallet()).toBe(0);
    expect(await readDebt(app.context.db, fan.id)).toBe(6_000);
  });

  it('goes back once if its bank takes the money before the refund was sent', async () => {
    const { gatewayId } = await topUp(100);
    await spend(60);
    expect((await refund(40)).status).toBe(200);
    const { id } = openDispute(double.state, gatewayId);
    await settle();
    expect(double.state.list('refund').filter(({ payment_intent: of }) => of === gatewayId)).toEqual([]);
    closeDispute(double.state, id, 'lost');
    await settle();
    const rows = await app.context.db.select().from(cardRefunds).where(eq(cardRefunds.userId, fan.id));
    expect(rows).toMatchObject([{ status: 'by_bank' }]);
    expect(await readDebt(app.context.db, fan.id)).toBe(6_000);
  });
});

it('a refund that its bank refused is in the wallet again, and the bank can still take it back', async () => {
  const { gatewayId, tax } = await topUp(100);
  await spend(60);
  expect((await refund(40)).status).toBe(200);
  await settle();
  const [sent] = double.state.list('refund').filter(({ payment_intent: of }) => of === gatewayId);
  failRefund(double.state, sent!.id);
  await settle();
  const back = await readWallet();
  expect(back).toBeGreaterThan(4_000);
  const end = await dispute(gatewayId);
  await end('lost');
  expect(await readWallet()).toBe(0);
  expect(await readDebt(app.context.db, fan.id)).toBe(6_000);
  expect(tax).toBeGreaterThan(0);
});

describe('a top-up whose card got all of it back', () => {
  async function refundWhole() {
    const paid = await topUp(100);
    expect((await refund(100)).status).toBe(200);
    await settle();
    return paid;
  }
  const bounce = async (amount: number, gatewayId: string) => {
    const ofPayment = double.state.list('refund').filter(({ payment_intent: of }) => of === gatewayId);
    failRefund(double.state, ofPayment.find((sent) => sent['amount'] === amount)!.id);
    await settle();
  };
  const readPayment = async (id: string) =>
    (await app.context.db.select().from(paymentTransactions).where(eq(paymentTransactions.id, id)))[0]!;
  const readLosses = async () =>
    (await app.context.db.select().from(ledgerAccounts).where(eq(ledgerAccounts.kind, 'losses')))[0]?.balance ?? 0;

  it('is taken out of the wallet if its bank returns the refund and later decides against the site', async () => {
    const { id, gatewayId, tax } = await refundWhole();
    expect(await readPayment(id)).toMatchObject({ status: 'refunded' });
    await bounce(10_000 + tax, gatewayId);
    expect(await readPayment(id)).toMatchObject({ status: 'success' });
    expect(await readWallet()).toBe(10_000 + tax);
    const losses = await readLosses();
    const end = await dispute(gatewayId);
    await end('lost');
    expect(await readPayment(id)).toMatchObject({ status: 'refunded' });
    expect([await readWallet(), await readDebt(app.context.db, fan.id)]).toEqual([0, 0]);
    // The gateway's fee.
    expect(await readLosses()).toBe(losses - 1_500);
    const { data: news } = await app.call('listNotifications', { as: fan.token });
    const message = expect.stringMatching(/^\$123\.00 for .* took this payment back/) as unknown;
    expect(news.data).toContainEqual(expect.objectContaining({ message }));
  });

  it('is taken out of the wallet if its bank returns one of two refunds', async () => {
    const { id, gatewayId, tax } = await topUp(100);
    await spend(40);
    expect((await refund(60)).status).toBe(200);
    await settle();
    const [charge] = (await app.call('listCharges', { as: fan.token })).data.data;
    await inTransaction(app.context.db, (tx) => app.services.wallet.refund(tx, charge!._id));
    expect((await refund(40)).status).toBe(200);
    await settle();
    expect(await readPayment(id)).toMatchObject({ status: 'refunded' });
    await bounce(6_000 + Math.round(tax * 0.6), gatewayId);
    expect(await readPayment(id)).toMatchObject({ status: 'success' });
    const losses = await readLosses();
    const end = await dispute(gatewayId);
    await end('lost');
    expect([await readWallet(), await readDebt(app.context.db, fan.id)]).toEqual([0, 0]);
    expect(await readLosses()).toBe(losses - 1_500);
  });

  it('stays refunded for its fan, who has the money in the wallet', async () => {
    const { id, gatewayId, tax } = await refundWhole();
    await app.jobs.run('number-invoices', {});
    await bounce(10_000 + tax, gatewayId);
    const { data: receipt } = await app.call('getReceipt', { as: fan.token, params: { id } });
    expect(receipt).toMatchObject({ totalPrice: 123, refunded: { amount: 123 } });
    expect((await app.services.receipt.readPaper(fan, id)).sheets[0]).toMatchObject({ mark: 'Refunded' });
    expect((await refund(123)).body.error).toBe('REFUND_NOT_POSSIBLE');
  });

  it('stays refunded if the bank took the rest before it returned a refund', async () => {
    const { id, gatewayId } = await topUp(100);
    await spend(60);
    expect((await refund(40)).status).toBe(200);
    await settle();
    const end = await dispute(gatewayId);
    await end('lost');
    await bounce(4_920, gatewayId);
    expect(await readPayment(id)).toMatchObject({ status: 'refunded' });
    expect(await readWallet()).toBe(4_920);
  });
});

it('a disputed top-up is left out until the bank decides for the site', async () => {
  const { gatewayId } = await topUp(50);
  const end = await dispute(gatewayId);
  expect((await refund(50)).body.error).toBe('REFUND_NOT_POSSIBLE');
  await end('won');
  expect((await refund(50)).status).toBe(200);
  await settle();
  expect(await readWallet()).toBe(0);
});
