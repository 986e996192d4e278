import { cents } from '@contract/base/money';
import { newId } from '../../../db/columns';
import { purchases, walletCharges } from '../../../db/schema/money';
import { buildPhotoFeed } from '../../../../tests/factories/feed';
import { buildLife } from '../../../../tests/factories/full-account';
import { buildSale, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

describe('GET /user/purchases', () => {
  let app: TestApp;
  let fan: BuiltPerson;
  let painter: BuiltPerformer;
  let baker: BuiltPerformer;
  beforeAll(async () => {
    app = await buildTestApp();
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    fan = await buildUser(app, { wallet: cents(10_000) });
    painter = await buildPerformer(app, { name: 'Noor Paints' });
    baker = await buildPerformer(app, { name: 'Tomasz Bakes' });
  });

  const list = async (query: Record<string, unknown> = {}, as = fan) =>
    (await app.call('listPurchases', { as: as.token, query })).data;
  const buy = async (feedId: string) => {
    app.clock.advance({ minutes: 1 });
    const reply = await app.call('buyFeed', { as: fan.token, params: { id: feedId } });
    expect(reply.status).toBe(200);
    return reply.data._id;
  };
  const titles = (page: Awaited<ReturnType<typeof list>>) => page.data.map(({ title }) => title);

  it('lists purchases with cover, creator and price, newest first', async () => {
    const poppies = await buildPhotoFeed(app, painter, { title: 'Field poppies', isSale: true, price: 6 });
    const text = await buildSale(app, baker, cents(300));
    const chargeId = await buy(poppies._id);
    await buy(text.id);
    const page = await list();
    expect(titles(page)).toEqual(['For sale', 'Field poppies']);
    expect(page.data[1]).toMatchObject({
      _id: chargeId,
      kind: 'photo',
      target: 'feed',
      targetId: poppies._id,
      price: 6,
      fileCount: 1,
      isAvailable: true,
      performerInfo: { _id: painter.id, name: 'Noor Paints' },
    });
    expect(page.data[1]?.cover?.url).toContain('/media/');
    expect(page.data[0]).toMatchObject({ kind: 'text', cover: null, price: 3 });
    expect(page.performers.map(({ name, total }) => [name, total])).toEqual(
      expect.arrayContaining([
        ['Noor Paints', 1],
        ['Tomasz Bakes', 1],
      ]),
    );
    expect(await listProblems(app)).toEqual([]);
  });

  it('filters by text, kind and creator', async () => {
    const poppies = await buildPhotoFeed(app, painter, { title: 'Field poppies', isSale: true, price: 6 });
    const bread = await buildSale(app, baker);
    await buy(poppies._id);
    await buy(bread.id);
    expect(titles(await list({ q: 'poppies' }))).toEqual(['Field poppies']);
    expect(titles(await list({ q: 'tomasz' }))).toEqual(['For sale']);
    expect(titles(await list({ q: '100% nothing_' }))).toEqual([]);
    expect(titles(await list({ kind: 'photo' }))).toEqual(['Field poppies']);
    expect(titles(await list({ performerId: baker.id }))).toEqual(['For sale']);
    expect(await list({ performerId: baker.id, kind: 'video' })).toMatchObject({ data: [], total: 0 });
  });

  it('lists bought messages with their conversation', async () => {
    const life = await buildLife(app);
    const page = await list({}, life.fan);
    const message = page.data.find(({ target }) => target === 'message');
    expect(message).toMatchObject({ kind: 'message', conversationId: life.conversationId, fileCount: 1, price: 4 });
    expect(message?.cover?.url).toContain('/media/');
    expect((await list({ kind: 'message' }, life.fan)).total).toBe(1);
  });

  it('lists all kinds of purchases except tickets to shows', async () => {
    const targets = ['product', 'video', 'gallery', 'stream'] as const;
    for (const target of targets) {
      const [charge] = await app.context.db
        .insert(walletCharges)
        .values({
          userId: fan.id,
          performerId: painter.id,
          type: target,
          target,
          targetId: newId(),
          status: 'success',
          originalPrice: cents(100),
          totalPrice: cents(100),
          products: [{ name: `A ${target}` }],
        })
        .returning();
      if (!charge) throw new Error('Expected a charge');
      const { id: chargeId, targetId } = charge;
      await app.context.db.insert(purchases).values({ userId: fan.id, target, targetId, chargeId });
    }
    const page = await list();
    expect(titles(page)).toHaveLength(3);
    expect(titles(page)).toEqual(expect.arrayContaining(['A product', 'A video', 'A gallery']));
    // No items exist for these purchases.
    expect(page.data.every(({ isAvailable, cover }) => !isAvailable && cover === null)).toBe(true);
  });

  it('still lists deleted items, but neither refunded ones nor purchases of other fans', async () => {
    const poppies = await buildPhotoFeed(app, painter, { title: 'Field poppies', isSale: true, price: 6 });
    const chargeId = await buy(poppies._id);
    await app.call('deleteFeed', { as: painter.token, params: { id: poppies._id } });
    expect((await list()).data[0]).toMatchObject({ title: 'Field poppies', isAvailable: true });
    expect((await list({}, await buildUser(app))).total).toBe(0);
    const { inTransaction } = await import('../../../db/transaction');
    await inTransaction(app.context.db, (tx) => app.services.wallet.refund(tx, chargeId));
    expect((await list()).total).toBe(0);
  });
});
