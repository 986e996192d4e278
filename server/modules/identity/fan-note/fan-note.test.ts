import { buildPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

async function build() {
  const [creator, other, ada, bo] = await Promise.all([
    buildPerformer(app),
    buildPerformer(app),
    buildUser(app),
    buildUser(app),
  ]);
  for (const fan of [ada, bo]) await buildSubscription(app, { userId: fan.id, performerId: creator.id });
  return { creator, other, ada, bo };
}

const set = (token: string, id: string, body: object) => app.call('setFanNote', { as: token, params: { id }, body });
const list = (token: string, ...userIds: string[]) => app.call('listFanNotes', { as: token, query: { userIds } });

describe('private notes about fans', () => {
  it('are visible only to their creator, and keep fields that are absent', async () => {
    const { creator, other, ada, bo } = await build();
    await set(creator.token, ada.id, { note: 'Asked for the recipe' });
    const saved = await set(creator.token, ada.id, { lists: ['Regulars', 'Regulars', ' Bakers '] });
    const expected = { userId: ada.id, note: 'Asked for the recipe', lists: ['Regulars', 'Bakers'] };
    expect(saved.data).toEqual(expected);
    expect((await list(creator.token, ada.id, bo.id)).data).toEqual([expected]);
    expect((await list(other.token, ada.id)).data).toEqual([]);
    expect((await app.call('listFanNotes', { as: ada.token, query: { userIds: ada.id } })).status).toBe(403);
  });

  it('are deleted if note and lists are empty', async () => {
    const { creator, ada } = await build();
    await set(creator.token, ada.id, { note: 'x', lists: ['A'] });
    await set(creator.token, ada.id, { note: '', lists: [] });
    expect((await list(creator.token, ada.id)).data).toEqual([]);
    expect((await app.call('listFanLists', { as: creator.token })).data).toEqual([]);
  });

  it('can only be about current and former subscribers; others get the same 404 as unknown accounts', async () => {
    const { creator, other, ada } = await build();
    expect((await set(other.token, ada.id, { note: 'x' })).body).toEqual(
      (await set(other.token, 'f'.repeat(24), { note: 'x' })).body,
    );
    expect((await set(creator.token, other.id, { note: 'x' })).status).toBe(404);
    expect((await set(creator.token, 'f'.repeat(24), { note: 'x' })).status).toBe(404);
    expect((await set(creator.token, other.id, { lists: [' '] })).status).toBe(400);
  });

  it('lose nothing if two tabs write concurrently', async () => {
    const { creator, ada } = await build();
    await Promise.all([
      set(creator.token, ada.id, { note: 'Asked for the recipe' }),
      set(creator.token, ada.id, { lists: ['Regulars'] }),
    ]);
    expect((await list(creator.token, ada.id)).data).toMatchObject([
      { note: 'Asked for the recipe', lists: ['Regulars'] },
    ]);
  });
});

it('lists of fans have counts, and subscribers can be filtered by them', async () => {
  const { creator, other, ada, bo } = await build();
  await buildSubscription(app, { userId: bo.id, performerId: other.id });
  await set(creator.token, ada.id, { lists: ['Regulars', 'bakers'] });
  await set(creator.token, bo.id, { lists: ['Regulars'] });
  await set(other.token, bo.id, { lists: ['bakers'] });
  expect((await app.call('listFanLists', { as: creator.token })).data).toEqual([
    { name: 'bakers', count: 1 },
    { name: 'Regulars', count: 2 },
  ]);
  const search = async (fanList: string) => {
    const { data } = await app.call('searchPerformerSubscriptions', { as: creator.token, query: { fanList } });
    return data.data.map(({ userId }: { userId: string }) => userId);
  };
  expect(await search('bakers')).toEqual([ada.id]);
  expect((await search('Regulars')).toSorted()).toEqual([ada.id, bo.id].toSorted());
  expect(await search('nobody')).toEqual([]);
});
