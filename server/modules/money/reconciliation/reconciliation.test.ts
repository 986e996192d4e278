import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { buildSale, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, fillWallet, type BuiltPerson } from '../../../../tests/factories/user';
import type { TestApp } from '../../../../tests/harness/build-test-app';
import { buildStripeApp } from '../../../../tests/stripe-double/build-stripe-app';
import { reverseTransfer, setAccountReady } from '../../../../tests/stripe-double/double-connect';
import { openDispute } from '../../../../tests/stripe-double/double-payments';
import type { StripeDouble } from '../../../../tests/stripe-double/stripe-double';
import { runAdmin } from '../../../../tests/factories/operator';
import { accounts } from '../../../db/schema/accounts';
import { paymentTransactions } from '../../../db/schema/money';
import { inTransaction } from '../../../db/transaction';

let app: TestApp;
let double: StripeDouble;
let close: () => Promise<void>;
let creator: BuiltPerformer;
let fan: BuiltPerson;
const DAY = '2026-03-02';
beforeAll(async () => {
  ({ app, double, close } = await buildStripeApp());
});
afterAll(() => close());

const admin = (...args: string[]) => runAdmin(app, ...args);
async function settle() {
  await double.deliver();
  await app.jobs.drain();
}
const card = {
  paymentGateway: 'stripe',
  brand: 'Visa',
  last4Digits: '0000',
  month: '12',
  year: '2040',
  holderName: 'Ana',
};
async function addCard(code: string) {
  const { data } = await app.call('addCard', { as: fan.token, body: { ...card, token: `tok_${code}` } });
  return data.token;
}
async function topUp(cardId: string, amount: number) {
  const { data } = await app.call('topUpWallet', { as: fan.token, body: { amount, cardId } });
  return data as { _id: string; stripeClientSecret: string };
}
const getGatewayId = async (id: string) => {
  const [row] = await app.context.db.select().from(paymentTransactions).where(eq(paymentTransactions.id, id));
  return row!.gatewayId!;
};

/** Makes one of each: a top-up, a refunded sale, a payment that could not be granted, and a dispute. Prepares a payout. */
async function liveThroughDay() {
  app.clock.set(`${DAY}T10:00:00Z`);
  creator = await buildPerformer(app);
  fan = await buildUser(app);
  const visa = await addCard('visa');
  const first = await topUp(visa, 20);
  const post = await buildSale(app, creator, cents(600));
  await app.call('buyByCard', { as: fan.token, body: { target: 'feed', targetId: post.id, cardId: visa } });
  const [charge] = (await app.call('listCharges', { as: fan.token })).data.data;
  await inTransaction(app.context.db, (tx) => app.services.wallet.refund(tx, charge!._id));
  const asked = await topUp(await addCard('authenticate'), 30);
  await app.context.db.update(accounts).set({ status: 'inactive' }).where(eq(accounts.id, fan.id));
  double.answerBank(asked.stripeClientSecret, 'approve');
  await settle();
  await app.context.db.update(accounts).set({ status: 'active' }).where(eq(accounts.id, fan.id));
  openDispute(double.state, await getGatewayId(first._id));
  await settle();
  await fillWallet(app, creator.id, cents(8_000));
  const as = await app.services.session.open(creator.id);
  await app.call('createStripeAccount', { as });
  const { data: account } = await app.call('getStripeAccount', { as });
  setAccountReady(double.state, account.accountId!, true);
  await settle();
  double.state.available.set('usd', 100_000);
  return first;
}

// Promises M-15.
it('a day in the ledger equals the gateway’s records, and each difference is reported', async () => {
  const first = await liveThroughDay();
  expect(await listProblems(app)).toEqual([]);
  const same = await admin('reconcile', DAY);
  expect(same).toMatch(/^2026-03-02: \d+ movements, \$\d+\.\d\d in fees, 0 differences\.$/);

  double.state.post({ type: 'charge', amount: 700, currency: 'usd', source: addForeignCharge() });
  const gatewayId = await getGatewayId(first._id);
  const charge = double.state.list('charge').find(({ payment_intent: intent }) => intent === gatewayId)!;
  const [movement] = double.state.list('balance_transaction').filter(({ source }) => source === charge.id);
  movement!['amount'] = Number(movement!['amount']) - 100;
  const refund = double.state.list('refund')[0]!;
  for (const entry of double.state.list('balance_transaction'))
    if (entry['source'] === refund.id) double.state.objects.delete(entry.id);

  const found = await admin('reconcile', DAY);
  expect(found).toContain('3 differences');
  expect(found).toContain('The gateway has a payment of $7.00 (pi_foreign) that is not in the ledger.');
  expect(found).toMatch(new RegExp(`Payment ${first._id} is \\$.* in the ledger, but \\$.* at the gateway`));
  expect(found).toMatch(/The refund of (charge|payment) .* is in the ledger, but not at the gateway\./);

  app.clock.set('2026-03-03T05:00:00Z');
  await app.jobs.run('reconcile', {});
  const named = app.failures.filter(({ name }) => name === `reconciliation of ${DAY}`);
  expect(named).toHaveLength(3);
  expect(await admin('reconcile', DAY)).toContain('3 differences');
});

function addForeignCharge(): string {
  const charge = { id: 'ch_foreign', object: 'charge', payment_intent: 'pi_foreign', created: double.state.seconds() };
  return double.state.add(charge).id;
}

it('a payout and its return equal the gateway’s records', async () => {
  app.clock.set('2026-03-05T10:00:00Z');
  const as = await app.services.session.open(creator.id);
  const body = { source: 'performer', requestTokens: 60, paymentAccountType: 'stripe' };
  const { data } = await app.call('createPayoutRequest', { as, body });
  await admin('payouts', 'approve', data._id);
  await settle();
  expect((await app.call('getPayoutRequest', { as, params: { id: data._id } })).data.status).toBe('done');
  expect(await admin('reconcile', '2026-03-05')).toContain('1 movements, $0.00 in fees, 0 differences');
  app.clock.set('2026-03-07T10:00:00Z');
  reverseTransfer(double.state, double.state.list('transfer')[0]!.id);
  expect(await admin('reconcile', '2026-03-07')).toContain('The gateway has a reversal of $60.00');
  await settle();
  expect(await admin('reconcile', '2026-03-07')).toContain('1 movements, $0.00 in fees, 0 differences');
  expect(await admin('reconcile', '2026-03-05')).toContain('1 movements, $0.00 in fees, 0 differences');
});
