import { eq } from 'drizzle-orm';
import { newId } from '../../../db/columns';
import { performers } from '../../../db/schema/accounts';
import { feedPosts } from '../../../db/schema/feeds';
import { items } from '../../../db/schema/items';
import { follows } from '../../../db/schema/social';
import { buildFeed } from '../../../../tests/factories/feed';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp, type TestCall } from '../../../../tests/harness/build-test-app';

const MINUTE_MS = 60_000;

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ TRUST_PROXY: '1' });
});
afterAll(() => app.close());

const list = async (input: TestCall) => (await app.call('listFeeds', input)).data;
const getIds = async (input: TestCall) => (await list(input)).data.map((feed) => feed._id);
const from = (country: string) => ({ 'cf-ipcountry': country });

describe('Home of a fan who follows more creators than fit on a page', () => {
  const size = 5;
  let fan: BuiltPerson;
  let expected: string[];

  beforeAll(async () => {
    fan = await buildUser(app);
    const creators: BuiltPerformer[] = [];
    for (let n = 0; n < 12; n += 1) creators.push(await buildPerformer(app));
    const now = app.clock.now().getTime();
    // Creates creators with many old posts and with few new ones, and posts of the same moment.
    const rows = creators.flatMap(({ id }, creator) =>
      Array.from({ length: 1 + (creator % 4) * 3 }, (_, n) => ({
        id: newId(),
        performerId: id,
        type: 'text' as const,
        slug: newId(),
        kind: 'feed' as const,
        audience: n % 2 === 1 ? ('public' as const) : ('subscribers' as const),
        publishedAt: new Date(now - ((creator * 7 + n * (1 + creator)) % 40) * MINUTE_MS),
      })),
    );
    await app.context.db.insert(items).values(rows);
    await app.context.db.insert(feedPosts).values(rows.map(({ id }) => ({ id })));
    const isMine = (index: number) => index % 6 !== 5;
    const mine = creators.filter((_, index) => isMine(index));
    await app.context.db.insert(follows).values(mine.map(({ id }) => ({ followerId: fan.id, followingId: id })));
    await buildSubscription(app, { userId: fan.id, performerId: mine[0]?.id ?? '' });
    expected = rows
      .filter((row) => mine.some(({ id }) => id === row.performerId))
      .toSorted((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime() || (a.id < b.id ? 1 : -1))
      .map((row) => row.id);
  });

  it('shows the newest posts of all followed creators', async () => {
    for (const limit of [1, size, expected.length, 100]) {
      expect(await getIds({ query: { isHome: 'true', limit }, as: fan.token })).toEqual(expected.slice(0, limit));
    }
  });

  it.each(['a post', 'a number'])('continues page by page, given %s to continue after', async (after) => {
    const seen: string[] = [];
    for (let page = 0; page * size < expected.length; page += 1) {
      const place = after === 'a post' ? { beforeId: seen.at(-1) } : { offset: page * size };
      seen.push(...(await getIds({ query: { isHome: 'true', limit: size, ...place }, as: fan.token })));
    }
    expect(seen).toEqual(expected);
  });

  it('if filtered by access, shows exactly the open posts of the whole list', async () => {
    const all = await list({ query: { isHome: 'true', limit: 100 }, as: fan.token });
    const open = all.data.filter((feed) => feed.access === 'open').map((feed) => feed._id);
    expect(open.length).toBeGreaterThan(3);
    const query = { isHome: 'true', isUnlocked: 'true' };
    expect(await getIds({ query: { ...query, limit: 100 }, as: fan.token })).toEqual(open);
    expect(await getIds({ query: { ...query, limit: 3, beforeId: open[1] }, as: fan.token })).toEqual(open.slice(2, 5));
  });
});

describe('lists for guests', () => {
  it('are cached briefly, separately by country and query', async () => {
    const creator = await buildPerformer(app);
    const { _id } = await buildFeed(app, creator);
    const query = { performerId: creator.id };
    const fan = await buildUser(app);
    const getLikes = async (input: TestCall) => (await list(input)).data[0]?.totalLike;
    expect(await getLikes({ query, headers: from('NO') })).toBe(0);
    await app.context.db.update(items).set({ totalLike: 1 }).where(eq(items.id, _id));
    // The row was changed directly in the database, so a cached list would still show 0.
    expect(await getLikes({ query, headers: from('SE') })).toBe(1);
    expect(await getLikes({ query: { ...query, limit: 3 }, headers: from('NO') })).toBe(1);
    expect(await getLikes({ query, as: fan.token, headers: from('NO') })).toBe(1);
  });

  it('immediately show that a post was published, edited or deleted', async () => {
    const creator = await buildPerformer(app);
    const query = { performerId: creator.id };
    expect(await getIds({ query })).toEqual([]);
    const { _id } = await buildFeed(app, creator, { isSale: true, price: 5 });
    expect((await list({ query })).data).toMatchObject([{ _id, price: 5 }]);
    await app.call('updateFeed', { params: { id: _id }, body: { price: 7, isSale: true }, as: creator.token });
    expect((await list({ query })).data).toMatchObject([{ _id, price: 7 }]);
    await app.call('deleteFeed', { params: { id: _id }, as: creator.token });
    expect(await list({ query })).toEqual({ data: [], total: 0 });
  });

  it('are not shared with a country that the creator blocks', async () => {
    const creator = await buildPerformer(app);
    await buildFeed(app, creator);
    const query = { performerId: creator.id };
    await app.context.db
      .update(performers)
      .set({ blockedCountries: ['NO'] })
      .where(eq(performers.id, creator.id));
    expect(await getIds({ query, headers: from('SE') })).toHaveLength(1);
    expect(await getIds({ query, headers: from('NO') })).toEqual([]);
  });
});

describe('a cached post', () => {
  it('shows current counters, creator, viewer state and links', async () => {
    const creator = await buildPerformer(app);
    const { _id } = await buildFeed(app, creator, { title: 'Über „Kilns“ \\ link:0;' });
    const [one, other] = [await buildUser(app), await buildUser(app)];
    const seen = async (by: BuiltPerson) => (await list({ query: { performerId: creator.id }, as: by.token })).data[0];
    const first = await seen(one);
    expect(first).toMatchObject({ title: 'Über „Kilns“ \\ link:0;', totalComment: 0, isFollowed: false });
    expect(await seen(other)).toEqual(first);
    await app.context.db.insert(follows).values({ followerId: one.id, followingId: creator.id });
    await app.context.db.update(items).set({ totalComment: 2 }).where(eq(items.id, _id));
    expect(await seen(one)).toMatchObject({ totalComment: 2, isFollowed: true, performer: { isFollowed: true } });
    expect(await seen(other)).toEqual({ ...first, totalComment: 2, updatedAt: (await seen(other))?.updatedAt });
  });
});
