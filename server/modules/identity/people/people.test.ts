import { buildPerformer } from '../../../../tests/factories/performer';
import { buildUser } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

describe('people', () => {
  it('reads any number of accounts of both kinds in two queries', async () => {
    const viewer = await buildUser(app);
    const ids: string[] = [];
    for (let i = 0; i < 4; i += 1) ids.push((await buildUser(app)).id, (await buildPerformer(app)).id);
    await app.services.settings.read();
    const { $client: pool } = app.context.db as unknown as { $client: { query: (...args: unknown[]) => unknown } };
    const query = vi.spyOn(pool, 'query');
    const views = await app.services.people.views([...ids, ...ids, 'f'.repeat(24)], viewer.actor);
    expect(query).toHaveBeenCalledTimes(2);
    expect([...views.keys()].toSorted()).toEqual(ids.toSorted());
    expect([...views.values()].filter((view) => view.isPerformer)).toHaveLength(4);
  });

  it('returns cards only for creators', async () => {
    const [fan, creator] = [await buildUser(app), await buildPerformer(app)];
    const cards = await app.services.people.cards([fan.id, creator.id], null);
    expect([...cards.keys()]).toEqual([creator.id]);
  });

  it('finds by id or username, and prefers the id', async () => {
    const creator = await buildPerformer(app);
    const shadow = await buildUser(app, { username: creator.id });
    const find = async (key: string) => (await app.services.people.findByKey(key))?.account.id;
    expect(await find(creator.id)).toBe(creator.id);
    expect(await find((creator.account.username ?? '').toUpperCase())).toBe(creator.id);
    expect(await find('nobody')).toBeUndefined();
    expect((await app.services.people.find(shadow.id))?.performer).toBeNull();
  });
});
