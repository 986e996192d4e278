import { eq, sql } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { buildProduct } from '../../../tests/factories/assets';
import { buildSale, listProblems } from '../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../tests/factories/user';
import type { TestApp, TestReply } from '../../../tests/harness/build-test-app';
import { soak, soakSeed } from '../../../tests/harness/soak';
import { buildStripeApp } from '../../../tests/stripe-double/build-stripe-app';
import { setAccountReady } from '../../../tests/stripe-double/double-connect';
import { closeDispute, openDispute } from '../../../tests/stripe-double/double-payments';
import type { StripeDouble } from '../../../tests/stripe-double/stripe-double';
import { runOperatorCommand } from '../../cli/operator-commands';
import { performers } from '../../db/schema/accounts';
import { disputes } from '../../db/schema/disputes';
import { ledgerAccounts, paymentTransactions } from '../../db/schema/money';
import { payoutRequests } from '../../db/schema/payouts';

/** With `npm run soak` a year of fifty fans and ten creators; a part of it with `npm test`. */
const size = soak > 1 ? { days: 365, fans: 50, creators: 10 } : { days: 35, fans: 5, creators: 3 };

interface Fan extends BuiltPerson {
  cards: string[];
  addressId: string;
}
interface Creator extends BuiltPerformer {
  posts: string[];
  productId: string;
}

let app: TestApp;
let double: StripeDouble;
let close: () => Promise<void>;
const fans: Fan[] = [];
const creators: Creator[] = [];
/** How often each thing was done: a year in which something never happens shows nothing of it. */
const done = new Map<string, number>();

let state = soakSeed + 20_261_128;
/** From 0 to 1, the same in each run. */
const random = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)]!;
const isDrawn = (share: number) => random() < share;

beforeAll(async () => {
  ({ app, double, close } = await buildStripeApp());
  // In the past: rules of access are read by the database's own clock.
  app.clock.advance({ days: -size.days - 3 });
  for (let index = 0; index < size.creators; index += 1) creators.push(await makeCreator());
  for (let index = 0; index < size.fans; index += 1) fans.push(await makeFan());
}, 300_000);
afterAll(() => close());

async function makeCreator(): Promise<Creator> {
  const person = await buildPerformer(app, { isFreeSubscription: true, freeSubscriptionDays: 3 });
  const posts: string[] = [];
  for (const price of [300, 600, 1_999]) posts.push((await buildSale(app, person, cents(price))).id);
  const { _id: productId } = await buildProduct(app, person, { price: 12, stock: 1_000 });
  const banking = { firstName: 'Mira', lastName: 'Okafor', bankName: 'Bank', bankAccount: '123456' };
  await app.context.db.update(performers).set({ banking }).where(eq(performers.id, person.id));
  const as = await app.services.session.open(person.id);
  await app.call('createStripeAccount', { as });
  const { data } = await app.call('getStripeAccount', { as });
  setAccountReady(double.state, data.accountId!, true);
  return { ...person, posts, productId };
}

async function makeFan(): Promise<Fan> {
  const person = await buildUser(app);
  const place = { name: 'Home', country: 'PT', streetNumber: '1', streetAddress: 'Rua Azul', city: 'Lisboa' };
  const body = { ...place, state: 'Lisboa', zipCode: '1100-001' };
  const { data } = await app.call('createAddress', { as: person.token, body });
  return { ...person, cards: [], addressId: data._id };
}

const logIn = ({ id }: { id: string }) => app.services.session.open(id);
const header = { 'cf-ipcountry': 'PT' };

/** Counts what went well. Refusals are part of life; failures are not. */
function count(name: string, { status, body }: Pick<TestReply<'getMe'>, 'status' | 'body'>): boolean {
  if (status >= 500) throw new Error(`${name}: ${JSON.stringify(body)}`);
  if (status === 200) done.set(name, (done.get(name) ?? 0) + 1);
  return status === 200;
}

/** Answers the bank, where it asks. */
async function answerBank(data: unknown): Promise<void> {
  const { status, stripeClientSecret } = (data ?? {}) as { status?: string; stripeClientSecret?: string };
  if (status !== 'require_authentication' || !stripeClientSecret) return;
  double.answerBank(stripeClientSecret, isDrawn(0.8) ? 'approve' : 'refuse');
}

const acts: Record<string, (fan: Fan, as: string) => Promise<void>> = {
  async addCard(fan, as) {
    const code = pick([
      'visa',
      'visa',
      'mastercard',
      'amex',
      'declinedLater',
      'authenticateOnce',
      'authenticate',
      'refundFails',
      'lostCard',
    ]);
    const card = {
      paymentGateway: 'stripe',
      brand: 'Card',
      last4Digits: '0000',
      month: '12',
      year: '2040',
      holderName: 'Ana',
    };
    const reply = await app.call('addCard', { as, body: { ...card, token: `tok_${code}` } });
    if (count('a card is added', reply)) fan.cards.push(reply.data.token);
  },
  async topUp(fan, as) {
    const body = { amount: pick([20, 50, 100]), cardId: pick(fan.cards) };
    const reply = await app.call('topUpWallet', { as, headers: header, body });
    count('a wallet is topped up', reply);
    await answerBank(reply.data);
  },
  async subscribe(fan, as) {
    const body = {
      performerId: pick(creators).id,
      type: pick(['monthly', 'monthly', 'yearly', 'free']),
      cardId: pick(fan.cards),
    };
    const reply = await app.call('subscribePerformer', { as, headers: header, body });
    count(body.type === 'free' ? 'a trial begins' : 'a subscription begins', reply);
    await answerBank(reply.data);
  },
  async joinSite(fan, as) {
    const body = { type: 'monthly', cardId: pick(fan.cards) };
    const reply = await app.call('subscribePlatform', { as, headers: header, body });
    count('a membership begins', reply);
    await answerBank(reply.data);
  },
  async cancel(_fan, as) {
    const { data } = await app.call('searchUserSubscriptions', { as });
    const [running] = data.data.filter(({ status }) => status === 'active');
    if (running)
      count(
        'a subscription is cancelled',
        await app.call('cancelSubscription', { as, params: { type: 'stripe', id: running._id } }),
      );
  },
  async unlock(_fan, as) {
    const params = { id: pick(pick(creators).posts) };
    count('a post is unlocked', await app.call('buyFeed', { as, headers: header, params }));
  },
  async unlockByCard(fan, as) {
    const body = { target: 'feed', targetId: pick(pick(creators).posts), cardId: pick(fan.cards) };
    const reply = await app.call('buyByCard', { as, headers: header, body });
    count('a post is paid by card', reply);
    await answerBank(reply.data);
  },
  async tip(_fan, as) {
    const reply = await app.call('tipPerformer', {
      as,
      params: { id: pick(creators).id },
      body: { price: pick([5, 10]) },
    });
    count('a tip is sent', reply);
  },
  async order(fan, as) {
    const lines = [...new Set([pick(creators).productId, pick(creators).productId])].map((productId) => ({
      productId,
      quantity: 1,
    }));
    const cart = { lines, deliveryAddressId: fan.addressId };
    const { data: quote } = await app.call('reserveOrders', { as, headers: header, body: cart });
    const isByCard = isDrawn(0.6);
    const pay = isByCard
      ? { payBy: 'card', cardId: pick(fan.cards), expectedTotal: quote.cardTotal }
      : { payBy: 'wallet', expectedTotal: quote.walletTotal };
    const reply = await app.call('checkoutOrders', { as, headers: header, body: { ...cart, ...pay } });
    count('a cart is paid', reply);
    await answerBank(reply.data?.transaction);
  },
  async cancelOrder(_fan, as) {
    const { data } = await app.call('searchUserOrders', { as, query: { deliveryStatus: 'processing' } });
    const [first] = data.data;
    if (first) count('an order is cancelled', await app.call('cancelOrder', { as, params: { id: first._id } }));
  },
};

async function work(creator: Creator): Promise<void> {
  const as = await logIn(creator);
  const { data } = await app.call('searchOrders', { as });
  for (const { _id: id, deliveryStatus } of data.data.slice(0, 5)) {
    const next = { processing: 'shipping', shipping: 'delivered' }[deliveryStatus as string] ?? 'refunded';
    if (!isDrawn(next === 'refunded' ? 0.03 : 0.4)) continue;
    count(`an order is ${next}`, await app.call('updateOrder', { as, params: { id }, body: { deliveryStatus: next } }));
  }
  const { wallet } = await app.services.wallet.balances(creator.id);
  if (wallet < 5_000 || !isDrawn(0.4)) return;
  const body = {
    source: 'performer',
    requestTokens: Math.floor(wallet / 100),
    paymentAccountType: pick(['banking', 'stripe']),
  };
  count('a payout is requested', await app.call('createPayoutRequest', { as, body }));
}

async function operate(): Promise<void> {
  const rows = await app.context.db.select().from(payoutRequests);
  const admin = (...args: string[]) => runOperatorCommand({ services: app.services, jobs: app.jobs }, args);
  for (const { id, status, accountType } of rows) {
    if (status === 'pending' && isDrawn(0.3))
      await admin('payouts', ...(isDrawn(0.2) ? ['reject', id, 'Please', 'call'] : ['approve', id]));
    else if (status === 'approved' && accountType === 'banking' && isDrawn(0.5)) await admin('payouts', 'paid', id);
  }
}

async function dispute(): Promise<void> {
  if (isDrawn(0.08)) {
    const paid = await app.context.db
      .select()
      .from(paymentTransactions)
      .where(eq(paymentTransactions.status, 'success'));
    const target = paid.length > 0 ? pick(paid) : null;
    const known = double.state.list('dispute').some(({ payment_intent: intent }) => intent === target?.gatewayId);
    if (target?.gatewayId && !known) openDispute(double.state, target.gatewayId);
  }
  for (const { id, status, created } of double.state.list('dispute')) {
    const age = double.state.seconds() - Number(created);
    if (status === 'needs_response' && age > 8 * 86_400) closeDispute(double.state, id, isDrawn(0.5) ? 'won' : 'lost');
  }
}

/** Jobs that run by the clock, and what the gateway tells, doubled and out of order now and then. */
async function turnDay(): Promise<void> {
  await double.deliver({ times: isDrawn(0.3) ? 2 : 1, order: isDrawn(0.3) ? 'reversed' : 'sent' });
  await app.jobs.drain();
  app.clock.advance({ days: 1 });
  for (const name of [
    'settle-payments',
    'renew-subscriptions',
    'release-earnings',
    'refund-cards',
    'pay-payouts',
    'sweep',
  ] as const)
    await app.jobs.run(name, {});
  await double.deliver();
  await app.jobs.drain();
}

async function readBook(kind: 'gateway' | 'losses' | 'disputed'): Promise<number> {
  const [row] = await app.context.db.select().from(ledgerAccounts).where(eq(ledgerAccounts.kind, kind));
  return row?.balance ?? 0;
}

/** Our money at Stripe, but for its fees for payments and the transfers to creators. */
function readDouble(): number {
  const ofPayments = double.state
    .list('balance_transaction')
    .filter(({ type }) => !String(type).startsWith('transfer'));
  const feesOfDisputes = double.state.list('dispute').length * 1_500;
  return ofPayments.reduce((sum, { amount }) => sum + Number(amount), 0) - feesOfDisputes;
}

it(
  'the books of a year balance each day, and are those of the gateway',
  async () => {
    for (let day = 0; day < size.days; day += 1) {
      // Stripe has more than it holds for us: what it sends to creators comes from the platform's own money.
      double.state.available.set('usd', 10_000_000);
      for (const fan of fans) {
        const names = Object.keys(acts).filter((name) => name === 'addCard' || fan.cards.length > 0);
        for (let times = 0; times < 2; times += 1) {
          const name = fan.cards.length === 0 ? 'addCard' : pick(names);
          if (name === 'addCard' && fan.cards.length > 2) continue;
          await acts[name]!(fan, await logIn(fan));
        }
      }
      for (const creator of creators) await work(creator);
      await operate();
      await dispute();
      await turnDay();
      const problems = await listProblems(app, app.clock.now());
      if (problems.length > 0) throw new Error(`day ${day}: ${JSON.stringify(problems)}`);
      const yesterday = new Date(app.clock.now().getTime() - 86_400_000).toISOString().slice(0, 10);
      const { differences } = await app.services.reconciliation.compare(yesterday);
      if (differences.length > 0) throw new Error(`${yesterday}: ${differences.join('\n')}`);
    }
    expect(-(await readBook('gateway'))).toBe(readDouble());
    const open = await app.context.db.select().from(disputes).where(eq(disputes.status, 'open'));
    expect(open.reduce((sum, { amount }) => sum + amount, await readBook('disputed'))).toBe(0);
    const missing = [
      'a subscription begins', 'a trial begins', 'a membership begins', 'a post is paid by card', 'a cart is paid', 'an order is cancelled',
      'an order is delivered', 'a payout is requested', 'a tip is sent',
    ].filter((name) => !done.has(name)); // prettier-ignore
    expect(missing).toEqual([]);
    const { rows } = await app.context.db.execute<{ status: string; times: number }>(
      sql`select status, count(*)::int as times from payment_transactions where key like 'renew:%' group by 1`,
    );
    expect(rows.map(({ status }) => status)).toEqual(expect.arrayContaining(['success']));
  },
  soak > 1 ? 3_600_000 : 600_000,
);
