import { eq, sql } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { paymentTransactions } from '../../../db/schema/money';
import { keywordSearchers, searchKeywords } from '../../../db/schema/social';
import { buildFeed } from '../../../../tests/factories/feed';
import { buildPerformer } from '../../../../tests/factories/performer';
import { buildUser, type AccountOverrides, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let creator: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp({ LOG_LEVEL: 'silent' });
  creator = await buildPerformer(app, { name: 'Ottilie', username: 'ottilie', headline: 'Weaving on a loom' });
  await buildFeed(app, creator, { title: 'Tapestry' });
});
beforeEach(async () => {
  app.failures.splice(0);
  await app.context.db.execute(sql`delete from search_keywords`);
  await app.context.db.execute(sql`update items set status = 'active'`);
  await app.jobs.run('read-search-words', {});
});
afterAll(() => app.close());

const daysBefore = (days: number) => new Date(app.clock.now().getTime() - days * 24 * 3600 * 1000);
const build = (many: number, overrides: AccountOverrides = {}): Promise<BuiltPerson[]> =>
  Promise.all(Array.from({ length: many }, () => buildUser(app, { createdAt: daysBefore(2), ...overrides })));
const search = async (keyword: string, as?: BuiltPerson) => {
  const { status } = await app.call('searchKeyword', { as: as?.token, body: { keyword } });
  expect(status).toBe(200);
};
const searchAll = async (keyword: string, people: readonly BuiltPerson[]) => {
  for (const person of people) await search(keyword, person);
};
const suggest = async (q?: string) => {
  // Waits until the cache of popular keywords has expired.
  if (q === undefined) app.clock.advance({ minutes: 1 });
  return (await app.call('suggestSearch', { query: { q } })).data.keywords;
};
const list = async ({ id }: BuiltPerson) => {
  const as = await app.services.session.open(id);
  return (await app.call('listKeywords', { as, query: {} })).data.data.map(({ keyword }) => keyword);
};
const pay = (userId: string, values: Partial<typeof paymentTransactions.$inferInsert> = {}) =>
  app.context.db.insert(paymentTransactions).values({
    userId,
    target: 'token_package',
    type: 'token_package',
    status: 'success',
    key: userId,
    originalPrice: cents(1000),
    totalPrice: cents(1000),
    ...values,
  });

describe('a suggested keyword', () => {
  it('needs searches by three established accounts, and public words', async () => {
    const people = await build(3);
    await searchAll('Weaving  tapestry', people.slice(0, 2));
    expect(await suggest('weaving')).toEqual([]);
    await searchAll('weaving tapestry', people.slice(2));
    expect(await suggest('weaving')).toEqual(['weaving tapestry']);
    expect(await suggest()).toEqual(['weaving tapestry']);
  });

  it('is ranked by number of accounts, not of searches', async () => {
    const people = await build(4);
    await searchAll('loom weaving', people.slice(0, 3));
    for (let n = 0; n < 20; n += 1) await search('loom weaving', people[0]);
    await searchAll('loom tapestry', people);
    expect(await suggest('loom')).toEqual(['loom tapestry', 'loom weaving']);
  });

  it('is not suggested because of one account, however often it searches', async () => {
    const [person] = await build(1);
    for (let n = 0; n < 40; n += 1) await search('tapestry loom', person);
    expect(await suggest('tapestry')).toEqual([]);
  });

  it('is not suggested because of guests', async () => {
    for (let n = 0; n < 5; n += 1) await search('tapestry loom');
    expect(await suggest('tapestry')).toEqual([]);
  });

  it('is not suggested because of new accounts, until they pay', async () => {
    const people = await build(3, { createdAt: app.clock.now() });
    await searchAll('tapestry loom', people);
    expect(await suggest('tapestry')).toEqual([]);
    const payments = [{}, { status: 'fail' }, { originalPrice: cents(0), totalPrice: cents(0) }] as const;
    for (const [index, { id }] of people.entries()) await pay(id, payments[index]);
    await searchAll('tapestry loom', people);
    expect(await suggest('tapestry')).toEqual([]);
    for (const { id } of people) await pay(id, { key: `again ${id}` });
    await searchAll('tapestry loom', people);
    expect(await suggest('tapestry')).toEqual(['tapestry loom']);
  });

  it('is not suggested because of accounts without a verified email', async () => {
    await searchAll('tapestry loom', await build(3, { verifiedEmail: false }));
    expect(await suggest('tapestry')).toEqual([]);
  });

  it.each(['tapestry of my ex', 'tapestry 5551234', 'tapestry buyhere', 'weavi', '🎉', '**'])(
    'is not suggested unless all its words are public: %s',
    async (keyword) => {
      await searchAll(keyword, await build(3));
      for (const q of [keyword, 'tapestry', 'wea', undefined]) expect(await suggest(q)).toEqual([]);
    },
  );

  it('is matched regardless of case, accents and apostrophes', async () => {
    await searchAll('Tápestry’ LOOM', await build(3));
    expect(await suggest('pestry')).toEqual(['tápestry’ loom']);
  });

  it('disappears once its words are no longer public, or after a quarter without searches', async () => {
    const people = await build(3);
    await searchAll('tapestry', people);
    await searchAll('weaving', people);
    expect(await suggest()).toEqual(['tapestry', 'weaving']);
    await app.context.db.execute(sql`update items set status = 'inactive'`);
    await app.jobs.run('read-search-words', {});
    expect(await suggest()).toEqual(['weaving']);
    app.clock.advance({ days: 31 });
    expect([await suggest(), await suggest('weavin')]).toEqual([[], ['weaving']]);
    app.clock.advance({ days: 60 });
    expect(await suggest('weavin')).toEqual([]);
  });

  it('can be listed by fans; creators and operators can list all keywords', async () => {
    const [fan, ...people] = await build(4);
    const operator = await buildUser(app, { roles: ['user', 'admin', 'owner'] });
    await searchAll('tapestry', people);
    for (let n = 0; n < 9; n += 1) await search('my secret');
    expect(await list(fan as BuiltPerson)).toEqual(['tapestry']);
    for (const person of [creator, operator]) expect(await list(person)).toEqual(['my secret', 'tapestry']);
  });
});

describe('stored searchers', () => {
  const rows = () => app.context.db.select().from(keywordSearchers);

  it('are keyed hashes that differ for each keyword, stored only with the day', async () => {
    const [person] = await build(1);
    await search('tapestry', person);
    await search('weaving', person);
    await search('tapestry', person);
    const kept = await rows();
    expect(new Set(kept.map(({ searcher }) => searcher)).size).toBe(2);
    expect(kept).toHaveLength(2);
    for (const row of kept) {
      expect(row.searcher).toMatch(/^[\w-]{43}$/);
      expect(row.day).toBe(app.clock.now().toISOString().slice(0, 10));
      expect(JSON.stringify(row)).not.toContain((person as BuiltPerson).id);
    }
  });

  it('do not include guests and accounts that do not count', async () => {
    await searchAll('tapestry', await build(2, { verifiedEmail: false }));
    await search('tapestry');
    expect(await rows()).toEqual([]);
  });

  it('are deleted after a quarter', async () => {
    const [person] = await build(1);
    const keywords = () => app.context.db.select().from(searchKeywords);
    for (let n = 0; n < 3; n += 1) await search('tapestry', person);
    for (let n = 0; n < 9; n += 1) await search('what guests may make up');
    app.clock.advance({ days: 89 });
    await app.jobs.run('sweep', {});
    expect([await rows(), await keywords()]).toEqual([[expect.anything()], [expect.anything(), expect.anything()]]);
    app.clock.advance({ days: 2 });
    await app.jobs.run('sweep', {});
    expect([await rows(), await keywords()]).toEqual([[], []]);
  });

  it('are deleted with their account', async () => {
    const [gone, other] = (await build(2)) as [BuiltPerson, BuiltPerson];
    for (const keyword of ['tapestry', 'weaving']) await searchAll(keyword, [gone, other]);
    const before = await rows();
    expect(before).toHaveLength(4);
    await app.services.search.forgetAccount('somebody else');
    expect(await rows()).toHaveLength(4);
    await app.call('requestDeletion', { as: gone.token, body: { confirmation: gone.account.username } });
    app.clock.advance({ days: 15 });
    await app.jobs.run('delete-accounts', {});
    expect(await rows()).toHaveLength(2);
    other.token = await app.services.session.open(other.id);
    await search('tapestry', other);
    expect(await rows()).toHaveLength(2);
  });
});

describe('a search', () => {
  it('gets a response, and reports the failure, if its counter stays locked', async () => {
    await search('tapestry');
    const attempts = async () =>
      (await app.context.db.select().from(searchKeywords).where(eq(searchKeywords.keyword, 'tapestry')))[0]?.attempt;
    await app.context.db.transaction(async (tx) => {
      await tx.select().from(searchKeywords).where(eq(searchKeywords.keyword, 'tapestry')).for('update');
      const { status, data } = await app.call('searchKeyword', { body: { keyword: 'tapestry' } });
      expect([status, data.totalFeed]).toEqual([200, 1]);
    });
    expect(app.failures).toMatchObject([{ kind: 'database', name: 'search count' }]);
    expect(await attempts()).toBe(1);
    await search('tapestry');
    expect(await attempts()).toBe(2);
  });
});
