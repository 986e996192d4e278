import { userBlocks } from '../../../db/schema/social';
import { buildFeed } from '../../../../tests/factories/feed';
import { buildPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

describe('POST /search/keywords', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp();
  });
  afterAll(() => app.close());

  const count = async (keyword: string, as?: BuiltPerson, fromPerformerId?: string) =>
    (await app.call('searchKeyword', { as: as?.token, body: { keyword, fromPerformerId } })).data;
  const keywords = async (query: Record<string, unknown> = {}) =>
    (await app.call('listKeywords', { as: (await buildPerformer(app)).token, query })).data;

  it('counts what the list of each kind would show this viewer', async () => {
    const potter = await buildPerformer(app, { name: 'Wren Kiln' });
    const second = await buildPerformer(app, { headline: 'Fires every kiln' });
    await buildFeed(app, potter, { title: 'My kiln' });
    await buildFeed(app, second, { title: 'A kiln for two' });
    await buildFeed(app, second, { title: 'A hidden kiln', status: 'inactive' });
    expect(await count('kiln')).toMatchObject({ totalPerformer: 2, totalFeed: 2, totalProduct: 0 });
    expect(await count('kiln', undefined, second.id)).toMatchObject({ totalPerformer: 0, totalFeed: 1 });
    const fan = await buildUser(app);
    await app.context.db.insert(userBlocks).values({ performerId: second.id, userId: fan.id });
    expect(await count('kiln', fan)).toMatchObject({ totalPerformer: 1, totalFeed: 1 });
    expect(await count('zzz')).toMatchObject({ totalPerformer: 0, totalFeed: 0 });
  });

  it('finds words in creators’ profiles, after creators with that word in their name', async () => {
    const bready = await buildPerformer(app, { name: 'Bread and Butter' });
    const baker = await buildPerformer(app, { headline: 'Sourdough', bio: 'Bread on Sunday, and how it fails.' });
    const found = (await app.call('searchPerformers', { query: { q: 'bread' } })).data;
    expect(found.data.map(({ _id }) => _id)).toEqual([bready.id, baker.id]);
    const post = await buildFeed(app, baker, { title: 'Monday', text: 'Crumb and breadcrust', isSale: true, price: 0 });
    const posts = (await app.call('listFeeds', { query: { q: 'breadcrust' } })).data;
    expect(posts.data.map(({ _id }) => _id)).toEqual([post._id]);
  });

  it('records keywords, and lists the most used first, optionally of one period', async () => {
    await Promise.all([count('Paper  Boats'), count('paper boats'), count('PAPER BOATS')]);
    app.clock.advance({ days: 2 });
    await count('paper lanterns');
    expect((await keywords({ q: 'paper' })).data).toMatchObject([
      { keyword: 'paper boats', attempt: 3 },
      { keyword: 'paper lanterns', attempt: 1 },
    ]);
    expect((await keywords({ q: 'paper', dateRange: 'day' })).data).toMatchObject([{ keyword: 'paper lanterns' }]);
    expect((await keywords({ q: 'paper', dateRange: 'week' })).total).toBe(2);
  });
});
