import { eq, sql } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { accounts, performers } from '../../../db/schema/accounts';
import { subscriptions } from '../../../db/schema/money';
import { follows, reactions } from '../../../db/schema/social';
import { buildFeed, buildPhotoFeed } from '../../../../tests/factories/feed';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ TRUST_PROXY: '1' });
});
afterAll(() => app.close());

describe('GET /performers/user/search', () => {
  let fan: BuiltPerson;
  let nora: BuiltPerformer;
  let tom: BuiltPerformer;
  let kit: BuiltPerformer;
  beforeAll(async () => {
    fan = await buildUser(app);
    const category = await app.services.reference.saveCategory({ name: 'Pottery', slug: 'pottery', ordering: 1 });
    nora = await buildPerformer(app, {
      username: 'nora.clay',
      name: 'Nora Vale',
      headline: 'Bowls & teapots, thrown slowly',
      country: 'PT',
      gender: 'female',
      categoryIds: [category],
      languages: ['pt', 'en'],
      monthlyPrice: cents(500),
      score: 5,
      dateOfBirth: '1990-05-04',
      body: { eyes: 'brown' },
      isFeatured: true,
    });
    app.clock.advance({ minutes: 1 });
    tom = await buildPerformer(app, {
      username: 'tom_field',
      name: 'Tom Field',
      headline: 'Birdsong at dawn',
      country: 'GB',
      gender: 'male',
      isOnline: true,
      monthlyPrice: cents(1500),
      score: 9,
      isFreeSubscription: true,
      dateOfBirth: '2001-01-01',
    });
    app.clock.advance({ minutes: 1 });
    kit = await buildPerformer(app, { username: 'kit', name: 'Kit Élan', live: true, streamingStatus: 'public' });
    await buildPerformer(app, { username: 'suspended', status: 'inactive' });
    await buildPerformer(app, { username: 'waiting', verifiedDocument: false });
    await app.context.db.insert(follows).values({ followerId: fan.id, followingId: nora.id });
  });

  const search = async (query: Record<string, unknown>, as?: string) => {
    const { data, status } = await app.call('searchPerformers', { query, as });
    expect(status).toBe(200);
    return data.data.map((card) => card.username);
  };

  it('lists active, approved creators: those online first, then the newest', async () => {
    const { data } = await app.call('searchPerformers', {});
    expect(data.total).toBe(3);
    expect(data.data.map((card) => card.username)).toEqual(['tom_field', 'kit', 'nora.clay']);
    expect(data.data[0]).toMatchObject({ name: 'Tom Field', monthlyPrice: 15, isFollowed: false, isSubscribed: false });
    expect(data.data[0]).not.toHaveProperty('email');
  });

  it('finds every word of the query in name, username or headline', async () => {
    expect(await search({ q: 'TEAPOTS nora' })).toEqual(['nora.clay']);
    expect(await search({ q: 'field' })).toEqual(['tom_field']);
    expect(await search({ q: 'élan' })).toEqual(['kit']);
    expect(await search({ q: '%' })).toHaveLength(3);
    expect(await search({ q: 'nora birdsong' })).toEqual([]);
  });

  it('finds words of the bio through an index', async () => {
    const baker = await buildPerformer(app, { username: 'slow.oven', bio: 'Sourdough: a bread that takes two days.' });
    expect(await search({ q: 'bread' })).toEqual(['slow.oven']);
    expect(await search({ q: 'oven bread' })).toEqual(['slow.oven']);
    await app.context.db.delete(accounts).where(eq(accounts.id, baker.id));
    const lookups = [
      [`performers where page_words like '%bread%'`, 'performers_words'],
      [`accounts where kind = 'performer' and name_words like '%oven%'`, 'accounts_words'],
      [`items where head_words like '%bread%' or text_words like '%bread%'`, 'items_words'],
      [`search_keywords where keyword ilike '%bread%'`, 'search_keywords_words'],
    ] as const;
    const plans: string[] = [];
    const explained = app.context.db.transaction(async (tx) => {
      // With few rows, PostgreSQL would prefer scans and small indexes, so this disables them.
      await tx.execute(sql`set local enable_seqscan = off`);
      await tx.execute(sql`drop index accounts_creators, accounts_kind_created`);
      for (const [text] of lookups) {
        const { rows } = await tx.execute<{ 'QUERY PLAN': string }>(sql.raw(`explain select 1 from ${text}`));
        plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      }
      tx.rollback();
    });
    await expect(explained).rejects.toThrow('Rollback');
    for (const [at, [, index]] of lookups.entries()) expect(plans[at]).toContain(index);
  });

  it.each([
    ['gender', { gender: 'female' }, ['nora.clay']],
    ['country', { country: 'gb' }, ['tom_field']],
    ['free trial', { isFreeSubscription: 'true' }, ['tom_field']],
    ['featured', { isFeatured: 'true' }, ['nora.clay']],
    ['online', { isOnline: 'true' }, ['tom_field']],
    ['live', { live: '1' }, ['kit']],
    ['streaming status', { streamingStatus: 'public' }, ['kit']],
    ['language', { language: 'pt' }, ['nora.clay']],
    ['lowest price', { minPrice: '10' }, ['tom_field']],
    ['highest price', { maxPrice: '5' }, ['nora.clay']],
    ['body', { eyes: 'brown' }, ['nora.clay']],
    ['dates of birth', { fromAge: '2000-01-01', toAge: '2002-01-01' }, ['tom_field']],
  ])('filters by %s', async (_name, query, expected) => {
    expect(await search(query)).toEqual(expected);
  });

  it('filters by age, ids, categories and followed creators', async () => {
    const age = new Date().getFullYear() - 1990;
    expect(await search({ age: `${age - 1}_${age}` })).toEqual(['nora.clay']);
    expect(await search({ performerIds: [kit.id, nora.id] })).toEqual(['kit', 'nora.clay']);
    expect(await search({ categoryIds: nora.performer.categoryIds })).toEqual(['nora.clay']);
    expect(await search({ followed: 'true' }, fan.token)).toEqual(['nora.clay']);
    expect(await search({ followed: 'false' }, fan.token)).toEqual(['tom_field', 'kit']);
    expect(await search({ followed: 'true' })).toEqual([]);
  });

  it.each([
    ['popular', undefined, ['tom_field', 'nora.clay', 'kit']],
    ['latest', undefined, ['kit', 'tom_field', 'nora.clay']],
    ['oldest', undefined, ['nora.clay', 'tom_field', 'kit']],
    ['live', undefined, ['kit', 'tom_field', 'nora.clay']],
    ['username', 'asc', ['kit', 'nora.clay', 'tom_field']],
    ['monthlyPrice', 'desc', ['tom_field', 'kit', 'nora.clay']],
    ['password_hash', 'desc', ['tom_field', 'kit', 'nora.clay']],
    ['password_hash', 'asc', ['tom_field', 'nora.clay', 'kit']],
  ])('sorts by %s', async (sortBy, sort, expected) => {
    expect(await search({ sortBy, sort })).toEqual(expected);
  });

  it('returns pages that do not overlap, and the total even beyond the last page', async () => {
    const page = (offset: number) => app.call('searchPerformers', { query: { limit: 2, offset, sortBy: 'oldest' } });
    expect((await page(0)).data.data.map((card) => card.username)).toEqual(['nora.clay', 'tom_field']);
    expect((await page(2)).data).toMatchObject({ total: 3, data: [{ username: 'kit' }] });
    expect((await page(9)).data).toEqual({ total: 3, data: [] });
  });

  it('returns the viewer’s relation to each creator, and hides a trial that was used or is turned off', async () => {
    await app.context.db.insert(subscriptions).values({
      userId: fan.id,
      performerId: tom.id,
      subscriptionType: 'free',
      status: 'deactivated',
      usedFreeSubscription: true,
      expiredAt: new Date(app.clock.now().getTime() + 1000),
    });
    const { data } = await app.call('searchPerformers', { as: fan.token });
    const card = (username: string) => data.data.find((one) => one.username === username);
    expect(card('nora.clay')).toMatchObject({ isFollowed: true, isSubscribed: false });
    expect(card('tom_field')).toMatchObject({ isFollowed: false, isSubscribed: true, isFreeSubscription: false });
    const stranger = () => app.call('searchPerformers', { query: { q: 'tom' } });
    expect((await stranger()).data.data[0]?.isFreeSubscription).toBe(true);
    await app.services.settings.write('freeSubscriptionEnabled', false);
    expect((await stranger()).data.data[0]?.isFreeSubscription).toBe(false);
    await app.services.settings.write('freeSubscriptionEnabled', true);
  });

  it('hides creators who block the viewer’s account or country', async () => {
    await app.call('blockUser', { as: nora.token, body: { targetId: fan.id } });
    await app.call('blockCountries', { as: tom.token, body: { countryCodes: ['FR'] } });
    expect(await search({}, fan.token)).toEqual(['tom_field', 'kit']);
    const french = { 'cf-ipcountry': 'FR' };
    for (const call of ['searchPerformers', 'listRandomPerformers', 'listTopPerformers'] as const) {
      const { data } = await app.call(call, { headers: french, as: fan.token });
      expect(data.data.map((card) => card.username)).toEqual(['kit']);
    }
    await app.call('unblockUser', { as: nora.token, params: { id: fan.id } });
    await app.call('blockCountries', { as: tom.token, body: { countryCodes: [] } });
  });

  it('GET /performers/top sorts by score, subscribers, views', async () => {
    const { data } = await app.call('listTopPerformers', { query: { limit: 2 } });
    expect(data.data.map((card) => card.username)).toEqual(['tom_field', 'nora.clay']);
    const women = await app.call('listTopPerformers', { query: { gender: 'female' } });
    expect(women.data).toMatchObject({ total: 1, data: [{ username: 'nora.clay' }] });
  });

  it('GET /performers/search/random returns a sample without a total', async () => {
    const { data } = await app.call('listRandomPerformers', { query: { limit: 1 } });
    expect(data.data).toHaveLength(3);
    expect(data).not.toHaveProperty('total');
  });

  it('the hourly job updates ranks', async () => {
    await app.context.db.update(performers).set({ statFollowers: 2 }).where(eq(performers.id, kit.id));
    // Before the period that counts toward the trend.
    const createdAt = new Date(app.clock.now().getTime() - 10 * 24 * 3600 * 1000);
    for (let fans = 0; fans < 3; fans += 1)
      await buildSubscription(app, { userId: (await buildUser(app)).id, performerId: kit.id, createdAt });
    await app.jobs.run('sweep', {});
    const { data } = await app.call('listTopPerformers', {});
    expect(data.data[0]).toMatchObject({ username: 'kit', score: 170 });
  });

  it('sorts trending creators by new fans in the last week, then by rank', async () => {
    const trending = async () => {
      await app.jobs.run('sweep', {});
      return (await app.call('searchPerformers', { query: { sortBy: 'trending' } })).data.data.map(
        (one) => one.username,
      );
    };
    const { db } = app.context;
    const fans = await Promise.all([buildUser(app), buildUser(app)]);
    for (const fan of fans) {
      await db.insert(follows).values({ followerId: fan.id, followingId: tom.id, createdAt: app.clock.now() });
    }
    expect((await trending())[0]).toBe('tom_field');
    const createdAt = app.clock.now();
    for (const fan of fans) await buildSubscription(app, { userId: fan.id, performerId: nora.id, createdAt });
    expect((await trending()).slice(0, 2)).toEqual(['nora.clay', 'tom_field']);
    app.clock.advance({ days: 8 });
    expect(await trending()).toEqual(await search({ sortBy: 'popular' }));
  });
});

describe('GET /performers/:id', () => {
  const get = (id: string, as?: string, headers?: Record<string, string>) =>
    app.call('getPerformer', { params: { id }, as, headers });

  it('finds a creator by id or username, and hides private data', async () => {
    const creator = await buildPerformer(app, {
      username: 'ada.ink',
      firstName: 'Ada',
      lastName: 'Quill',
      address: 'Elm Street 1',
      zipcode: '4000',
      city: 'Porto',
      bio: 'Ink.',
      socialLinks: [{ label: 'Site', url: 'https://ada.example' }],
    });
    const byName = await get('Ada.Ink');
    expect(byName.data).toMatchObject({ _id: creator.id, isPerformer: true, bio: 'Ink.', city: 'Porto' });
    expect((await get(creator.id)).data._id).toBe(creator.id);
    for (const secret of ['email', 'lastName', 'address', 'zipcode', 'balance', 'blockCountries']) {
      expect(byName.data).not.toHaveProperty(secret);
    }
  });

  it('tells whether the creator has published photos or videos', async () => {
    const writer = await buildPerformer(app);
    const hasMedia = async () => (await app.call('getPerformer', { params: { id: writer.id } })).data.hasMedia;
    expect(await hasMedia()).toBe(false);
    await buildFeed(app, writer);
    await buildPhotoFeed(app, writer, { status: 'draft' });
    expect(await hasMedia()).toBe(false);
    const photo = await buildPhotoFeed(app, writer);
    expect(await hasMedia()).toBe(true);
    await app.call('deleteFeed', { params: { id: photo._id }, as: writer.token });
    expect(await hasMedia()).toBe(false);
  });

  it('returns the fan’s bookmark and subscription', async () => {
    const [creator, fan] = [await buildPerformer(app), await buildUser(app)];
    expect((await get(creator.id, fan.token)).data).toMatchObject({ isBookMarked: false, subscription: null });
    const expiredAt = new Date(app.clock.now().getTime() + 86_400_000);
    await app.context.db.insert(subscriptions).values({
      userId: fan.id,
      performerId: creator.id,
      subscriptionType: 'monthly',
      status: 'active',
      price: cents(999),
      expiredAt,
    });
    await app.context.db
      .insert(reactions)
      .values({ createdBy: fan.id, action: 'bookmark', objectType: 'performer', objectId: creator.id });
    expect((await get(creator.id, fan.token)).data).toMatchObject({
      isSubscribed: true,
      isBookMarked: true,
      isBookmarked: true,
      subscription: { subscriptionType: 'monthly', status: 'active', price: 9.99, expiredAt: expiredAt.toISOString() },
    });
  });

  it('returns 404 for unknown names, suspended creators, fans, and viewers whom the creator blocks', async () => {
    const [creator, fan] = [await buildPerformer(app), await buildUser(app)];
    const suspended = await buildPerformer(app, { status: 'inactive' });
    const unknown = await get('nobody-at-all');
    expect(unknown.body).toMatchObject({ statusCode: 404, error: 'ENTITY_NOT_FOUND' });
    expect((await get(suspended.id)).status).toBe(404);
    expect((await get(fan.id)).status).toBe(404);
    await app.call('blockUser', { as: creator.token, body: { targetId: fan.id } });
    expect((await get(creator.id, fan.token)).body).toEqual(unknown.body);
    await app.call('blockCountries', { as: creator.token, body: { countryCodes: ['FR'] } });
    expect((await get(creator.id, undefined, { 'cf-ipcountry': 'FR' })).body).toEqual(unknown.body);
    expect((await get(creator.id, creator.token, { 'cf-ipcountry': 'FR' })).status).toBe(200);
    expect((await get(creator.id, undefined, { 'cf-ipcountry': 'PT' })).status).toBe(200);
  });

  it('counts a viewer at most once per day, and the creator not at all', async () => {
    const [creator, fan] = [await buildPerformer(app), await buildUser(app)];
    const views = async () => (await get(creator.id, creator.token)).data.stats.views;
    const from = (ip: string) => get(creator.id, undefined, { 'x-forwarded-for': ip });
    await Promise.all([get(creator.id, fan.token), get(creator.id, fan.token), from('192.0.2.7'), from('192.0.2.7')]);
    await from('192.0.2.8');
    expect(await views()).toBe(3);
    app.clock.advance({ days: 1 });
    const token = await app.services.session.open(fan.id);
    await get(creator.id, token);
    const own = await app.services.session.open(creator.id);
    expect((await get(creator.id, own)).data.stats.views).toBe(4);
  });
});
