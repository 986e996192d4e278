import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { routes } from '@contract/index';
import type { EndpointName } from '@contract/schemas';
import { accounts, performers } from '../../../db/schema/accounts';
import { buildFeed } from '../../../../tests/factories/feed';
import { approveDocuments } from '../../../../tests/factories/documents';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp, type TestCall } from '../../../../tests/harness/build-test-app';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp({ TRUST_PROXY: '1' });
  app.clock.set('2026-06-15T12:00:00Z');
});
afterAll(() => app.close());

const nothing = 'f'.repeat(24);
const refuse = (id: string) =>
  app.context.db.update(performers).set({ verifiedDocument: false }).where(eq(performers.id, id));

/** Endpoints that take an id. Each is called with a known and an unknown one. */
const calls: [EndpointName, 'performer' | 'feed', (id: string) => TestCall][] = [
  ['getPerformer', 'performer', (id) => ({ params: { id } })],
  ['followPerformer', 'performer', (id) => ({ params: { id } })],
  ['tipPerformer', 'performer', (id) => ({ params: { id }, body: { price: 5 } })],
  [
    'subscribePerformer',
    'performer',
    (performerId) => ({ body: { performerId, type: 'monthly', cardId: 'card_visa' } }),
  ],
  ['subscribePerformer', 'performer', (performerId) => ({ body: { performerId, type: 'free' } })],
  ['createConversation', 'performer', (sourceId) => ({ body: { source: 'performer', sourceId } })],
  ['createReaction', 'performer', (objectId) => ({ body: { objectId, objectType: 'performer', action: 'like' } })],
  ['getFeed', 'feed', (id) => ({ params: { id } })],
  ['buyFeed', 'feed', (id) => ({ params: { id }, body: {} })],
  ['createComment', 'feed', (objectId) => ({ body: { objectId, objectType: 'feed', content: 'Hello' } })],
  ['listComments', 'feed', (objectId) => ({ query: { objectId, objectType: 'feed' } })],
];

const lists: [EndpointName, TestCall][] = [
  ['searchPerformers', {}],
  ['searchPerformers', { query: { q: 'quartz' } }],
  ['listRandomPerformers', {}],
  ['listTopPerformers', {}],
  ['listFeeds', {}],
  ['listFeeds', { query: { isHome: 'true' } }],
  ['listFeeds', { query: { q: 'quartzite' } }],
  ['listFollowing', {}],
  ['searchConversations', { query: { keyword: 'quartz' } }],
];

describe.each([
  ['was never approved', false],
  ['lost the approval', true],
])('a creator who %s', (_when, verifiedAccount) => {
  let creator: BuiltPerformer;
  let fan: BuiltPerson;
  const known = { performer: '', feed: '' };
  beforeAll(async () => {
    creator = await buildPerformer(app, {
      name: 'Wilhelmina Quartz',
      username: `quartz-${verifiedAccount}`,
      verifiedAccount,
      isFreeSubscription: true,
      dateOfBirth: '1991-02-03',
    });
    fan = await buildUser(app, { wallet: cents(50_000) });
    const feed = await buildFeed(app, creator, { isSale: true, price: 3, title: 'Quartzite' });
    await buildSubscription(app, { userId: fan.id, performerId: creator.id });
    await app.call('followPerformer', { as: fan.token, params: { id: creator.id } });
    await app.call('createReaction', {
      as: fan.token,
      body: { objectId: creator.id, objectType: 'performer', action: 'bookmark' },
    });
    Object.assign(known, { performer: creator.id, feed: feed._id });
    await refuse(creator.id);
    app.clock.advance({ seconds: 11 });
  });

  it.each(calls.map(([name, target, ask]) => [`${name} of a ${target}`, name, target, ask] as const))(
    'looks to others like an unknown id: %s',
    async (_title, name, target, ask) => {
      for (const as of [fan.token, undefined]) {
        const [hidden, absent] = [
          await app.call(name, { ...ask(known[target]), as }),
          await app.call(name, { ...ask(nothing), as }),
        ];
        expect([hidden.status, hidden.body]).toEqual([absent.status, absent.body]);
        expect([401, 404]).toContain(absent.status);
      }
    },
  );

  it.each(lists.map(([name, ask]) => [`${name} ${JSON.stringify(ask.query ?? '')}`, name, ask] as const))(
    'is not listed by %s',
    async (_title, name, ask) => {
      const { status, body } = await app.call(name, { ...ask, as: fan.token });
      expect(status).toBe(200);
      for (const sign of [creator.id, 'Quartz', known.feed]) expect(JSON.stringify(body)).not.toContain(sign);
    },
  );

  it('is not found in bookmarks or search counts, and receives no money', async () => {
    const bookmarks = await app.call('listBookmarks', { params: { type: 'performers' }, as: fan.token });
    expect(JSON.stringify(bookmarks.body)).not.toContain('Quartz');
    const { data } = await app.call('searchKeyword', { body: { keyword: 'quartz' }, as: fan.token });
    expect(data).toMatchObject({ totalPerformer: 0, totalFeed: 0 });
    expect(await app.services.wallet.balances(creator.id)).toEqual({ wallet: 0, pending: 0 });
    expect((await app.services.wallet.balances(fan.id)).wallet).toBe(50_000);
  });

  it('can see their own page and posts, as administrators can', async () => {
    const admin = await buildUser(app, { roles: ['user', 'admin', 'owner'] });
    for (const as of [creator.token, admin.token]) {
      expect((await app.call('getPerformer', { params: { id: creator.id }, as })).status).toBe(200);
      expect((await app.call('getFeed', { params: { id: known.feed }, as })).status).toBe(200);
    }
    const own = await app.call('listFeeds', { query: { performerId: creator.id }, as: creator.token });
    expect(own.data.data.map(({ _id }) => _id)).toEqual([known.feed]);
  });

  it('can comment, like and follow only if approved at least once', async () => {
    const other = await buildPerformer(app);
    const post = await buildFeed(app, other, { isSale: true, price: 0 });
    const as = creator.token;
    const replies = await Promise.all([
      app.call('createComment', { as, body: { objectId: post._id, objectType: 'feed', content: 'Look at me' } }),
      app.call('createReaction', { as, body: { objectId: post._id, objectType: 'feed', action: 'like' } }),
      app.call('followPerformer', { as, params: { id: other.id } }),
    ]);
    const expected = verifiedAccount ? [200, 200, 200] : [403, 403, 403];
    expect(replies.map(({ status }) => status)).toEqual(expected);
    const views = await app.services.people.views([creator.id], fan.actor);
    expect(views.has(creator.id)).toBe(verifiedAccount);
  });

  afterAll(() => app.context.db.update(accounts).set({ status: 'inactive' }).where(eq(accounts.id, creator.id)));

  it('does not keep other creators from writing', async () => {
    const other = await buildPerformer(app);
    await app.call('followPerformer', { as: fan.token, params: { id: other.id } });
    const body = { source: 'user', sourceId: fan.id };
    expect((await app.call('createConversation', { as: other.token, body })).status).toBe(200);
  });

  it('is visible to everyone once approved', async () => {
    await approveDocuments(app, creator.id);
    app.clock.advance({ seconds: 11 });
    expect((await app.call('getPerformer', { params: { id: creator.id } })).status).toBe(200);
    const { data } = await app.call('searchPerformers', { query: { q: 'quartz' } });
    expect(data.data.map(({ _id }) => _id)).toContain(creator.id);
    const tip = await app.call('tipPerformer', { as: fan.token, params: { id: creator.id }, body: { price: 5 } });
    expect(tip.status).toBe(200);
  });
});

describe('the minimum age', () => {
  const setAge = (age: number) => app.services.settings.writeText('minimumAge', String(age));
  afterEach(() => setAge(18));

  it('defaults to eighteen, and is public', async () => {
    expect((await app.call('getSettings', {})).data.minimumAge).toBe(18);
  });

  it('rejects younger creators, at sign-up and later', async () => {
    const creator = await buildPerformer(app, { verifiedDocument: false, dateOfBirth: '1990-01-01' });
    const update = (dateOfBirth: string) =>
      app.call('updatePerformer', { as: creator.token, params: { id: creator.id }, body: { dateOfBirth } });
    expect((await update('2008-06-16')).body).toMatchObject({ statusCode: 422, error: 'UNDER_AGE' });
    expect((await update('2008-06-15')).data.dateOfBirth).toBe('2008-06-15T00:00:00.000Z');
    await setAge(21);
    expect((await update('2005-06-16')).body.message).toBe('Creators here are 21 or older.');
  });

  it('prevents the approval of creators who are too young or gave no date of birth', async () => {
    const young = await buildPerformer(app, { verifiedDocument: false, dateOfBirth: '2010-01-01' });
    const silent = await buildPerformer(app, { verifiedDocument: false, dateOfBirth: null });
    await expect(approveDocuments(app, young.id)).rejects.toThrow('born on 2010-01-01');
    await expect(approveDocuments(app, silent.id)).rejects.toThrow('not given a date of birth');
  });

  it('accepts a fan’s declaration, rejects an explicit no, and allows clients that do not ask', async () => {
    const register = async (username: string, more: object) => {
      const body = { email: `${username}@example.test`, username, password: 'correct horse', ...more };
      const { status } = await app.call('registerUser', { body });
      const [row] = await app.context.db.select().from(accounts).where(eq(accounts.username, username));
      return [status, row?.ageDeclaredAt ?? null];
    };
    expect(await register('grown', { isOfAge: true })).toEqual([200, app.clock.now()]);
    expect(await register('seen', {})).toEqual([200, null]);
    expect(await register('young', { isOfAge: false })).toEqual([422, null]);
  });

  it('can be confirmed later by fans whose sign-up did not ask', async () => {
    const fan = await buildUser(app);
    expect((await app.call('getMe', { as: fan.token })).data).toMatchObject({ isAgeDeclared: false });
    const { data } = await app.call('updateMe', { as: fan.token, body: { isOfAge: true } });
    expect(data).toMatchObject({ isAgeDeclared: true });
  });
});

describe('dates of birth', () => {
  const birth = '1987-11-23';
  let creator: BuiltPerformer;
  let fan: BuiltPerson;
  beforeAll(async () => {
    creator = await buildPerformer(app, { dateOfBirth: birth, name: 'Born Then', username: 'born-then' });
    fan = await buildUser(app);
    await buildFeed(app, creator, { isSale: true, price: 0 });
    await app.call('followPerformer', { as: fan.token, params: { id: creator.id } });
  });

  it('are sent only to their owner', async () => {
    const known: Record<string, string> = { id: creator.id, performerId: creator.id };
    const asked: string[] = [];
    for (const [name, endpoint] of Object.entries(routes)) {
      if (endpoint.method !== 'GET') continue;
      for (const as of [fan.token, undefined]) {
        const reply = await app.call(name as EndpointName, { as, params: known });
        expect([name, JSON.stringify(reply.body ?? '').includes(birth)]).toEqual([name, false]);
        if (JSON.stringify(reply.body ?? '').includes('born-then')) asked.push(name);
      }
    }
    // The responses included the creator, so the test has not passed on empty lists.
    expect([...new Set(asked)]).toEqual(
      expect.arrayContaining(['getPerformer', 'searchPerformers', 'listTopPerformers', 'listFeeds', 'listFollowing']),
    );
    const me = await app.call('getMyPerformer', { as: creator.token });
    expect(JSON.stringify(me.body)).toContain(birth);
  });

  it('cannot be narrowed down by filters, which use whole years', async () => {
    const find = async (query: object) => {
      const { data } = await app.call('searchPerformers', { query: { performerIds: creator.id, ...query } });
      return data.total;
    };
    // On 15 June 2026 the creator is 38, like everyone born between 16 June 1987 and 15 June 1988.
    expect(await find({ fromAge: '1987-06-16', toAge: '1988-06-15' })).toBe(1);
    for (const toAge of ['1987-06-16', '1987-11-22', '1987-11-23', '1988-06-15']) expect(await find({ toAge })).toBe(1);
    expect(await find({ fromAge: '1988-06-16' })).toBe(0);
    expect(await find({ toAge: '1987-06-15' })).toBe(0);
    expect(await find({ age: '38_38' })).toBe(1);
  });
});
