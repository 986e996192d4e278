import type { Route } from '@contract/base/define';
import { routes } from '@contract/index';
import { schemas, type EndpointName } from '@contract/schemas';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';
import { meanwhile } from '../../tests/harness/lock-races';
import { rateLimits } from '../db/schema/rate-limits';
import { asksOthers, createRateLimits, createUploadQuota, getRateClass, wordParameters } from './rate-limits';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

describe('R-10: of two uploads at the same moment that exceed the quota together, the rejected one', () => {
  /** The upload function of a caller who has already used one of four megabytes. */
  async function beginDay(caller: string, pool: object | undefined) {
    const onFailure = (error: unknown) => {
      throw error;
    };
    const take = createUploadQuota({ isEnabled: true, megabytes: 4, redis: null, pool, onFailure });
    const upload = (megabytes: number) => take(caller, megabytes * 1024 * 1024);
    await upload(1);
    return upload;
  }

  /** Expects that one of the two uploads was rejected, and that exactly the rest of the quota can still be used. */
  async function expectRestKept(upload: (megabytes: number) => Promise<void>, both: PromiseSettledResult<void>[]) {
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const refused = both.find((one) => one.status === 'rejected');
    expect(refused?.reason).toMatchObject({ code: 'UPLOAD_QUOTA' });
    await upload(1);
    await expect(upload(1)).rejects.toMatchObject({ code: 'UPLOAD_QUOTA' });
  }

  it('uses no quota within one process', async () => {
    const upload = await beginDay('a', undefined);
    await expectRestKept(upload, await Promise.allSettled([upload(2), upload(2)]));
  });

  it('uses no quota across processes either, not even in a cache', async () => {
    const upload = await beginDay('b', app.context.db.$client);
    // Both read the remaining quota before either of them is counted.
    const both = await meanwhile(
      app,
      (tx) => tx.select().from(rateLimits).for('update'),
      () => Promise.allSettled([upload(2), upload(2)]),
      { waiting: 2 },
    );
    await expectRestKept(upload, both);
  });
});

it('F-9: gives all small networks of a wide one eight budgets together, and each IPv4 address its own', async () => {
  const onFailure = (error: unknown) => {
    throw error;
  };
  const consume = createRateLimits({ isEnabled: true, redis: null, pool: undefined, onFailure });
  for (let call = 0; call < 80; call += 1) await consume('register', `2001:db8:1:${call.toString(16)}::1`);
  await expect(consume('register', '2001:db8:1:ffff::1')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await consume('register', '2001:db8:2::1');
  for (let call = 0; call < 10; call += 1) await consume('register', '192.0.2.1');
  await expect(consume('register', '192.0.2.1')).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' });
  await consume('register', '192.0.2.2');
});

it('R-10: counts every list request that has search words as a search, whose budget is smaller than that of reads', async () => {
  const named = Object.entries(schemas) as [EndpointName, { query?: { shape: object } }][];
  const classes = named.flatMap(([name, { query }]) =>
    query && wordParameters.some((parameter) => parameter in query.shape)
      ? [getRateClass(routes[name], { q: 'lantern' }), getRateClass(routes[name], { keyword: 'lantern' })]
      : [],
  );
  expect(new Set(classes)).toEqual(new Set(['search']));
  for (const query of [undefined, {}, { q: ' ' }, { limit: '3' }])
    expect(getRateClass(routes.listFeeds, query)).toBe('read');
  const limited = await buildTestApp({ RATE_LIMITS: '1' });
  const ask = (query: Record<string, string>) => limited.call('listFeeds', { query });
  for (let call = 0; call < 120; call += 1) expect((await ask({ q: 'lantern' })).status).toBe(200);
  expect((await ask({ q: 'lantern' })).status).toBe(429);
  expect((await ask({})).status).toBe(200);
  await limited.close();
});

it('R-10: classifies only requests that change nothing as reads, because reads can be dropped', () => {
  const all: Route[] = Object.values(routes);
  const reads = all.filter((route) => getRateClass(route) === 'read');
  expect(reads.filter(({ method, changes }) => method !== 'GET' || changes)).toEqual([]);
  const marked = all.filter(({ changes }) => changes);
  expect(marked.map((route) => [route.name, route.method, getRateClass(route)])).toEqual(
    expect.arrayContaining([
      ['cancelPlatformSubscription', 'GET', 'write'],
      ['checkCardEmail', 'GET', 'send'],
      ['acceptPrivateChat', 'GET', 'write'],
    ]),
  );
});

it('R-10: knows which requests wait for third parties', () => {
  const names = (Object.keys(routes) as EndpointName[]).filter((name) => asksOthers(routes[name]));
  expect(names.toSorted()).toMatchInlineSnapshot(`
[
  "addCard",
  "addCardAndSubscribe",
  "buyByCard",
  "calculateTax",
  "cancelOrder",
  "cancelSubscription",
  "changeSubscriptionCard",
  "checkoutOrders",
  "confirmPayment",
  "createStripeAccount",
  "deleteCard",
  "finishTwitterLogin",
  "linkGoogle",
  "linkTwitter",
  "loginWithGoogle",
  "refreshStripeAccount",
  "resumeSubscription",
  "sendPhoneCode",
  "setDefaultCard",
  "startTwitterLogin",
  "subscribePerformer",
  "subscribePlatform",
  "topUpWallet",
  "updateOrder",
  "validateTaxAddress",
]
`);
});
