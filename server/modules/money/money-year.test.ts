import { eq, sql } from 'drizzle-orm';
import { fanActs } from '../../../tests/money-life/fan-acts';
import { dispute, operate, workAsCreator } from '../../../tests/money-life/staff-acts';
import { buildWorld, type World } from '../../../tests/money-life/world';
import { buildUser } from '../../../tests/factories/user';
import { listProblems } from '../../../tests/factories/money';
import type { TestApp } from '../../../tests/harness/build-test-app';
import { soak, soakSeed } from '../../../tests/harness/soak';
import { buildStripeApp, saveStripeCard } from '../../../tests/stripe-double/build-stripe-app';
import type { StripeDouble } from '../../../tests/stripe-double/stripe-double';
import { disputes } from '../../db/schema/disputes';
import { ledgerAccounts } from '../../db/schema/money';
import { readStatement } from './earning-statement/read-statement';
import { getChange } from './earning-statement/statement-figures';
import { readPeriod } from './earning-statement/statement-period';

/** With `npm run soak`, a year of 50 fans and 10 creators: more than 100,000 actions. With `npm test`, a part of that. */
const size =
  soak > 1
    ? { days: 365, fans: 50, creators: 10, actsPerDay: 8, leastActs: 100_000 }
    : { days: 35, fans: 8, creators: 3, actsPerDay: 5, leastActs: 1_000 };

let app: TestApp;
let double: StripeDouble;
let close: () => Promise<void>;
let world: World;

beforeAll(async () => {
  ({ app, double, close } = await buildStripeApp());
  // Start in the past, because access rules read the database's own clock.
  app.clock.advance({ days: -size.days - 3 });
  world = await buildWorld(app, double, { ...size, seed: soakSeed + 20_261_128 });
  await addLoyalFans();
}, 300_000);
afterAll(() => close());

/** Adds one fan per creator, who subscribes on the first day and does nothing else, so that every creator has renewals. */
async function addLoyalFans(): Promise<void> {
  for (const { id: performerId } of world.creators) {
    const { token: as } = await buildUser(app);
    const cardId = await saveStripeCard(app, as);
    await app.call('subscribePerformer', { as, body: { performerId, type: 'monthly', cardId } });
  }
}

async function spendDay(fan: World['fans'][number]): Promise<void> {
  const as = await world.logIn(fan);
  const names = Object.keys(fanActs);
  for (let times = 0; times < size.actsPerDay; times += 1) {
    const name = fan.cards.length === 0 ? 'addCard' : world.pick(names);
    if (name === 'addCard' && fan.cards.length > 2) continue;
    await fanActs[name]!(world, fan, as);
  }
}

/** Advances the clock by a day, runs its jobs and delivers gateway events, sometimes twice or in reverse order. */
async function turnDay(): Promise<void> {
  await double.deliver({ times: world.isDrawn(0.3) ? 2 : 1, order: world.isDrawn(0.3) ? 'reversed' : 'sent' });
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

/** Our balance at the simulated Stripe, without transfers to creators and ignoring payment fees. */
function readDouble(): number {
  const ofPayments = double.state
    .list('balance_transaction')
    .filter(({ type }) => !String(type).startsWith('transfer'));
  const feesOfDisputes = double.state.list('dispute').length * 1_500;
  return ofPayments.reduce((sum, { amount }) => sum + Number(amount), 0) - feesOfDisputes;
}

/** Asserts that a creator's statement of the year adds up, and ends with the creator's balance. */
async function assertStatementOf(id: string): Promise<void> {
  const year = String(new Date().getUTCFullYear());
  const { opening, closing, sums } = await readStatement(app.context.db, id, readPeriod(year));
  expect(opening + getChange(sums)).toBe(closing);
  const { rows } = await app.context.db.execute<{ sum: string }>(
    sql`select sum(balance) as sum from ledger_accounts where owner_id = ${id}`,
  );
  expect(closing).toBe(Number(rows[0]?.sum));
}

// Promises M-5, M-15.
it(
  'after every day of a year of random actions, the ledger balances and equals the gateway’s records',
  async () => {
    for (let day = 0; day < size.days; day += 1) {
      // Creators are paid from the platform's balance at Stripe, which must cover more than the sales brought in.
      double.state.available.set('usd', 10_000_000);
      for (const fan of world.fans) await spendDay(fan);
      for (const creator of world.creators) await workAsCreator(world, creator);
      await operate(world);
      await dispute(world, day);
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
    for (const { id } of world.creators) await assertStatementOf(id);
    const missing = [
      'a subscription begins',
      'a trial begins',
      'a membership begins',
      'a subscription is resumed',
      'a post is paid by card',
      'a message is unlocked',
      'a tip is sent',
      'a payment is disputed',
      'a cart is paid',
      'an order is cancelled',
      'an order is delivered',
      'a refund is asked for',
      'a refund is granted',
      'a wallet is paid back',
      'a payout is requested',
      'a payout is withdrawn',
      'a payout comes back',
      'a fan is blocked',
    ].filter((name) => !world.done.has(name));
    expect(missing).toEqual([]);
    expect(world.getActs()).toBeGreaterThan(size.leastActs);
    const { rows } = await app.context.db.execute<{ status: string; times: number }>(
      sql`select status, count(*)::int as times from payment_transactions where key like 'renew:%' group by 1`,
    );
    expect(rows.map(({ status }) => status)).toEqual(expect.arrayContaining(['success']));
  },
  soak > 1 ? 8 * 3_600_000 : 600_000,
);
