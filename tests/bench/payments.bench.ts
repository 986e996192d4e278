import { performance } from 'node:perf_hooks';
import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { performers } from '../../server/db/schema/accounts';
import { buildProduct } from '../factories/assets';
import { buildCard } from '../factories/money';
import { buildPerformer } from '../factories/performer';
import { buildUser, fillWallet } from '../factories/user';
import type { TestApp } from '../harness/build-test-app';
import { startStripeDouble } from '../stripe-double/stripe-double';
import { startBenchApi, type BenchApi } from './harness/api';
import { openPgbench } from './harness/pgbench';
import { getRate, openCaller, takeTurns, type Measures } from './harness/rates';
import { expectTarget } from './harness/report';

/** Runs beside pgbench's TPC-B-like transactions in the same PostgreSQL, then against a double of Stripe, timed separately. */
const SECONDS = 5;
const ROUNDS = 3;
const CALLERS = 16;
const PGBENCH = `pgbench, ${CALLERS} at once`;
const banking = { firstName: 'Mira', lastName: 'Okafor', bankName: 'Bank', bankAccount: '123456' };

/** One account per caller, so that no two requests wait for the same wallet. */
async function buildPeople(app: TestApp) {
  const each = <T>(build: () => Promise<T>) => Promise.all(Array.from({ length: CALLERS }, build));
  const creators = await each(async () => {
    const creator = await buildPerformer(app);
    await app.context.db.update(performers).set({ banking }).where(eq(performers.id, creator.id));
    await fillWallet(app, creator.id, cents(100_000_000));
    const { _id: productId } = await buildProduct(app, creator, { price: 12, stock: 1_000_000 });
    return { ...creator, productId };
  });
  const fans = await each(async () => {
    const fan = await buildUser(app, { wallet: cents(100_000_000) });
    const place = { name: 'Home', country: 'PT', streetNumber: '1', streetAddress: 'Rua Azul', city: 'Lisboa' };
    const body = { ...place, state: 'Lisboa', zipCode: '1100-001' };
    const { data } = await app.call('createAddress', { as: fan.token, body });
    return { ...fan, addressId: data._id };
  });
  return { creators, fans };
}

async function measureSandbox({ api, app, databaseUrl }: BenchApi): Promise<void> {
  const { creators, fans } = await buildPeople(app);
  const cards = await Promise.all(fans.map((fan) => buildCard(app, fan)));
  const { call, close } = openCaller(api.url, CALLERS);
  const order = async (at: number) => {
    const lines = [{ productId: creators[at]!.productId, quantity: 1 }];
    const cart = { lines, deliveryAddressId: fans[at]!.addressId, payBy: 'wallet', expectedTotal: 12 };
    await call(fans[at]!.token, '/orders/checkout', cart);
  };
  const pay = async (at: number) => {
    await call(fans[at]!.token, '/payment/wallet/top-up', { amount: 20, cardId: cards[at]!.token });
  };
  // Withdrawn immediately, because an account can have only one request under review.
  const payOut = async (at: number) => {
    const as = creators[at]!.token;
    const { _id } = (await call(as, '/payout-requests', { source: 'performer', requestTokens: 60 })) as {
      _id: string;
    };
    await call(as, `/payout-requests/${_id}/withdraw`, {});
  };
  const rate = (act: (caller: number) => Promise<void>) => () => getRate({ callers: CALLERS, seconds: SECONDS }, act);
  for (const act of [order, pay, payOut]) await getRate({ callers: 8, seconds: 1 }, act);
  const pgbench = openPgbench(databaseUrl);
  const ours: Measures = [
    ['orders', rate(order)],
    ['payments by card', rate(pay)],
    ['payouts, asked for and withdrawn', rate(payOut)],
  ];
  const measures = pgbench ? [...ours, [PGBENCH, () => pgbench(CALLERS, SECONDS)] as const] : ours;
  const { getShare, hasBase } = await takeTurns(measures, { rounds: ROUNDS, base: PGBENCH });
  if (hasBase) for (const [name] of ours) expectTarget(`${name}: share of pgbench`, getShare(name), { atLeast: 0.1 });
  close();
}

/** Measures payments through the double of Stripe, which responds in this process. */
async function measureDouble({ api, app }: BenchApi, double: Awaited<ReturnType<typeof startStripeDouble>>) {
  const { fans } = await buildPeople(app);
  const { call, close } = openCaller(api.url, CALLERS);
  const cards = await Promise.all(
    fans.map(async ({ token }) => {
      const card = { paymentGateway: 'stripe', brand: 'Visa', last4Digits: '4242', month: '12', year: '2040' };
      return (await call(token, '/payment-cards', { ...card, holderName: 'Ana', token: 'tok_visa' })) as {
        token: string;
      };
    }),
  );
  const pay = async (at: number) => {
    await call(fans[at]!.token, '/payment/wallet/top-up', { amount: 20, cardId: cards[at]!.token });
  };
  const before = double.calls.length;
  const start = performance.eventLoopUtilization();
  const rate = await getRate({ callers: CALLERS, seconds: SECONDS * 2 }, pay);
  const { utilization } = performance.eventLoopUtilization(start);
  const calls = (double.calls.length - before) / (rate * SECONDS * 2);
  console.log(
    `  before the double: ${rate.toFixed(0)} payments by card a second, ${calls.toFixed(1)} calls of Stripe each; ` +
      `double and callers were busy ${(utilization * 100).toFixed(0)} % of the time`,
  );
  close();
}

const sandbox = await startBenchApi();
try {
  await measureSandbox(sandbox);
} finally {
  await sandbox.stop();
}
const double = await startStripeDouble();
const stripe = await startBenchApi({
  STRIPE_SECRET_KEY: 'sk_test_double',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_double',
  STRIPE_WEBHOOK_SECRET: 'whsec_platform',
  STRIPE_API_URL: double.url,
});
try {
  await measureDouble(stripe, double);
} finally {
  await stripe.stop();
  await double.close();
}
