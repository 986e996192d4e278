import { cents } from '@contract/base/money';
import { eq, sql } from 'drizzle-orm';
import { buildPerformer } from '../tests/factories/performer';
import { buildUser } from '../tests/factories/user';
import { buildTestApp, type TestApp } from '../tests/harness/build-test-app';
import { idempotencyKeys } from './db/schema/money';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

describe('M-1: idempotency keys of money requests', () => {
  it('are kept as long as clients may repeat a request, then deleted by a job', async () => {
    const fan = await buildUser(app, { wallet: cents(10_000) });
    const creator = await buildPerformer(app);
    const tip = (key: string) =>
      app.call('tipPerformer', {
        as: fan.token,
        params: { id: creator.id },
        body: { price: 5 },
        headers: { 'idempotency-key': key },
      });
    const age = (key: string, hours: number) =>
      app.context.db
        .update(idempotencyKeys)
        .set({ createdAt: sql`now() - make_interval(hours => ${hours})` })
        .where(eq(idempotencyKeys.key, key));
    const [young, old] = [await tip('young'), await tip('old')];
    await age('young', 25);
    await age('old', 49);

    await app.jobs.run('sweep', {});

    const rows = await app.context.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.accountId, fan.id));
    expect(rows.map(({ key }) => key)).toEqual(['young']);
    expect((await tip('young')).data).toEqual(young.data);
    expect(old.status).toBe(200);
    expect((await app.services.wallet.balances(fan.id)).wallet).toBe(9_000);
  });

  it('R-5: are deleted even if another part of that job fails', async () => {
    const fan = await buildUser(app);
    const old = { accountId: fan.id, key: 'old', route: 'tipPerformer', bodyHash: 'x' };
    await app.context.db.insert(idempotencyKeys).values({ ...old, createdAt: new Date(0) });
    vi.spyOn(app.services.session, 'sweep').mockRejectedValueOnce(new Error('no'));
    await expect(app.jobs.run('sweep', {})).rejects.toThrow(/^1 of \d+ failed$/);
    const left = await app.context.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.accountId, fan.id));
    expect(left).toEqual([]);
  });
});
